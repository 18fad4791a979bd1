package org.sojourn.examples.pi;

import java.math.BigInteger;

/**
 * Pi by the series of D. and G. Chudnovsky (1988), fourteen decimals a term, summed by binary splitting. It
 * serves as the check on {@link HexDigits}: another formula in another base, that shares no line with it. It
 * needs all digits' worth of memory in one place and does not split into small messages, which is why it is the
 * check and not the work.
 */
final class Chudnovsky {
    private static final BigInteger A = BigInteger.valueOf(13_591_409);
    private static final BigInteger B = BigInteger.valueOf(545_140_134);
    /** 640320^3 / 24. */
    private static final BigInteger C = BigInteger.valueOf(10_939_058_860_032_000L);

    private static final double DECIMALS_PER_TERM = 14.18;
    private static final int GUARD_DECIMALS = 20;

    private Chudnovsky() {}

    /** A sum over terms from a to b over a common denominator: t / q, and p to go on from there. */
    private record Sum(BigInteger p, BigInteger q, BigInteger t) {
        Sum then(Sum next) {
            return new Sum(
                    p.multiply(next.p), q.multiply(next.q), t.multiply(next.q).add(p.multiply(next.t)));
        }
    }

    /** Returns pi with "3." and so many decimals, cut, not rounded. */
    static String decimals(int digits) {
        int precision = digits + GUARD_DECIMALS;
        Sum sum = sum(0, (long) (precision / DECIMALS_PER_TERM) + 2);
        // pi = 426880 sqrt(10005) q / t, with everything scaled by 10^precision.
        BigInteger root = BigInteger.valueOf(10_005)
                .multiply(BigInteger.TEN.pow(2 * precision))
                .sqrt();
        BigInteger scaled =
                BigInteger.valueOf(426_880).multiply(root).multiply(sum.q).divide(sum.t);
        String text = scaled.toString();
        return text.charAt(0) + "." + text.substring(1, 1 + digits);
    }

    private static Sum sum(long from, long to) {
        if (to - from > 1) {
            long middle = (from + to) >>> 1;
            return sum(from, middle).then(sum(middle, to));
        }
        if (from == 0) {
            return new Sum(BigInteger.ONE, BigInteger.ONE, A);
        }
        BigInteger p = BigInteger.valueOf(-(6 * from - 5))
                .multiply(BigInteger.valueOf(2 * from - 1))
                .multiply(BigInteger.valueOf(6 * from - 1));
        BigInteger q = BigInteger.valueOf(from).pow(3).multiply(C);
        return new Sum(p, q, p.multiply(B.multiply(BigInteger.valueOf(from)).add(A)));
    }
}
