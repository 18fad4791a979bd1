package org.sojourn.examples.messengers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.messengers.Network;
import org.sojourn.testkit.SimulatedCluster;

/** Runs of programs of messengers on simulated places. */
public final class Simulated {
    private Simulated() {}

    /** {@return what a program reports that runs under a seed} */
    public static Map<String, String> results(
            int places, long seed, String balance, Function<Network, CompletionStage<Void>> program) {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .balance(balance)
                .allow("org.sojourn.examples.messengers")
                .start()) {
            var end = program.apply(cluster.guest(0, Network.class)).toCompletableFuture();
            Ending ending = cluster.run();
            if (end.isCompletedExceptionally()) {
                end.join();
            }
            assertThat(ending.word())
                    .as("with seed %s: %s", seed, ending.sentences())
                    .isEqualTo(Ending.Word.QUIESCENT);
            assertThat(end).as("with seed %s", seed).isCompleted();
            assertThat(ending.sentences())
                    .as("with seed %s, who is left", seed)
                    .noneMatch(each -> each.contains("Messenger"));
            return cluster.results();
        }
    }
}
