package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Withholding;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Overload;

/** Holds up senders that send more than others take. Owned here, kept by the package of flow control. */
public interface Flow {
    /** {@return whether a part is muted for what it has sent in its present turn; false if that is over, or it may pass} */
    boolean mutes(Cell sender, Overload by, long sentTo);

    /** A part goes on, in its own turn. */
    void unmuted();

    /** Has a thread that is no part wait for the end of an overload. */
    void block(Overload by, long sentTo);

    /** The parts of this place hold so many messages more. */
    void holds(long change);

    /** {@return whether the parts of this place hold too much in all} */
    boolean isPlaceFull();

    /** The sender that runs on this thread has sent a message to a part that isn't here, or wasn't. */
    void sent(Descriptor<Sojourner> to, int mailbox, Object message);

    /** The sender that runs on this thread has sent something to a place; a thread that is no part goes on if {@code isInTurn}. */
    void sentTo(Member at, boolean isInTurn);

    /** {@return for what a message to a part elsewhere lacks credit; null if it may go} */
    @Nullable
    Overload shortage(Descriptor<Sojourner> to, int mailbox, Object message);

    /** Mail that another place has sent has come to a part here, addressed as the sender has it. */
    void arrived(Cell receiver, Member from, int mailbox, int address, Object message);

    /** A receiver has exited, as its descriptor says already. */
    void exited(Descriptor<Sojourner> of);

    /** {@return whether so much mail is held back here for one part that its senders are to be muted} */
    boolean isTooMuchHeld(int messages);

    /** {@return what mutes the senders of mail for a name that is held back} */
    Withholding backlog(Descriptor<Sojourner> to);
}
