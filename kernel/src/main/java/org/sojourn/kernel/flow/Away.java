package org.sojourn.kernel.flow;

import java.util.HashSet;
import java.util.Set;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Overload;

/**
 * The senders at another place that one mailbox of a part here has muted: to the part's {@link Overload} and to {@link Muting} one
 * muted sender among the others. Guarded by this. What is told to the other place is told with the lock held, so it is told in the
 * order in which it happens.
 */
final class Away implements Overload.Muted, Muting.Liftable {
    private final Credits credits;
    private final Cell receiver;
    private final Key key;

    /** The ways of addressing the mailbox that the other place knows of. */
    private final Set<Integer> told = new HashSet<>();

    private boolean isOver;

    /** Whether one of the senders was let pass and hasn't been told of since. */
    private boolean isPassing;

    record Key(Name receiver, Member senders, int mailbox) {}

    Away(Credits credits, Cell receiver, Key key) {
        this.credits = credits;
        this.receiver = receiver;
        this.key = key;
    }

    Key key() {
        return key;
    }

    /** Mutes them; false if the overload has ended meanwhile, and this with it. */
    boolean begin(Overload full, long sentTo) {
        if (!full.add(this, sentTo)) {
            release();
        }
        return !isOver();
    }

    /** Withdraws credit for one more way of addressing the mailbox; false if credit was granted again before. */
    synchronized boolean withdraw(int address, long epoch) {
        if (!isOver && told.add(address)) {
            credits.withdraw(key.senders(), key.receiver(), key.mailbox(), epoch, address);
        }
        return !isOver;
    }

    @Override
    public void release() {
        synchronized (this) {
            if (isOver) {
                return;
            }
            isOver = true;
            if (!told.isEmpty()) {
                tell(PacketKind.GRANT);
            }
        }
        credits.over(this);
    }

    @Override
    public synchronized boolean isOver() {
        return isOver;
    }

    @Override
    public Object by() {
        return receiver;
    }

    @Override
    public synchronized boolean lift() {
        if (isOver || isPassing) {
            return false;
        }
        isPassing = true;
        tell(PacketKind.PASS);
        return true;
    }

    /** The one that was let pass has gone on; false if none was. */
    synchronized boolean hasPassed() {
        boolean wasPassing = isPassing;
        isPassing = false;
        return wasPassing && !isOver;
    }

    private void tell(PacketKind kind) {
        credits.tell(key.senders(), kind, key.receiver(), key.mailbox());
    }

    @Override
    public String toString() {
        return "a sender at " + key.senders();
    }
}
