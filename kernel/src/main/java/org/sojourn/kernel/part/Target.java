package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/** Where mail can be sent: a part here, or a name whose owner is believed to be somewhere. */
public interface Target {
    /**
     * Sends a message. Blocks only a thread that runs no part, while the part is overloaded, or too much waits for its place.
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param answerTo who is told if it can't be delivered, or null
     * @throws org.sojourn.kernel.port.UnencodableException if the part is elsewhere and the message can't travel
     */
    void send(int mailbox, Object message, @Nullable ReplyAddress answerTo);

    /**
     * {@return whether a thread that is no part would wait if it sent a message now: whether the mailbox is known to hold more than
     * its bound, or too much waits for the part's place}
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     */
    boolean wouldHold(int mailbox, Object message);

    /** Has the sender that runs on this thread wait, or be muted, as if it had just sent that message. */
    void holdUp(int mailbox, Object message);

    /** Sends a message that the kernel itself acts on. */
    void signal(Signal signal);

    /** {@return the name; one is minted if there is none yet} */
    Name name();

    /** {@return where it is believed to be; exact if it is here} */
    Member location();

    /** {@return the part itself if it is here; null if it isn't} */
    @Nullable
    Cell cell();

    /** {@return the name, which is entered at this place as it is about to leave it} */
    Name export();
}
