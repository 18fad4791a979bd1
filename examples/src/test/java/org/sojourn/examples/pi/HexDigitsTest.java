package org.sojourn.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HexDigitsTest {
    private static final int LENGTH = 2048;

    @Test
    void extract_atTheStart_isTheWellKnownBeginning() {
        assertThat(HexDigits.extract(0, 16).toString(16)).isEqualTo("243f6a8885a308d3");
    }

    @Test
    void extract_anyRange_agreesWithAnotherSeries() {
        // The other formula gives decimals; scaled to base 16 they are exact but for the last few digits.
        BigInteger decimals = new BigInteger(Chudnovsky.decimals(2600).substring(2));
        BigInteger expected = decimals.shiftLeft(4 * LENGTH).divide(BigInteger.TEN.pow(2600));
        long seed = 20_261_120;
        var random = new Random(seed);
        for (int i = 0; i < 40; i++) {
            int count = HexDigits.PER_WORD * (1 + random.nextInt(8));
            int from = random.nextInt(LENGTH - count);
            BigInteger range =
                    expected.shiftRight(4 * (LENGTH - from - count)).mod(BigInteger.ONE.shiftLeft(4 * count));
            assertThat(HexDigits.extract(from, count))
                    .as("seed %d, from %d, count %d", seed, from, count)
                    .isEqualTo(range);
        }
    }

    @Test
    void extract_overlappingRangesFarOut_agree() {
        BigInteger both = HexDigits.extract(100_000, 64);
        assertThat(HexDigits.extract(100_032, 32)).isEqualTo(both.mod(BigInteger.ONE.shiftLeft(128)));
    }

    @Test
    void extract_badBounds_isRefused() {
        assertThatThrownBy(() -> HexDigits.extract(-1, 8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HexDigits.extract(0, 7)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HexDigits.extract(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HexDigits.extract(1 << 27, 8)).isInstanceOf(IllegalArgumentException.class);
    }
}
