package org.sojourn.threads.programs;

import java.util.stream.IntStream;

/** Code that may leave, and such as may not. It is judged only. */
final class Grounds {
    private Grounds() {}

    /** Its initialiser has a lambda called. */
    static final class Totals {
        static final int TOTAL =
                IntStream.rangeClosed(1, 9).map(each -> each * each).sum();

        private Totals() {}

        static int total() {
            return TOTAL;
        }
    }
}
