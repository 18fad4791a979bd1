package org.sojourn.bench.weave.kernels;

/** Loops over arrays. */
public final class Sweeps {
    private static final int LENGTH = 100_000;
    private static final int TIMES = 20;
    private static final int LAST = 300_000;
    private static final int ROWS = 20_000;
    private static final int ENTRIES = 100_000;
    private static final int[] NUMBERS = new int[LENGTH];

    static {
        for (int i = 0; i < LENGTH; i++) {
            NUMBERS[i] = i * 7;
        }
    }

    private Sweeps() {}

    /** Of all numbers, several times. */
    public static long sum() {
        long sum = 0;
        for (int time = 0; time < TIMES; time++) {
            int once = 0;
            for (int i = 0; i < NUMBERS.length; i++) {
                once += NUMBERS[i];
            }
            sum += once;
        }
        return sum;
    }

    /** How many primes there are. */
    public static int sieve() {
        boolean[] isComposite = new boolean[LAST];
        int primes = 0;
        for (int i = 2; i < LAST; i++) {
            if (!isComposite[i]) {
                primes++;
                for (int multiple = i + i; multiple < LAST; multiple += i) {
                    isComposite[multiple] = true;
                }
            }
        }
        return primes;
    }

    /** The sum of the product. */
    public static double sparse() {
        double[] vector = new double[ROWS];
        double[] product = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            vector[i] = i % 7;
        }
        for (int i = 0; i < ENTRIES; i++) {
            product[i * 31 % ROWS] += vector[i * 17 % ROWS] * (i % 13);
        }
        double sum = 0;
        for (double each : product) {
            sum += each;
        }
        return sum;
    }
}
