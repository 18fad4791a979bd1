package org.sojourn.bench.work;

/**
 * The problem of fannkuch-redux: of a permutation, turn over as many elements as the first one says, until it is the least; over all
 * permutations, how often that takes at most, and the sum of how often it takes with alternating signs.
 */
public final class Pancakes {
    private final int length;
    private final long[] factorials;

    /**
     * What comes of some permutations.
     *
     * @param most the most flips of one
     * @param checksum the sum of flips, those of every other permutation subtracted
     */
    public record Flips(int most, long checksum) {
        /** Of no permutation. */
        public static final Flips NONE = new Flips(0, 0);

        /**
         * Adds what comes of others.
         *
         * @param other permutations
         * @return of both
         */
        public Flips plus(Flips other) {
            return new Flips(Math.max(most, other.most), checksum + other.checksum);
        }
    }

    /**
     * Takes permutations of so many.
     *
     * @param length 1 to 20
     */
    public Pancakes(int length) {
        this.length = length;
        this.factorials = new long[length + 1];
        factorials[0] = 1;
        for (int i = 1; i <= length; i++) {
            factorials[i] = factorials[i - 1] * i;
        }
    }

    /**
     * Returns how many permutations there are.
     *
     * @return length!
     */
    public long permutations() {
        return factorials[length];
    }

    /**
     * Flips some permutations.
     *
     * @param from the number of the first, from 0
     * @param to the number after the last
     * @return what comes of them
     */
    public Flips flips(long from, long to) {
        int[] count = new int[length];
        int[] permutation = first(from, count);
        int[] turned = new int[length];
        int most = 0;
        long checksum = 0;
        for (long i = from; i < to; i++) {
            System.arraycopy(permutation, 0, turned, 0, length);
            int flips = flip(turned);
            most = Math.max(most, flips);
            checksum += i % 2 == 0 ? flips : -flips;
            if (i + 1 < to) {
                next(permutation, count);
            }
        }
        return new Flips(most, checksum);
    }

    private static int flip(int[] turned) {
        int flips = 0;
        for (int first = turned[0]; first != 0; first = turned[0]) {
            for (int low = 0, high = first; low < high; low++, high--) {
                int swapped = turned[low];
                turned[low] = turned[high];
                turned[high] = swapped;
            }
            flips++;
        }
        return flips;
    }

    /** The permutation of a number; count says how often each prefix has been rotated to get there. */
    private int[] first(long number, int[] count) {
        int[] permutation = new int[length];
        for (int i = 0; i < length; i++) {
            permutation[i] = i;
        }
        long rest = number;
        for (int i = length - 1; i > 0; i--) {
            count[i] = (int) (rest / factorials[i]);
            rest %= factorials[i];
            for (int turn = 0; turn < count[i]; turn++) {
                rotate(permutation, i);
            }
        }
        return permutation;
    }

    private static void next(int[] permutation, int[] count) {
        int i = 1;
        rotate(permutation, i);
        while (++count[i] > i) {
            count[i] = 0;
            i++;
            rotate(permutation, i);
        }
    }

    /** Moves the first element behind the next so many. */
    private static void rotate(int[] permutation, int last) {
        int first = permutation[0];
        System.arraycopy(permutation, 1, permutation, 0, last);
        permutation[last] = first;
    }
}
