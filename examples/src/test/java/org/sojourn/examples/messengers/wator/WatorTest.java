package org.sojourn.examples.messengers.wator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sojourn.examples.messengers.Simulated;
import org.sojourn.examples.messengers.View;

class WatorTest {
    private static Map<String, String> results(int places, long seed, String balance, WatorOptions options) {
        return Simulated.results(places, seed, balance, network -> Wator.start(network, options));
    }

    /** The script checks after each chronon that nobody is lost and nobody is twice. */
    @Test
    void ocean_underSeeds_losesNobody() {
        for (long seed = 1; seed <= 10; seed++) {
            int places = seed % 2 == 0 ? 3 : 1;
            assertThat(results(places, seed, "none", new WatorOptions(12, 20, 56, 14, View.NONE)))
                    .as("seed %s", seed)
                    .containsKeys("fish", "sharks", "trace");
        }
    }

    @Test
    void fishOnly_fillTheOcean() {
        assertThat(results(3, 1, "none", new WatorOptions(10, 40, 10, 0, View.NONE)))
                .containsEntry("fish", "100")
                .containsEntry("sharks", "0");
    }

    @Test
    void sharksOnly_areExtinctWhenTheyStarve() {
        assertThat(results(3, 1, "none", new WatorOptions(10, 2, 0, 30, View.NONE)))
                .containsEntry("sharks", "30");
        assertThat(results(3, 1, "none", new WatorOptions(10, 3, 0, 30, View.NONE)))
                .containsEntry("sharks", "0");
    }
}
