package org.sojourn.kernel.part;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.port.Member;

/**
 * Mail for one name that a place holds back, when it is more than its bound: whoever sends more is muted, here and at the
 * places whose mail comes straight to this one, until what is held goes on ({@link Credits}). Nobody is lifted meanwhile: what
 * ends the holding is an answer of another place's kernel, or the roll call for a lost one, and no part need run for that. Mail that is
 * held back again at once takes its backlog along. Only messages mute who sends them; notices, orders and broadcasts are held back beside them.
 *
 * <p>Guarded by the name's descriptor, but for {@link #release}. What is told to other places is told with that lock held, so that it
 * is told in the order in which it happens.
 */
public final class Backlog {
    /** Stands for all mailboxes in packets: which one would take what is held, only the receiver knows. */
    static final int ANY_MAILBOX = 255;

    private final Kernel kernel;
    private final Descriptor<Cell> to;

    /** Whose credit is withdrawn. */
    private final Set<Member> withdrawn = new HashSet<>();

    private @Nullable Shortage here;

    /**
     * Makes one that mutes nobody yet.
     *
     * @param kernel of the place that holds mail back
     * @param to whom the mail is for
     */
    public Backlog(Kernel kernel, Descriptor<Cell> to) {
        this.kernel = kernel;
        this.to = to;
    }

    /**
     * One more is held back: whoever has sent it is to send no more.
     *
     * @param parcel what
     */
    public void grows(Parcel parcel) {
        parcel.heldBack(this);
    }

    void mute() {
        if (here == null) {
            here = kernel.credits().withhold(to);
        }
    }

    void withdraw(Member senders) {
        if (withdrawn.add(senders)) {
            kernel.switchboard()
                    .send(
                            senders,
                            Credits.key(to.name()),
                            Credits.packet(PacketKind.WITHDRAW, to.name(), ANY_MAILBOX)
                                    .i64(to.epoch())
                                    .i32(ANY_MAILBOX));
        }
    }

    /** What was held back goes on: the other places have credit again. */
    public void grant() {
        withdrawn.forEach(each -> kernel.switchboard()
                .send(each, Credits.key(to.name()), Credits.packet(PacketKind.GRANT, to.name(), ANY_MAILBOX)));
    }

    /** The same for this place. Without locks. */
    public void release() {
        if (here != null) {
            kernel.credits().grant(to, here);
        }
    }
}
