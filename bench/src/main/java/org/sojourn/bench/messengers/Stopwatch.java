package org.sojourn.bench.messengers;

/** Measures from its making on. */
final class Stopwatch {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long began = System.nanoTime();

    /** Returns the milliseconds since it was made. */
    double millis() {
        return (System.nanoTime() - began) / NANOS_PER_MILLI;
    }
}
