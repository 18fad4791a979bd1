package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Joined;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.testkit.simulation.Packets;

/** What a selector waits for, and what it owes, when it moves. */
class MovedAnswersTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long SEEDS = 30;

    /** A future that a selector has handed out. In tests of one thread. */
    private static final AtomicReference<@Nullable CompletableFuture<Object>> HANDED_OUT = new AtomicReference<>();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Ask(ReplyTo<Object> asker) {}

    private record Report(ReplyTo<String> asker) {}

    private record Go(int place) {}

    /** Keeps who has asked, and answers the oldest when it is told to. */
    private static final class Keeper extends Actor<Object> {
        private final List<Ask> kept = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                kept.add(ask);
            } else if (message instanceof Go go) {
                migrateTo(new Place(go.place()));
            } else if (message.equals("exit")) {
                exit();
            } else if (message.equals("thread")) {
                kept.remove(0).asker().reply(Thread.currentThread());
            } else {
                kept.remove(0).asker().reply(message + " of " + here());
            }
        }
    }

    /** Asks in all the ways that there are, and says what it was told. */
    private static final class Asker extends Actor<Object> {
        private final Handle<Object> whom;
        private final List<String> told = new ArrayList<>();
        private @Nullable Join<Object> unfinished;

        Asker(Handle<Object> whom) {
            this.whom = whom;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Go go) {
                migrateTo(new Place(go.place()));
            } else if (message instanceof Report report) {
                report.asker().reply(here() + " " + told);
            } else {
                ask(message.toString());
            }
        }

        private void ask(String how) {
            switch (how) {
                case "plainly" -> request(MINUTE).whenComplete((answer, failure) -> note(answer, failure));
                case "shortly" -> request(SECOND).whenComplete((answer, failure) -> note(answer, failure));
                case "in stages" ->
                    request(MINUTE)
                            .thenApply(answer -> "<" + answer + ">")
                            .thenCompose(answer -> CompletableFuture.completedFuture(answer + "!"))
                            .handle((answer, failure) -> failure == null ? answer : "none")
                            .thenAccept(answer -> note(answer))
                            .thenRun(() -> note("done"));
                case "failing" ->
                    request(MINUTE).thenAccept(answer -> {
                        throw new IllegalStateException(answer.toString());
                    });
                case "by a class" -> {
                    // One that isn't java.io.Serializable.
                    BiConsumer<Object, Throwable> note = this::note;
                    request(MINUTE).whenComplete(note);
                }
                case "for ever" -> forEver();
                case "with a thread" -> {
                    Thread thread = Thread.currentThread();
                    request(MINUTE).thenAccept(answer -> note(answer.toString() + thread));
                }
                case "for somebody" -> HANDED_OUT.set(request(MINUTE));
                case "three" -> joining().all(outcome -> joined(outcome));
                case "leaving before it goes on" -> {
                    Join<Object> join = joining();
                    migrateTo(new Place(3));
                    join.all(outcome -> joined(outcome));
                }
                case "leaving between two" -> {
                    Join<Object> one = joining();
                    migrateTo(new Place(3));
                    Join<Object> other = joining();
                    one.first(0, outcome -> joined(outcome));
                    other.all(outcome -> joined(outcome));
                }
                case "unfinished" -> unfinished = joining();
                case "go on" -> {
                    Objects.requireNonNull(unfinished).all(outcome -> joined(outcome));
                    unfinished = null;
                }
                case "two of three" ->
                    joining().first(2, new Join.Continuation<>() {
                        @Override
                        public void run(Joined<Object> outcome) {
                            joined(outcome);
                        }
                    });
                default -> throw new IllegalArgumentException(how);
            }
        }

        private Answer<Object> request(Duration patience) {
            return whom.request(Ask::new, patience);
        }

        private Join<Object> joining() {
            return this.<Object>join(MINUTE)
                    .ask(whom, Ask::new)
                    .ask(whom, Ask::new)
                    .ask(whom, Ask::new);
        }

        private void forEver() {
            Consumer<Object> next = answer -> {
                note(answer, null);
                forEver();
            };
            request(MINUTE).thenAccept(next);
        }

        private void note(@Nullable Object answer, @Nullable Throwable failure) {
            note(failure == null ? String.valueOf(answer) : failure.getClass().getSimpleName());
        }

        private void note(String what) {
            told.add(what + " at " + here());
        }

        private void joined(Joined<Object> outcome) {
            note(outcome.values() + " " + outcome.isComplete());
        }
    }

    /** A cluster of four places, a keeper at the third and an asker at the second. */
    private record Scene(SimulatedCluster cluster, Handle<Object> keeper, Handle<Object> asker)
            implements AutoCloseable {
        static Scene of(long seed) {
            SimulatedCluster cluster =
                    SimulatedCluster.builder().places(4).seed(seed).copies().start();
            Handle<Object> keeper = cluster.place(0).create(new Place(2), Keeper::new);
            return new Scene(cluster, keeper, cluster.place(0).create(new Place(1), () -> new Asker(keeper)));
        }

        /** Has it ask, and waits until the question has come. */
        void ask(String how) {
            asker.send(how);
            settle();
        }

        void settle() {
            cluster.advance(Duration.ofMillis(100));
        }

        void move(Handle<Object> who, int to) {
            assertThat(cluster.await(cluster.place(0).move(who, new Place(to)))).isEqualTo(new Place(to));
        }

        void answer(String word) {
            keeper.send(word);
            settle();
        }

        String report() {
            CompletableFuture<String> report = asker.request(Report::new, MINUTE);
            return cluster.await(report);
        }

        int keptFor() {
            int kept = 0;
            for (int i = 0; i < 4; i++) {
                kept += cluster.isAlive(i)
                        ? cluster.cluster().kernel(i).requests().away()
                        : 0;
            }
            return kept;
        }

        long late() {
            long late = 0;
            for (int i = 0; i < 4; i++) {
                late += cluster.cluster().kernel(i).site().deadLetters().count(DeadLetters.Cause.LATE_REPLY);
            }
            return late;
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    private static void scene(Consumer<Scene> test) {
        Seeds.of(SEEDS).check(seed -> {
            try (Scene scene = Scene.of(seed)) {
                test.accept(scene);
            }
        });
    }

    @Test
    void request_answeredAfterTheMove_goesOnAtTheNewPlace() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            assertThat(scene.keptFor()).isEqualTo(1);
            scene.answer("yes");
            assertThat(scene.report()).isEqualTo("p3 [yes of p2 at p3]");
            assertThat(scene.keptFor()).isZero();
        });
    }

    @Test
    void stages_answeredAfterTheMove_runInTheirOrder() {
        scene(scene -> {
            scene.ask("in stages");
            scene.move(scene.asker(), 3);
            scene.answer("yes");
            assertThat(scene.report()).isEqualTo("p3 [<yes of p2>! at p3, done at p3]");
        });
    }

    @Test
    void stage_thatThrowsAfterTheMove_failsTheSelector() {
        try (Scene scene = Scene.of(1)) {
            scene.ask("failing");
            scene.move(scene.asker(), 3);
            scene.answer("yes");
            assertThat(scene.cluster().run().word()).isEqualTo(Ending.Word.FAILED);
        }
    }

    @Test
    void request_answeredAfterManyMovesAndReturn_isToldOnce() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            scene.move(scene.asker(), 0);
            scene.move(scene.asker(), 1);
            scene.answer("yes");
            assertThat(scene.report()).isEqualTo("p1 [yes of p2 at p1]");
            assertThat(scene.keptFor()).isZero();
        });
    }

    @Test
    void requests_whoseBothEndsMove_areAnswered() {
        scene(scene -> {
            scene.ask("plainly");
            CompletableFuture<Place> one = scene.cluster().place(0).move(scene.asker(), new Place(3));
            CompletableFuture<Place> other = scene.cluster().place(0).move(scene.keeper(), new Place(0));
            scene.cluster().await(one);
            scene.cluster().await(other);
            scene.answer("yes");
            assertThat(scene.report()).isEqualTo("p3 [yes of p0 at p3]");
        });
    }

    @Test
    void answer_onItsWayDuringTheMove_isSentOn() {
        scene(scene -> {
            scene.ask("plainly");
            Packets packets = scene.cluster().cluster().packets();
            packets.hold((from, to, kind) -> kind == PacketKind.REPLY && to == 1);
            scene.answer("yes");
            scene.move(scene.asker(), 3);
            assertThat(scene.report()).isEqualTo("p3 []");
            packets.hold((from, to, kind) -> false);
            scene.settle();
            assertThat(scene.report()).isEqualTo("p3 [yes of p2 at p3]");
        });
    }

    @Test
    void answer_sentWithTheMove_isToldOnce() {
        scene(scene -> {
            scene.ask("plainly");
            scene.keeper().send("yes");
            scene.asker().send(new Go(3));
            scene.settle();
            assertThat(scene.report()).matches("p3 \\[yes of p2 at p[13]]");
        });
    }

    @Test
    void join_halfAnswered_goesOnWithAllAnswers() {
        scene(scene -> {
            scene.ask("three");
            scene.answer("a");
            scene.move(scene.asker(), 3);
            scene.answer("b");
            assertThat(scene.report()).isEqualTo("p3 []");
            scene.answer("c");
            assertThat(scene.report()).isEqualTo("p3 [[a of p2, b of p2, c of p2] true at p3]");
        });
    }

    @Test
    void join_whoseContinuationIsGivenAfterTheOrderToMove_goesAlongAtOnce() {
        scene(scene -> {
            scene.ask("leaving before it goes on");
            assertThat(scene.report()).isEqualTo("p3 []");
            List.of("a", "b", "c").forEach(scene::answer);
            assertThat(scene.report()).isEqualTo("p3 [[a of p2, b of p2, c of p2] true at p3]");
        });
    }

    @Test
    void join_whoseContinuationIsGivenInALaterMessage_keepsTheSelectorUntilThen() {
        scene(scene -> {
            scene.ask("unfinished");
            CompletableFuture<Place> moved = scene.cluster().place(0).move(scene.asker(), new Place(3));
            scene.settle();
            assertThat(moved).isNotDone();
            scene.ask("go on");
            assertThat(moved).isCompletedWithValue(new Place(3));
            List.of("a", "b", "c").forEach(scene::answer);
            assertThat(scene.report()).isEqualTo("p3 [[a of p2, b of p2, c of p2] true at p3]");
        });
    }

    @Test
    void join_thatBeginsInTheMessageWithTheOrderToMove_refusesNothing() {
        scene(scene -> {
            scene.ask("leaving between two");
            assertThat(scene.report()).isEqualTo("p3 [[] true at p1]");
            List.of("-", "-", "-", "a", "b", "c").forEach(scene::answer);
            assertThat(scene.report()).isEqualTo("p3 [[] true at p1, [a of p2, b of p2, c of p2] true at p3]");
            assertThat(scene.late()).isEqualTo(3);
        });
    }

    @Test
    void join_thatHasEnoughAfterTheMove_givesUpTheRest() {
        scene(scene -> {
            scene.ask("two of three");
            scene.answer("a");
            scene.move(scene.asker(), 3);
            scene.answer("b");
            assertThat(scene.report()).isEqualTo("p3 [[a of p2, b of p2] true at p3]");
            scene.answer("c");
            assertThat(scene.late()).isEqualTo(1);
            assertThat(scene.keptFor()).isZero();
        });
    }

    @Test
    void timeOut_afterTheMove_comesWhenTheTimeIsOverThatWasLeft() {
        scene(scene -> {
            scene.ask("shortly");
            scene.move(scene.asker(), 3);
            Duration left = SECOND.minus(scene.cluster().now());
            scene.cluster().advance(left.minusMillis(1));
            assertThat(scene.report()).isEqualTo("p3 []");
            scene.cluster().advance(Duration.ofMillis(100));
            assertThat(scene.report()).isEqualTo("p3 [RequestTimeoutException at p3]");
            scene.answer("late");
            assertThat(scene.report()).isEqualTo("p3 [RequestTimeoutException at p3]");
            assertThat(scene.late()).isEqualTo(1);
            assertThat(scene.keptFor()).isZero();
        });
    }

    /** The move takes a while, by which the time-out comes later at the new place than where it was asked. */
    @Test
    void answer_betweenTheTimeOutsOfBothPlaces_isLateAndTheAskerHasTimedOut() {
        scene(scene -> {
            scene.ask("shortly");
            Packets packets = scene.cluster().cluster().packets();
            packets.hold((from, to, kind) -> kind == PacketKind.SHIP);
            CompletableFuture<Place> moved = scene.cluster().place(0).move(scene.asker(), new Place(3));
            scene.cluster().advance(Duration.ofMillis(500));
            packets.release();
            assertThat(scene.cluster().await(moved)).isEqualTo(new Place(3));
            scene.cluster().advance(SECOND.plusMillis(200).minus(scene.cluster().now()));
            scene.answer("late");
            assertThat(scene.late()).isEqualTo(1);

            assertThat(scene.cluster().run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(scene.report()).isEqualTo("p3 [RequestTimeoutException at p3]");
        });
    }

    @Test
    void timeOut_whileThePlaceOfTheQuestionIsStopped_comesAtTheNewPlace() {
        scene(scene -> {
            scene.ask("shortly");
            scene.move(scene.asker(), 3);
            assertThat(scene.report()).isEqualTo("p3 []"); // so that mail goes straight there
            scene.cluster().pause(1);
            scene.cluster().advance(SECOND);
            assertThat(scene.report()).isEqualTo("p3 [RequestTimeoutException at p3]");
            scene.cluster().resume(1);
            scene.settle();
            assertThat(scene.report()).isEqualTo("p3 [RequestTimeoutException at p3]");
            assertThat(scene.keptFor()).isZero();
            assertThat(scene.late()).isZero();
        });
    }

    @Test
    void timeOut_duringTheMove_comesAfterTheAsker() {
        scene(scene -> {
            scene.ask("shortly");
            Packets packets = scene.cluster().cluster().packets();
            packets.hold((from, to, kind) -> kind == PacketKind.SHIP);
            CompletableFuture<Place> moved = scene.cluster().place(0).move(scene.asker(), new Place(3));
            scene.cluster().advance(SECOND.multipliedBy(2));
            assertThat(scene.keptFor()).isZero();
            packets.release();
            assertThat(scene.cluster().await(moved)).isEqualTo(new Place(3));
            scene.settle();
            assertThat(scene.report()).isEqualTo("p3 [RequestTimeoutException at p3]");
        });
    }

    @Test
    void receiver_thatExitsAfterTheMove_isTold() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            scene.keeper().send("exit");
            scene.settle();
            scene.ask("plainly");
            assertThat(scene.report()).isEqualTo("p3 [ReceiverGoneException at p3]");
        });
    }

    @Test
    void request_whoseReceiverIsLostAfterTheMove_fails() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            scene.cluster().crash(2);
            scene.settle();
            assertThat(scene.report()).isEqualTo("p3 [PlaceLostException at p3]");
        });
    }

    @Test
    void request_whosePlaceIsLostThatTheAskerHasLeft_fails() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            scene.cluster().crash(1);
            scene.settle();
            assertThat(scene.report()).isEqualTo("p3 [PlaceLostException at p3]");
        });
    }

    @Test
    void asker_thatIsLostAfterTheMove_isForgottenWhenTheTimeIsOver() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            scene.cluster().crash(3);
            scene.cluster().advance(MINUTE);
            assertThat(scene.keptFor()).isZero();
        });
    }

    @Test
    void answer_toAnAskerThatHasExitedAfterTheMove_isADeadLetter() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            scene.asker().stop();
            scene.settle();
            scene.answer("yes");
            assertThat(scene.late()).isEqualTo(1);
            assertThat(scene.keptFor()).isZero();
        });
    }

    @Test
    void stall_afterTheMove_namesWhoWaitsForWhomAtTheNewPlace() {
        try (Scene scene = Scene.of(1)) {
            scene.ask("plainly");
            scene.move(scene.asker(), 3);
            Ending ending = scene.cluster().run();
            assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
            assertThat(ending.toString()).contains("Asker", "waits for the answer of", "to a request");
            assertThat(scene.cluster().cluster().kernel(1).requests().owed(2)).isEmpty();
            assertThat(scene.cluster().cluster().kernel(3).requests().owed(2)).hasSize(1);
        }
    }

    @Test
    void continuation_thatIsNotSerializable_keepsTheSelectorUntilItHasRun() {
        scene(scene -> {
            scene.ask("by a class");
            CompletableFuture<Place> moved = scene.cluster().place(0).move(scene.asker(), new Place(3));
            scene.settle();
            assertThat(moved).isNotDone();
            scene.answer("yes");
            assertThat(scene.cluster().await(moved)).isEqualTo(new Place(3));
            assertThat(scene.report()).isEqualTo("p3 [yes of p2 at p1]");
        });
    }

    @Test
    void continuation_thatAlwaysAsksAgainAndIsNotSerializable_refusesTheMoveWithTheReason() {
        scene(scene -> {
            scene.ask("for ever");
            CompletableFuture<Place> moved = scene.cluster().place(0).move(scene.asker(), new Place(3));
            scene.settle();
            scene.answer("yes");
            assertThatThrownBy(() -> scene.cluster().await(moved))
                    .hasMessageContaining("waits for the answer of")
                    .hasMessageContaining("bound to this place");
            assertThat(scene.report()).isEqualTo("p1 [yes of p2 at p1]");
        });
    }

    @Test
    void continuation_thatCapturesWhatCannotTravel_refusesTheMoveWithThePath() {
        scene(scene -> {
            scene.ask("with a thread");
            CompletableFuture<Place> moved = scene.cluster().place(0).move(scene.asker(), new Place(3));
            assertThatThrownBy(() -> scene.cluster().await(moved))
                    .hasMessageContaining("lambda in Asker")
                    .hasMessageContaining("java.lang.Thread");
            scene.answer("yes");
            assertThat(scene.report()).startsWith("p1 [yes of p2Thread");
        });
    }

    @Test
    void order_thatComesWhileTheSelectorIsPackedInVain_isFollowed() {
        Packing packing = new Packing(SimulatedCluster.builder().newCodec());
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(3).seed(1).codec(packing).start()) {
            Handle<Object> keeper = cluster.place(1).create(Keeper::new);
            CompletableFuture<Place> first = cluster.place(1).move(keeper, new Place(0));
            List<CompletableFuture<Place>> second = new ArrayList<>();
            // By a thread that is no part.
            packing.next(() -> CompletableFuture.runAsync(
                            () -> second.add(cluster.place(1).move(keeper, new Place(2))))
                    .join());
            packing.next(() -> {
                throw new UnencodableException("not now");
            });

            assertThatThrownBy(() -> cluster.await(first)).hasMessageContaining("not now");
            assertThat(cluster.await(second.get(0))).isEqualTo(new Place(2));
        }
    }

    @Test
    void future_thatWasHandedOut_refusesToBeWaitedForWhereItsSelectorHasLeft() {
        try (Scene scene = Scene.of(1)) {
            scene.ask("for somebody");
            scene.move(scene.asker(), 3);
            scene.answer("yes");
            CompletableFuture<Object> handedOut = Objects.requireNonNull(HANDED_OUT.getAndSet(null));
            assertThat(handedOut).isNotDone();
            assertThatThrownBy(handedOut::join)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has left");
        }
    }

    @Test
    void answer_owedInAFieldOfOneThatHasMoved_arrives() {
        scene(scene -> {
            scene.ask("plainly");
            scene.move(scene.keeper(), 3);
            scene.answer("yes");
            assertThat(scene.report()).isEqualTo("p1 [yes of p3 at p1]");
        });
    }

    @Test
    void answer_owedInMailOfOneThatHasMoved_arrives() {
        scene(scene -> {
            scene.keeper().pause();
            scene.settle();
            scene.ask("plainly");
            scene.move(scene.keeper(), 3);
            scene.keeper().resume();
            scene.answer("yes");
            assertThat(scene.report()).isEqualTo("p1 [yes of p3 at p1]");
        });
    }

    @Test
    void answer_thatCannotTravelAfterTheAsker_isAFailure() {
        Seeds.of(SEEDS).check(seed -> {
            // Without copies: what is answered at the asker's own place need not travel.
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(4).seed(seed).start()) {
                Handle<Object> keeper = cluster.place(1).create(Keeper::new);
                Scene scene = new Scene(cluster, keeper, cluster.place(1).create(() -> new Asker(keeper)));
                scene.ask("plainly");
                scene.move(scene.asker(), 3);
                scene.answer("thread");
                assertThat(scene.report()).isEqualTo("p3 [IllegalStateException at p3]");
            }
        });
    }
}
