package org.sojourn.strands.roaming;

/** What becomes of a place while strands roam. */
enum Trouble {
    NONE,

    /** It leaves the run, after all that lives there has moved. */
    LEAVE,

    /** It is lost, with what lives there and what is on its way over it. */
    LOSS
}
