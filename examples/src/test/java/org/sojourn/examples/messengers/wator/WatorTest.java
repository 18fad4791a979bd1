package org.sojourn.examples.messengers.wator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.examples.messengers.Simulated;
import org.sojourn.examples.messengers.View;

class WatorTest {
    private static Map<String, String> results(int places, long seed, String balance, WatorOptions options) {
        return Simulated.results(places, seed, balance, network -> Wator.start(network, options));
    }

    /** The script checks after each chronon that nobody is lost and nobody is twice. */
    @Test
    void ocean_underSeeds_losesNobody() {
        for (long seed = 1; seed <= 3; seed++) {
            int places = seed % 2 == 0 ? 3 : 1;
            assertThat(results(
                            places,
                            seed,
                            seed % 2 == 0 ? "rotate" : "none",
                            new WatorOptions(8, 8, 24, 6, View.NONE)))
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

    @Test
    void census_whereSomebodyIsMissingOrTwice_saysSo() {
        Wator.census(10, 5, new int[] {0, 12, 4, 3, 0, 1, 1, 0});
        assertThatThrownBy(() -> Wator.census(10, 5, new int[] {0, 11, 4, 3, 0, 1, 1, 0}))
                .hasMessageContaining("the fish that were born");
        assertThatThrownBy(() -> Wator.census(10, 5, new int[] {0, 12, 5, 3, 0, 1, 1, 0}))
                .hasMessageContaining("the sharks that were born");
        assertThatThrownBy(() -> Wator.census(10, 5, new int[] {0, 12, 4, 3, 0, 1, 1, 1}))
                .hasMessageContaining("two cells");
    }

    @Test
    void twice_ofAMessengerInTwoCells_countsIt() {
        assertThat(Wator.twice(new short[] {1, 0, 2}, new Object[] {"a", null, "b"}))
                .isZero();
        assertThat(Wator.twice(new short[] {1, 0, 2}, new Object[] {"a", null, "a"}))
                .isEqualTo(1);
        assertThat(Wator.twice(new short[] {1, 1, 0}, new Object[] {"a", null, "b"}))
                .isEqualTo(2);
    }

    @Test
    void ocean_thatIsWatched_isDrawnAfterEachChronon(@TempDir Path directory) {
        results(2, 1, "none", new WatorOptions(6, 3, 8, 3, new View(Optional.of(directory), 1)));
        for (int chronon = 1; chronon <= 3; chronon++) {
            assertThat(directory.resolve("wator-000" + chronon + ".svg"))
                    .content()
                    .contains("viewBox=\"0 0 6 6\"");
            assertThat(directory.resolve("wator-000" + chronon + ".png")).isNotEmptyFile();
        }
    }
}
