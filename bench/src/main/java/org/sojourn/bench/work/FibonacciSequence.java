package org.sojourn.bench.work;

/** The numbers 0, 1, 1, 2, 3, 5 and so on, by iteration: what the benchmark's answer is compared with. */
public final class FibonacciSequence {
    private FibonacciSequence() {}

    /**
     * Returns one of them.
     *
     * @param index which, from 0; at most 92
     * @return the number
     */
    public static long number(int index) {
        long number = 0;
        long next = 1;
        for (int i = 0; i < index; i++) {
            long sum = number + next;
            number = next;
            next = sum;
        }
        return number;
    }
}
