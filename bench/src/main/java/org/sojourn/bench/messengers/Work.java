package org.sojourn.bench.messengers;

import org.sojourn.examples.messengers.Grain;

/** Work for nothing but to take time, on the sides that have no scripts. */
final class Work {
    private Work() {}

    /** Divides so many times. What is left is looked at, so that no compiler leaves it out. */
    static void divide(int times) {
        if (Grain.divide(times) <= 0) {
            throw new IllegalStateException("nothing is left of a number after " + times + " divisions");
        }
    }
}
