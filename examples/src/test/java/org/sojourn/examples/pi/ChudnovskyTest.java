package org.sojourn.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ChudnovskyTest {
    @Test
    void decimals_anyCount_isPrefixOfMore() {
        String many = Chudnovsky.decimals(3000);
        for (int digits : new int[] {1, 14, 15, 100, 761, 2999}) {
            assertThat(Chudnovsky.decimals(digits)).isEqualTo(many.substring(0, digits + 2));
        }
    }

    @Test
    void decimals_thousand_agreeWithMachin() {
        int guard = 10;
        BigInteger one = BigInteger.TEN.pow(1000 + guard);
        BigInteger four = BigInteger.valueOf(4);
        BigInteger machin =
                arctan(one, 5).multiply(four).subtract(arctan(one, 239)).multiply(four);
        String text = machin.divide(BigInteger.TEN.pow(guard)).toString();
        assertThat(Chudnovsky.decimals(1000)).isEqualTo("3." + text.substring(1));
    }

    private static BigInteger arctan(BigInteger one, int inverse) {
        BigInteger square = BigInteger.valueOf((long) inverse * inverse);
        BigInteger power = one.divide(BigInteger.valueOf(inverse));
        BigInteger sum = BigInteger.ZERO;
        for (int n = 1; power.signum() != 0; n += 4) {
            sum = sum.add(power.divide(BigInteger.valueOf(n)));
            power = power.divide(square);
            sum = sum.subtract(power.divide(BigInteger.valueOf(n + 2L)));
            power = power.divide(square);
        }
        return sum;
    }
}
