package org.sojourn.examples.pi;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a number of decimal digits is cut into ranges of hexadecimal ones, and put together again.
 *
 * @param digits the decimal digits after the point
 */
record Plan(int digits) {
    /**
     * Small enough that the default has some 390 ranges to share out, large enough that a range outweighs its
     * messages.
     */
    private static final int HEX_DIGITS_PER_RANGE = 32;

    /** Hexadecimal digits beyond those needed: 16^-24 is how likely their end hides a carry. */
    private static final int SPARE_HEX_DIGITS = 24;

    /**
     * One unit of work.
     *
     * @param index its place in the order of ranges, from 0
     * @param from the position of its first hexadecimal digit
     * @param count how many hexadecimal digits
     */
    record Range(int index, int from, int count) {
        Result compute() {
            return new Result(index, HexDigits.extract(from, count));
        }
    }

    /**
     * What one unit of work gave.
     *
     * @param index the range's place in the order
     * @param digits its hexadecimal digits as one number
     */
    record Result(int index, BigInteger digits) {}

    /** Returns the ranges, in order. The last are the longest to compute: a range costs what its position is. */
    List<Range> ranges() {
        return IntStream.range(0, rangeCount())
                .mapToObj(i -> new Range(i, i * HEX_DIGITS_PER_RANGE, HEX_DIGITS_PER_RANGE))
                .toList();
    }

    /**
     * Returns pi as decimals, "3." first, from the digits of all ranges in order; the last decimal is cut, not
     * rounded.
     */
    String decimals(List<BigInteger> parts) {
        if (parts.size() != rangeCount()) {
            throw new IllegalArgumentException(
                    parts.size() + " ranges given, and " + rangeCount() + " belong together");
        }
        int bits = 4 * HEX_DIGITS_PER_RANGE;
        BigInteger fraction = joined(parts, bits, 0, parts.size());
        BigInteger scale = BigInteger.TEN.pow(digits);
        BigInteger product = fraction.multiply(scale);
        BigInteger whole = product.shiftRight(bits * parts.size());
        // The hexadecimal digits were cut off too: the truth lies within one unit of their last, times the scale.
        if (!product.add(scale).shiftRight(bits * parts.size()).equals(whole)) {
            throw new ArithmeticException("the decimals end in too long a run of nines to be told from "
                    + SPARE_HEX_DIGITS + " spare digits; ask for one digit more");
        }
        String text = whole.toString();
        return "3." + "0".repeat(digits - text.length()) + text;
    }

    private int rangeCount() {
        int needed = (int) Math.ceil(digits * (Math.log(10) / Math.log(16))) + SPARE_HEX_DIGITS;
        return Math.ceilDiv(needed, HEX_DIGITS_PER_RANGE);
    }

    /** Halving keeps the shifted numbers short: one by one the joining would cost the square of their length. */
    private static BigInteger joined(List<BigInteger> parts, int bits, int from, int to) {
        if (to - from == 1) {
            return parts.get(from);
        }
        int middle = (from + to) >>> 1;
        return joined(parts, bits, from, middle).shiftLeft(bits * (to - middle)).add(joined(parts, bits, middle, to));
    }
}
