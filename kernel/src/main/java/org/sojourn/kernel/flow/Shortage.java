package org.sojourn.kernel.flow;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Overload;

/** Credit that this place lacks, and who is muted here for it ({@link Credits}). */
final class Shortage {
    /** The place of the receiver, or the link's other end. */
    final Member at;

    /** Null for a link. */
    final @Nullable Name receiver;

    final int mailbox;
    final Overload overload = new Overload(this, Overload.ALL);

    /** The muted senders, in the order of muting, and some that aren't any more. */
    final Queue<Muting.Liftable> line = new ConcurrentLinkedQueue<>();

    /**
     * Whether the next sender that would be muted passes. Whoever sets it looks at the line afterwards, and a sender that is put into
     * the line looks at it afterwards: each writes first and reads second, so no pass is left beside a muted sender.
     */
    private final AtomicBoolean hasPass = new AtomicBoolean();

    Shortage(Member at, @Nullable Name receiver, int mailbox) {
        this.at = at;
        this.receiver = receiver;
        this.mailbox = mailbox;
    }

    void givePass() {
        hasPass.set(true);
    }

    /** Takes the pass, if there is one. */
    boolean takePass() {
        return hasPass.get() && hasPass.compareAndSet(true, false);
    }

    @Override
    public String toString() {
        if (mailbox == Backlog.ANY_MAILBOX) {
            return "mail that is held back for " + receiver;
        }
        return receiver == null ? "the link to " + at : receiver + " at " + at;
    }
}
