package org.sojourn.examples.messengers.hull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.sojourn.examples.messengers.Simulated;

class HullTest {
    private static Map<String, String> results(int places, long seed, String balance, int points) {
        return Simulated.results(places, seed, balance, network -> Hull.start(network, new HullOptions(points)));
    }

    @Test
    void hull_ofKnownPoints_isTheKnownOne() {
        assertThat(results(1, 1, "none", 1024))
                .containsEntry("vertices", "18")
                .containsEntry("twiceArea", "1965534653945");
        assertThat(results(3, 1, "none", 4096))
                .containsEntry("vertices", "26")
                .containsEntry("twiceArea", "1991306751890");
        assertThat(results(2, 1, "none", 32_768))
                .containsEntry("vertices", "31")
                .containsEntry("twiceArea", "1997913863994");
    }

    @Test
    void hull_onPlacesUnderSeeds_isTheSame() {
        for (long seed = 1; seed <= 20; seed++) {
            String balance = seed % 2 == 0 ? "rotate" : "none";
            assertThat(results(3, seed, balance, 2000 + (int) seed))
                    .as("seed %s", seed)
                    .isEqualTo(results(1, 1, "none", 2000 + (int) seed));
        }
    }

    @Test
    void of_fewPointsOnASmallGrid_isWhatAnotherAlgorithmFinds() {
        SplittableRandom random = new SplittableRandom(7);
        for (int run = 0; run < 20_000; run++) {
            int range = 1 + random.nextInt(12);
            long[] packed = random.longs(1 + random.nextInt(20), 0, (long) range * range)
                    .sorted()
                    .distinct()
                    .toArray();
            long[] at = new long[2 * 32];
            for (int i = 0; i < packed.length; i++) {
                at[2 * i] = packed[i] / range;
                at[2 * i + 1] = packed[i] % range;
            }
            Chain hull = Hull.of(packed.length, at);
            long[] expected = MonotoneChain.hull(packed.length, at);
            assertThat(Arrays.copyOf(hull.at(), 2 * hull.count()))
                    .as(() -> Arrays.toString(at))
                    .isEqualTo(expected);
        }
    }

    @Test
    void check_cornerIsMissing_isFound() {
        Chain points = Hull.draw(100);
        Chain hull = Hull.of(points.count(), points.at());
        Hull.check(100, hull.count(), hull.at());
        assertThatThrownBy(() -> Hull.check(100, hull.count() - 1, hull.at())).hasMessageContaining("should be");
    }
}
