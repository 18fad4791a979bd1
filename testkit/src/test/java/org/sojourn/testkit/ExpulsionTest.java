package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.place.Expulsion;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** What becomes of a place that is put out while its process goes on; and that the checker finds what it must. */
class ExpulsionTest {
    private static final long SEEDS = Long.getLong("sojourn.expulsions", 40);

    /** A fault must show within so many. */
    private static final long SEARCHED = 40;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void place_putOutAtAnyTime_endsAllThatLivesAndWaitsThere() {
        Seeds.of(SEEDS).check(seed -> assertThat(ExpulsionRun.run(seed)).isEmpty());
    }

    private record Question(ReplyTo<String> asker) {}

    private static final class Silent extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    /** A value is being decoded for ever, and putting others out waits for that. */
    @Test
    void place_whereTheLossesCanNotBeTold_endsInTimeAllTheSame() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 3)) {
            Handle<Object> silent = cluster.place(1).create(new Place(0), Silent::new);
            CompletableFuture<String> answer = silent.request(Question::new, Duration.ofHours(1));
            cluster.advance(Duration.ofSeconds(1));
            CompletableFuture<List<String>> end =
                    Expulsion.of(cluster.cluster().kernel(1), "the test wants it", never -> {});
            cluster.advance(Duration.ofMillis(Bound.EXPULSION_MILLIS.value() + 1_000));

            assertThat(end).isCompletedWithValue(List.of());
            assertThat(answer).isCompletedExceptionally();
        }
    }

    private static final class Mover extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    /** It is for a selector on its way, of which nobody will say here whether it has come. */
    @Test
    void mail_heldBackAtAPlaceThatIsPutOut_isADeadLetterAndHoldsNobodyUp() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 3)) {
            Kernel kernel = cluster.cluster().kernel(1);
            Handle<Object> mover = cluster.place(1).create(Mover::new);
            cluster.cluster().packets().hold((from, to, kind) -> kind == PacketKind.SHIP);
            cluster.place(1).move(mover, new Place(0));
            cluster.advance(Duration.ofSeconds(1));
            mover.send("held back");
            assertThat(kernel.migration().heldBack()).hasSize(1);
            CompletableFuture<List<String>> end = Expulsion.of(kernel, "the test wants it", Runnable::run);
            cluster.advance(Duration.ofMillis(Bound.EXPULSION_MILLIS.value() + 1_000));

            assertThat(end).isCompletedWithValue(List.of());
            assertThat(kernel.migration().heldBack()).isEmpty();
            assertThat(cluster.deadLetters(1)).isEqualTo(1);
        }
    }

    static List<Fault> faults() {
        return List.of(
                new Fault("Expulsion", "kernel.requests().lost(site.self());", "", "a thread waits"),
                new Fault("Expulsion", "living.forEach(each -> each.endFor(reason));", "", "doesn't end"),
                new Fault("Parts.lives", "all.add(cell);", "", "haven't exited"),
                new Fault("Migration.expelled", "isExpelled = true;", "", "has exited at p1 and lives at p2"),
                new Fault("Expulsion", "board.lost(each,", "String.valueOf(", "got out|doesn't end|waits"));
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(ExpulsionRun.class, SEARCHED);
    }
}
