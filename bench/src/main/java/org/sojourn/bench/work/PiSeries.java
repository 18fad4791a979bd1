package org.sojourn.bench.work;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Pi by the series of Bailey, Borwein and Plouffe (1997), term by term, and by another formula to check it. */
public final class PiSeries {
    /** More decimals than asked for, so that no rounding of some thousand terms reaches those. */
    private static final int GUARD_DECIMALS = 10;

    private static final BigDecimal SIXTEEN = BigDecimal.valueOf(16);

    private PiSeries() {}

    /**
     * Works out one term.
     *
     * @param index from 0
     * @param digits decimals that have to be right
     * @return the term, with some decimals more
     */
    public static BigDecimal term(int index, int digits) {
        int scale = digits + GUARD_DECIMALS;
        int eight = 8 * index;
        return quotient(4, eight + 1, scale)
                .subtract(quotient(2, eight + 4, scale))
                .subtract(quotient(1, eight + 5, scale))
                .subtract(quotient(1, eight + 6, scale))
                .divide(SIXTEEN.pow(index), scale, RoundingMode.HALF_EVEN);
    }

    /**
     * Returns how many terms matter: each is less than a sixteenth of the one before, and the first is less than 4.
     *
     * @param digits decimals that have to be right
     * @return the first terms, so many that the next is below the last decimal
     */
    public static int terms(int digits) {
        return (int) Math.ceil(digits * Math.log(10) / Math.log(16)) + 1;
    }

    /**
     * Returns what may not be exceeded by the difference of two values that agree.
     *
     * @param digits decimals that have to be right
     * @return one unit of the last decimal
     */
    public static BigDecimal unit(int digits) {
        return BigDecimal.ONE.movePointLeft(digits);
    }

    /**
     * Works out pi as John Machin did in 1706: 16 arctan(1/5) - 4 arctan(1/239).
     *
     * @param digits decimals that have to be right
     * @return pi, with some decimals more
     */
    public static BigDecimal byMachin(int digits) {
        int scale = digits + GUARD_DECIMALS;
        BigInteger one = BigInteger.TEN.pow(scale);
        BigInteger pi = arctanOfInverse(5, one)
                .shiftLeft(4)
                .subtract(arctanOfInverse(239, one).shiftLeft(2));
        return new BigDecimal(pi, scale);
    }

    private static BigDecimal quotient(int dividend, int divisor, int scale) {
        return BigDecimal.valueOf(dividend).divide(BigDecimal.valueOf(divisor), scale, RoundingMode.HALF_EVEN);
    }

    /** The sum of (-1)^k / (2k+1) x^(2k+1) for x = 1 / inverse, in units of 1 / one. */
    private static BigInteger arctanOfInverse(int inverse, BigInteger one) {
        BigInteger square = BigInteger.valueOf((long) inverse * inverse);
        BigInteger power = one.divide(BigInteger.valueOf(inverse));
        BigInteger sum = BigInteger.ZERO;
        for (int k = 0; power.signum() > 0; k++) {
            BigInteger term = power.divide(BigInteger.valueOf(2L * k + 1));
            sum = k % 2 == 0 ? sum.add(term) : sum.subtract(term);
            power = power.divide(square);
        }
        return sum;
    }
}
