package org.sojourn.bench.work;

import java.nio.charset.StandardCharsets;

/** Random sequences of nucleotides by frequency, as the Computer Language Benchmarks Game's fasta draws them. */
public final class Dna {
    /** Letters of a line. */
    public static final int LINE = 60;

    private static final int MODULUS = 139_968;
    private static final int MULTIPLIER = 3_877;
    private static final int INCREMENT = 29_573;
    private static final int SEED = 42;
    private static final byte[] ALU = ("GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGGGAGGCCGAGGCGGGCGGATCACCTGAGGTC"
        + "AGGAGTTCGAGACCAGCCTGGCCAACATGGTGAAACCCCGTCTCTACTAAAAATACAAAAATTAGCCGGGCGTGGTGGCGCGCGCCTGTAATCCCAGC"
        + "TACTCGGGAGGCTGAGGCAGGAGAATCGCTTGAACCCGGGAGGCGGAGGTTGCAGTGAGCCGAGATCGCGCCACTGCACTCCAGCCTGGGCGACAGAG"
        + "CGAGACTCCGTCTCAAAAA")
            .getBytes(StandardCharsets.US_ASCII);

    private Dna() {}

    /** The sequences that are drawn: their letters, and how often each comes. */
    public enum Frequencies {
        /** All codes of the International Union of Biochemistry. */
        IUB("acgtBDHKMNRSVWY", .27, .12, .12, .27, .02, .02, .02, .02, .02, .02, .02, .02, .02, .02, .02),
        /** A human's. */
        HUMAN("acgt", .3029549426680, .1979883004921, .1975473066391, .3015094502008);

        private final byte[] letters;
        private final double[] upTo;

        Frequencies(String letters, double... shares) {
            this.letters = letters.getBytes(StandardCharsets.US_ASCII);
            this.upTo = new double[shares.length];
            double sum = 0;
            for (int i = 0; i < shares.length; i++) {
                sum += shares[i];
                upTo[i] = sum;
            }
        }

        /**
         * Chooses letters.
         *
         * @param draws numbers from 0 up to 1
         * @return a letter for each
         */
        public byte[] letters(float[] draws) {
            byte[] line = new byte[draws.length];
            for (int i = 0; i < draws.length; i++) {
                int letter = 0;
                while (letter < upTo.length - 1 && upTo[letter] <= draws[i]) {
                    letter++;
                }
                line[i] = letters[letter];
            }
            return line;
        }
    }

    /** A linear congruential generator: a sequence of its own for each who draws. */
    public static final class Draws {
        private int last = SEED;

        /** Starts at the game's seed. */
        public Draws() {}

        /**
         * Draws.
         *
         * @param count how many
         * @return numbers from 0 up to 1
         */
        public float[] next(int count) {
            float[] draws = new float[count];
            for (int i = 0; i < count; i++) {
                last = (last * MULTIPLIER + INCREMENT) % MODULUS;
                draws[i] = (float) last / MODULUS;
            }
            return draws;
        }
    }

    /**
     * Returns a part of the human Alu repeated for ever.
     *
     * @param from where the part begins
     * @param count letters
     * @return the letters
     */
    public static byte[] repeated(int from, int count) {
        byte[] line = new byte[count];
        for (int i = 0; i < count; i++) {
            line[i] = ALU[(from + i) % ALU.length];
        }
        return line;
    }

    /**
     * Draws a whole sequence.
     *
     * @param frequencies of its letters
     * @param count letters
     * @return the letters
     */
    public static byte[] sequence(Frequencies frequencies, int count) {
        return frequencies.letters(new Draws().next(count));
    }

    /**
     * Returns how long a line is.
     *
     * @param done letters before it
     * @param all letters of the sequence
     * @return {@link #LINE}, or what is left
     */
    public static int line(int done, int all) {
        return Math.min(LINE, all - done);
    }
}
