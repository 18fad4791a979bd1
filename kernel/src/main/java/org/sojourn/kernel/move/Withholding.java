package org.sojourn.kernel.move;

import org.sojourn.kernel.port.Member;

/**
 * Mutes the senders of mail for one name while too much of it is held back. This package holds mail back and knows no senders; so a room
 * makes these, by {@link Parcel#heldBack}.
 */
public interface Withholding {
    /** The senders of this place are to send no more. With the lock of the name's descriptor held. */
    void mute();

    /** Those of another place are to send no more. With the lock of the name's descriptor held. */
    void withdraw(Member senders);

    /** What was held back goes on: the other places have credit again. With the lock of the name's descriptor held. */
    void grant();

    /** The same for this place. Without locks. */
    void release();
}
