package org.sojourn.threads.calls;

/** Tells the constructor by which a record is put together where it arrives from those of the program. There are no objects of it. */
public final class Arrival {
    private Arrival() {}
}
