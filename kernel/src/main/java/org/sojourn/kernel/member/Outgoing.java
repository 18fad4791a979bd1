package org.sojourn.kernel.member;

/** What this place has sent to a peer under one order key, directly and along trees. Guarded by itself. */
final class Outgoing {
    /** How many packets for the peer were sent along trees. They are numbered by this. */
    long number;

    /** How many of these may not have arrived. While there are some, direct packets say which one they follow. */
    int open;

    /** Whether anything was sent directly since the last of them. */
    boolean isUsed;
}
