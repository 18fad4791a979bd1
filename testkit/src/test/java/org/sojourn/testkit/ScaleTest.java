package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;

/**
 * What a place has to bear doesn't grow with the number of places, or with its logarithm at most. The profile {@code scale} goes to
 * 1,000 places and a million selectors; its table is in the output of this test.
 */
class ScaleTest {
    private static final int[] PLACES = Arrays.stream(
                    System.getProperty("sojourn.scale.places", "8,64").split(","))
            .mapToInt(Integer::parseInt)
            .toArray();

    private static final int SELECTORS = Integer.getInteger("sojourn.scale.selectors", 100);

    /** What is a matter of chance. */
    private static final double SLACK = 1.25;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void costsOfAPlace_withEverMorePlaces_growWithTheirLogarithmAtMost() {
        List<ScaleRun.Costs> all = new ArrayList<>();
        System.out.println("seed 1\n" + ScaleRun.Costs.heading());
        for (int places : PLACES) {
            long began = System.nanoTime();
            ScaleRun.Costs costs = ScaleRun.run(1, places, SELECTORS);
            System.out.println(costs + "   " + (System.nanoTime() - began) / 1_000_000 + " ms");
            all.add(costs);
        }

        for (ScaleRun.Costs costs : all) {
            assertGrowth(all.get(0), costs, "entries of a name table", ScaleRun.Costs::names);
            assertGrowth(all.get(0), costs, "packets because somebody has moved", ScaleRun.Costs::forwarding);
            assertGrowth(all.get(0), costs, "packets about work under poll", ScaleRun.Costs::polled);
            // Loads are equal, so there are few, which is a matter of chance: no more than under poll, or not growing
            // faster.
            assertGrowth(
                    all.get(0),
                    costs,
                    "packets about loads under measure",
                    each -> Math.max(each.measured(), each.polled()));
            assertThat(costs.passed())
                    .as("greetings sent on, per greeting of somebody who has moved")
                    .isLessThanOrEqualTo(1);
            assertThat(costs.termination())
                    .as("packets of a place in one wave, of %d places", costs.places())
                    .isLessThanOrEqualTo(Bound.WAVE_FAN_OUT.intValue() + 2);
        }
    }

    private static void assertGrowth(
            ScaleRun.Costs small, ScaleRun.Costs large, String what, ToDoubleFunction<ScaleRun.Costs> cost) {
        double most = cost.applyAsDouble(small) * Math.log(large.places()) / Math.log(small.places()) * SLACK;
        assertThat(cost.applyAsDouble(large))
                .as(
                        "%s at the busiest of %d places; %d have %s",
                        what, large.places(), small.places(), cost.applyAsDouble(small))
                .isLessThanOrEqualTo(most);
    }
}
