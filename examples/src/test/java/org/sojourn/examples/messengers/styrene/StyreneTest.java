package org.sojourn.examples.messengers.styrene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sojourn.examples.messengers.Simulated;

class StyreneTest {
    /** Mixed venous blood, fat, rich, slow, liver, and what was broken down: by a method of the fourth order. */
    private static final double[] RAT_AFTER_1 = {0.763497, 19.94973, 3.71772, 1.13085, 0.67155, 1.088565};

    private static final double[] RAT_AFTER_6 = {1.068455, 89.65068, 4.75567, 1.58336, 0.96122, 8.389174};
    private static final double[] RAT_AFTER_24 = {0.007843, 2.36623, 0.02657, 0.00946, 0.00332, 10.425623};
    private static final double[] HUMAN_AFTER_6 = {1.081685, 8.36640, 7.94301, 1.37804, 1.08866, 512.088794};
    private static final double[] HUMAN_AFTER_24 = {0.024678, 6.64942, 0.13835, 0.02456, 0.01062, 634.582809};

    private static Map<String, String> results(int places, long seed, String balance, StyreneOptions options) {
        return Simulated.results(places, seed, balance, network -> Styrene.start(network, options));
    }

    @Test
    void sequential_withSmallerSteps_convergesToTheKnownConcentrations() {
        int steps = 16_000;
        isNear(Euler.after(Body.RAT, 80, steps, steps), RAT_AFTER_1);
        isNear(Euler.after(Body.RAT, 80, steps, 6 * steps), RAT_AFTER_6);
        isNear(Euler.after(Body.RAT, 80, steps, 24 * steps), RAT_AFTER_24);
        isNear(Euler.after(Body.HUMAN, 80, steps, 6 * steps), HUMAN_AFTER_6);
        isNear(Euler.after(Body.HUMAN, 80, steps, 24 * steps), HUMAN_AFTER_24);
    }

    private static void isNear(double[] found, double[] known) {
        for (int i = 0; i < known.length; i++) {
            assertThat(found[i]).as(Arrays.toString(found)).isCloseTo(known[i], withinPercentage(0.1));
        }
    }

    @Test
    void sequential_withHalfTheStep_hasHalfTheError() {
        double coarse = Euler.after(Body.RAT, 80, 1000, 1000)[0] - RAT_AFTER_1[0];
        double fine = Euler.after(Body.RAT, 80, 2000, 2000)[0] - RAT_AFTER_1[0];
        assertThat(coarse / fine).isBetween(1.9, 2.1);
    }

    @Test
    void waves_onOnePlace_equalTheSequentialProgram() {
        // The script compares all bits with it.
        assertThat(results(1, 1, "none", new StyreneOptions(250, 24, 80, false)))
                .containsKeys("hours1", "hours6", "hours24");
    }

    @Test
    void waves_onThreePlacesWhileNodesMove_equalTheSequentialProgram() {
        for (long seed = 1; seed <= 6; seed++) {
            String balance = seed % 2 == 0 ? "rotate" : "none";
            assertThat(results(3, seed, balance, new StyreneOptions(250, 1, 80, seed % 3 == 0)))
                    .as("seed %s", seed)
                    .containsKey("hours1");
        }
    }

    @Test
    void check_oneBitIsWrong_isFound() {
        double[] found = Euler.after(Body.RAT, 80, 250, 250);
        Styrene.check(0, 80, 250, 250, found);
        found[3] = Math.nextUp(found[3]);
        assertThatThrownBy(() -> Styrene.check(0, 80, 250, 250, found)).hasMessageContaining("should be");
    }
}
