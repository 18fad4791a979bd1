package org.sojourn.testkit.simulation;

/** How many workers of all places run or are about to: the oracle asks after every event. */
final class Activity {
    private int busy;

    void begins() {
        busy++;
    }

    void ends(int workers) {
        busy -= workers;
    }

    boolean isNone() {
        return busy == 0;
    }
}
