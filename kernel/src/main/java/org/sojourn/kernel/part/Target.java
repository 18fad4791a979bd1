package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/** Where mail can be sent: a part here, or a name whose owner is believed to be somewhere. */
public sealed interface Target permits Resident, Located {
    /**
     * Sends a message. Blocks only a thread that runs no part, while the part is overloaded, or too much waits for its place.
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param message the message
     * @param answerTo who is told if it can't be delivered, or null
     * @throws org.sojourn.kernel.port.UnencodableException if the part is elsewhere and the message can't travel
     */
    void send(int mailbox, Object message, @Nullable ReplyAddress answerTo);

    /**
     * Returns whether a thread that is no part would wait if it sent a message now.
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param message the message
     * @return whether the mailbox is known to hold more than its bound, or too much waits for the part's place
     */
    boolean wouldHold(int mailbox, Object message);

    /**
     * Sends a message that the kernel itself acts on.
     *
     * @param signal the signal
     */
    void signal(Signal signal);

    /**
     * Returns the name; one is minted if there is none yet.
     *
     * @return the name
     */
    Name name();

    /**
     * Returns where it is believed to be.
     *
     * @return the best guess; exact if it is here
     */
    Member location();

    /**
     * Returns the part itself if it is here.
     *
     * @return the cell, or null
     */
    @Nullable
    Cell cell();

    /**
     * Enters the name at this place, as it is about to leave it.
     *
     * @return the name
     */
    Name export();
}
