package org.sojourn.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Consumer;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.SimulatedCluster;

/** Runs of programs on three simulated places, while all that can move does. */
public final class Rotated {
    private Rotated() {}

    /** {@return what a program reports that runs under a seed, and checks itself} */
    public static Map<String, String> results(long seed, Consumer<SelectorSystem> program) {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(3)
                .seed(seed)
                .balance("rotate")
                .allow("org.sojourn.examples")
                .start()) {
            program.accept(cluster.place(0));
            Ending ending = cluster.run();
            assertThat(ending.word())
                    .as("with seed %s: %s", seed, ending.sentences())
                    .isEqualTo(Ending.Word.FINISHED);
            assertThat(ending.reports().values().stream()
                            .mapToLong(PlaceReport::moves)
                            .sum())
                    .as("moves with seed %s", seed)
                    .isPositive();
            return cluster.results();
        }
    }
}
