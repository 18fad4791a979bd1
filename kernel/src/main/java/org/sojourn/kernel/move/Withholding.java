package org.sojourn.kernel.move;

import org.sojourn.kernel.port.Member;

/** Mutes those who send to one name while its mail is held back: whoever knows senders makes one ({@link Parcel#heldBack}). */
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
