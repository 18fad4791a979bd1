package org.sojourn.examples.pi;

import java.math.BigInteger;

/**
 * Extracts hexadecimal digits of pi at any position without computing those before it.
 *
 * <p>Bailey, Borwein and Plouffe (1997): pi is the sum over k of 16^-k (4/(8k+1) - 2/(8k+4) - 1/(8k+5) - 1/(8k+6)).
 * Multiplied by 16^p, the digits from position p on are the fraction of that sum, and of a term with k &lt;= p only
 * 16^(p-k) mod (8k+j) matters, a number of machine size. Hence a range of digits is a pure function of its
 * bounds, needs next to no memory and answers with as many digits as were asked for, which makes it a good unit
 * of work to send about.
 *
 * <p>Fractions are kept as words of 32 bits. Every quotient is cut off below the last word, so the sum is wrong
 * by less than {@link #ERROR_PER_TERM} units of that word per term. Two guard words stand below the digits;
 * should the error reach across both (once in some 2^30 ranges), the range is computed again with two more. The
 * digits are exact.
 */
final class HexDigits {
    /** Hexadecimal digits in a word; ranges are whole words long. */
    static final int PER_WORD = 8;

    /** Units of the last word by which the four truncated quotients of one k can be off: 4 + 2 + 1 + 1. */
    private static final int ERROR_PER_TERM = 8;

    private static final int[] OFFSETS = {1, 4, 5, 6};
    private static final int[] FACTORS = {4, -2, -1, -1};

    private HexDigits() {}

    /**
     * Returns a range of the hexadecimal digits after the point.
     *
     * @param from the first digit's position, 0 being the one right after the point
     * @param count how many digits, a multiple of {@link #PER_WORD}
     * @return the digits as one number of 4 * count bits
     */
    static BigInteger extract(int from, int count) {
        if (from < 0 || count <= 0 || count % PER_WORD != 0 || from > (1 << 27) - count) {
            throw new IllegalArgumentException("digits from " + from + ", " + count + " of them: the position must be 0"
                    + " or more, the count a positive multiple of " + PER_WORD + " and the end below 2^27");
        }
        for (int guard = 2; ; guard += 2) {
            int words = count / PER_WORD + guard;
            BigInteger sum = fraction(from, words);
            BigInteger error = BigInteger.valueOf((long) ERROR_PER_TERM * (from + words * PER_WORD + 2L));
            BigInteger low = sum.subtract(error).shiftRight(32 * guard);
            BigInteger high = sum.add(error).shiftRight(32 * guard);
            // Equal ends: the truth between them has these digits too. A carry out of the top is the integer part:
            // dropped.
            if (low.equals(high)) {
                return low.mod(BigInteger.ONE.shiftLeft(4 * count));
            }
        }
    }

    private static BigInteger fraction(int position, int words) {
        // Column sums of quotient words: below 2^27 terms, factor 4 and words below 2^32 stay within a long, so
        // carries wait.
        long[] sums = new long[words];
        for (int j = 0; j < OFFSETS.length; j++) {
            for (int k = 0; k <= position; k++) {
                int divisor = 8 * k + OFFSETS[j];
                addQuotient(sums, 0, sixteenToThe(position - k, divisor), divisor, FACTORS[j]);
            }
            for (int k = position + 1; k <= position + words * PER_WORD; k++) {
                addTail(sums, k - position, 8 * k + OFFSETS[j], FACTORS[j]);
            }
        }
        BigInteger sum = BigInteger.ZERO;
        for (long column : sums) {
            sum = sum.shiftLeft(32).add(BigInteger.valueOf(column));
        }
        return sum;
    }

    /** Adds the words of factor * 16^-shift / divisor. */
    private static void addTail(long[] sums, int shift, int divisor, int factor) {
        // 16^-shift is one bit in word (shift - 1) / 8; the remainder that starts there may exceed the divisor,
        // at most 2^28.
        int word = (shift - 1) / PER_WORD;
        long bit = 1L << (4 * (PER_WORD - 1 - (shift - 1) % PER_WORD));
        sums[word] += factor * (bit / divisor);
        addQuotient(sums, word + 1, bit % divisor, divisor, factor);
    }

    /** Adds the words of factor * remainder / divisor, for a remainder below the divisor, from a word on. */
    private static void addQuotient(long[] sums, int word, long remainder, int divisor, int factor) {
        long rest = remainder;
        for (int i = word; i < sums.length; i++) {
            long dividend = rest << 32;
            long quotient = dividend / divisor;
            rest = dividend - quotient * divisor;
            sums[i] += factor * quotient;
        }
    }

    private static long sixteenToThe(int exponent, int modulus) {
        long power = 1 % modulus;
        for (int bit = 31 - Integer.numberOfLeadingZeros(exponent); bit >= 0; bit--) {
            power = power * power % modulus;
            if (((exponent >>> bit) & 1) != 0) {
                power = power * 16 % modulus;
            }
        }
        return power;
    }
}
