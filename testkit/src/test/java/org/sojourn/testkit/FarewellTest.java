package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.ReplyTo;

/** A place that was to leave, and stays. */
class FarewellTest {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(10);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Where(ReplyTo<Integer> asker) {}

    private static final class Resident extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Where where) {
                where.asker().reply(here().id());
                exit();
            }
        }
    }

    private static int where(SimulatedCluster cluster, Handle<Object> who) {
        return cluster.await(who.<Integer>request(Where::new, SHORT));
    }

    /** As if it had to be used by others for ever. */
    @Test
    void leaver_thatCantHandOverWhatItDoes_staysAndNothingWaitsForIt() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 7)) {
            boolean[] isFree = new boolean[1];
            cluster.cluster().kernel(1).farewell().onEmpty(() -> isFree[0]);
            CompletableFuture<String> leaving = cluster.leave(1);
            cluster.advance(SHORT);
            assertThat(where(cluster, cluster.place(0).create(Placement.leastLoaded(), Resident::new)))
                    .isNotEqualTo(1);
            cluster.advance(LONG);

            assertThat(leaving).isDone();
            assertThat(cluster.await(leaving)).contains("something has been created or has moved here meanwhile");
            assertThat(cluster.isAlive(1)).isTrue();
            for (int place = 0; place < 3; place++) {
                // It stays drained: what is created there moves on.
                assertThat(where(cluster, cluster.place(place).create(new Place(1), Resident::new)))
                        .isBetween(0, 2);
            }

            isFree[0] = true;
            assertThat(cluster.await(cluster.leave(1))).isEmpty();
            assertThat(cluster.isAlive(1)).isFalse();
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        }
    }

    /** The place that joins is waited for by itself, and for longer. */
    @Test
    void leaver_thatStaysWhileAnotherPlaceIsStillAsked_releasesItsHoldOnce() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 11)) {
            boolean[] isFree = new boolean[1];
            cluster.cluster().kernel(1).farewell().onEmpty(() -> isFree[0]);
            CompletableFuture<String> leaving = cluster.leave(1);
            cluster.advance(Duration.ofSeconds(5));
            int joined = cluster.join();
            cluster.await(leaving);
            cluster.advance(LONG);
            assertThat(cluster.cluster().kernel(1).site().isPassiveBut(0))
                    .as("it holds itself as often as it has released itself")
                    .isTrue();

            assertThat(where(cluster, cluster.place(joined).create(new Place(joined), Resident::new)))
                    .isEqualTo(joined);
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        }
    }

    /** Could be emptied as soon as it has given up, while the place that has joined is still to be told so. */
    @Test
    void leaver_thatIsEmptyAfterItHasGivenUp_tellsNobodyThatItLeaves() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 12)) {
            boolean[] isFree = new boolean[1];
            cluster.cluster().kernel(1).farewell().onEmpty(() -> isFree[0]);
            CompletableFuture<String> leaving = cluster.leave(1);
            cluster.advance(Duration.ofSeconds(5));
            cluster.join();
            assertThat(cluster.await(leaving)).contains("meanwhile");
            isFree[0] = true;
            cluster.advance(LONG);

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
            assertThat(cluster.isAlive(1)).isTrue();
        }
    }

    private record Wonder(Handle<Object> whom) {}

    private record Told(ReplyTo<String> asker) {}

    /** Asks for what takes an hour, moves on, and says what has come of it. */
    private static final class Patient extends Actor<Object> {
        private String told = "";

        @Override
        protected void process(Object message) {
            if (message instanceof Wonder wonder) {
                wonder.whom()
                        .<Integer>request(Where::new, Duration.ofHours(1))
                        .whenComplete((answer, failure) -> told = String.valueOf(failure));
                migrateTo(new Place(2));
            } else if (message instanceof Told ask) {
                ask.asker().reply(told);
            }
        }
    }

    /** Answers nobody. */
    private static final class Silent extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    /** The answer would come by way of the place where it was asked. */
    @Test
    void leaver_whereAnAnswerIsAwaitedThatNeverComes_leavesAllTheSame() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 14)) {
            Handle<Object> silent = cluster.place(0).create(Silent::new);
            Handle<Object> patient = cluster.place(0).create(new Place(1), Patient::new);
            patient.send(new Wonder(silent));
            cluster.advance(SHORT);
            CompletableFuture<String> leaving = cluster.leave(1);
            cluster.advance(Duration.ofMinutes(1));

            assertThat(leaving).isCompletedWithValue("");
            assertThat(cluster.await(patient.<String>request(Told::new, SHORT)))
                    .contains("PlaceLostException", "leaves the run, where it was asked");
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    private record Meet(Handle<Object> whom) {}

    private record Ask(ReplyTo<Integer> asker) {}

    /** Knows of another by a message, and has sent it nothing. */
    private static final class Friend extends Actor<Object> {
        private @Nullable Handle<Object> other;

        @Override
        protected void process(Object message) {
            if (message instanceof Meet meet) {
                other = meet.whom();
            } else if (message instanceof Ask ask) {
                Objects.requireNonNull(other).<Integer>request(Where::new, LONG).thenAccept(place -> {
                    ask.asker().reply(place);
                    exit();
                });
            }
        }
    }

    /** A place joins when the others hold back already what they have for the leaver, and that can't hand over a second time. */
    @Test
    void leaver_thatStaysWhenOthersHoldMailBackForIt_getsThatMail() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 13)) {
            boolean[] isFree = {true};
            cluster.cluster().kernel(1).farewell().onEmpty(() -> isFree[0]);
            Handle<Object> resident = cluster.place(0).create(new Place(1), Resident::new);
            Handle<Object> friend = cluster.place(0).create(new Place(2), Friend::new);
            friend.send(new Meet(resident));
            cluster.advance(SHORT);
            cluster.cluster().packets().hold((from, to, kind) -> kind == PacketKind.PARTING);
            CompletableFuture<String> leaving = cluster.leave(1);
            cluster.advance(SHORT); // they have settled, and await its going
            isFree[0] = false;
            cluster.join();
            CompletableFuture<Integer> answer = friend.request(Ask::new, LONG).toCompletableFuture();
            assertThat(cluster.await(leaving)).contains("meanwhile");
            cluster.cluster().packets().release();

            assertThat(cluster.await(answer)).isNotEqualTo(1);
            cluster.advance(SHORT);
            for (int place = 0; place < cluster.cluster().members(); place++) {
                assertThat(cluster.cluster().kernel(place).site().isHeld())
                        .as("p" + place + " is held")
                        .isEqualTo(place == 0); // main's
            }
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        }
    }
}
