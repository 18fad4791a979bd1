package org.sojourn.bench;

import java.util.Optional;

/**
 * One line of the report.
 *
 * @param benchmark the program
 * @param measurement its times, unless it failed
 * @param peerThreads how many threads the peer was better with, 0 if there was no peer
 * @param problem what was wrong with it, empty if nothing
 */
record Row(Benchmark benchmark, Optional<Measurement> measurement, int peerThreads, String problem) {
    boolean isWrong() {
        return !problem.isEmpty();
    }

    boolean isVoid() {
        return measurement.map(Measurement::isVoid).orElse(false);
    }

    /** Returns the ratio's median if it counts: there is a peer, and the measurement is not void. */
    Optional<Double> countedRatio() {
        return measurement.filter(m -> !m.isVoid()).flatMap(Measurement::ratio).map(Series::median);
    }
}
