package org.sojourn.messengers.form;

/** What a messenger has to do with processes outside of the run. */
public enum Outward {
    /** Waits for a message from outside: leaves the number of the client that has sent it, and the message. */
    RECEIVE,
    /** As {@link #RECEIVE} without waiting: leaves 0 if there is no message. */
    TRY_RECEIVE,
    /** Sends its values, as they would be printed: leaves 1, or 0 if the client has gone or has no room. */
    SEND,
    /** Reads a slot of the shared file: leaves 1 and the value, or 0 if there is none. */
    READ,
    /** Writes a slot of the shared file: leaves nothing. */
    WRITE;

    /** {@return whether it leaves a value besides a number} */
    public boolean hasValue() {
        return this == RECEIVE || this == TRY_RECEIVE || this == READ;
    }
}
