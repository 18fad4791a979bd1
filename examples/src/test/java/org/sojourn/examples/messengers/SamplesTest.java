package org.sojourn.examples.messengers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {
    private static Map<String, String> results(int places, long seed, String script) {
        return Simulated.results(
                places,
                seed,
                seed % 2 == 0 ? "rotate" : "none",
                network -> network.inject(Scripts.load(Scripts.class, "samples/" + script))
                        .start());
    }

    @ParameterizedTest
    @CsvSource({"ring, hops, 8", "grid, links, 31", "tree, ends, 2"})
    void sample_onPlacesUnderSeeds_buildsWhatItSays(String script, String key, String value) {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(results(1 + (int) seed % 3, seed, script))
                    .as("seed %s", seed)
                    .containsEntry(key, value);
        }
    }
}
