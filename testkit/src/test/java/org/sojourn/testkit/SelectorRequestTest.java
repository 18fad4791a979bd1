package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReceiverGoneException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RequestTimeoutException;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.UnsendableException;

/** Requests, answers, and the registry. */
class SelectorRequestTest extends OnePlace {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void request_answered_completes() {
        CompletableFuture<String> answer = probe.handle().request(Ask::new, SECOND);

        probe.expectNext(Ask.class).asker().reply("yes");

        assertThat(place.await(answer)).isEqualTo("yes");
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    /** Each waits in its own way, on the only thread there is. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void wait_ofTheTestItself_hasThePlaceRun(Way way) throws Exception {
        Handle<Ask> answering = place.create(() -> new Answering(Duration.ofMillis(1)));
        assertThat(way.await(answering.request(Ask::new, SECOND))).isEqualTo("late");
        assertThatThrownBy(() -> way.await(probe.handle().request(Ask::new, SECOND)))
                .cause()
                .isInstanceOf(RequestTimeoutException.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void wait_ofTheTestItself_inACluster_hasAllPlacesRun(Way way) throws Exception {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            Handle<Ask> answering = cluster.place(0).create(new Place(2), () -> new Answering(Duration.ofMillis(1)));
            assertThat(way.await(answering.request(Ask::new, SECOND))).isEqualTo("late");
        }
    }

    @Test
    void wait_ofTheTestItself_atAPlaceThatIsClosed_isRefused() {
        TestPlace closed = TestPlace.open();
        CompletableFuture<String> answer =
                closed.create(() -> new Answering(SECOND)).request(Ask::new, SECOND);
        closed.close();
        assertThatThrownBy(answer::join)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the test waits for an answer that doesn't come: its place has been stopped");
    }

    @Test
    void wait_ofTheTestItself_forAWhile_takesThatVirtualTime() throws Exception {
        Handle<Ask> answering = place.create(() -> new Answering(SECOND));
        CompletableFuture<String> answer = answering.request(Ask::new, SECOND.multipliedBy(3));
        assertThatThrownBy(() -> answer.get(999, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(answer.get(1, TimeUnit.MILLISECONDS)).isEqualTo("late");
    }

    private enum Way {
        JOIN {
            @Override
            Object await(CompletableFuture<String> answer) {
                return answer.join();
            }
        },
        GET {
            @Override
            Object await(CompletableFuture<String> answer) throws Exception {
                return answer.get();
            }
        },
        GET_FOR_A_WHILE {
            @Override
            Object await(CompletableFuture<String> answer) throws Exception {
                return answer.get(1, TimeUnit.HOURS);
            }
        },
        JOIN_A_STAGE {
            @Override
            Object await(CompletableFuture<String> answer) {
                return answer.thenApply(value -> value).join();
            }
        };

        abstract Object await(CompletableFuture<String> answer) throws Exception;
    }

    /** Takes its time. */
    private static final class Answering extends Actor<Ask> {
        private final Duration time;
        private @Nullable ReplyTo<String> asker;

        Answering(Duration time) {
            this.time = time;
        }

        @Override
        protected void process(Ask message) {
            if (asker == null) {
                asker = message.asker();
                after(time, message);
            } else {
                asker.reply("late");
                asker = null;
            }
        }
    }

    @Test
    void request_answeredWithNull_completes() {
        CompletableFuture<String> answer = probe.handle().request(Ask::new, SECOND);

        probe.expectNext(Ask.class).asker().reply(null);

        assertThat(place.await(answer)).isNull();
    }

    @Test
    void request_withoutEnd_isAnsweredLikeAnyOther() {
        CompletableFuture<String> answer = probe.handle().request(Ask::new, ChronoUnit.FOREVER.getDuration());
        Ask ask = probe.expectNext(Ask.class);
        place.advance(Duration.ofDays(10_000));
        assertThat(answer).isNotDone();

        ask.asker().reply("yes");

        assertThat(place.await(answer)).isEqualTo("yes");
    }

    @Test
    void request_notAnswered_timesOutAfterExactlyThatTime() {
        CompletableFuture<String> answer = probe.handle().request(Ask::new, SECOND);
        Ask ask = probe.expectNext(Ask.class);

        place.advance(SECOND.minusNanos(1));
        assertThat(answer).isNotDone();
        place.advance(Duration.ofNanos(1));

        assertThatThrownBy(() -> place.await(answer))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageContaining("within 1000 ms");
        ask.asker().reply("late");
        place.run();
        assertThat(place.deadLetters()).isEqualTo(1);
    }

    @Test
    void request_answeredTwice_theFirstCounts() {
        CompletableFuture<String> answer = probe.handle().request(Ask::new, SECOND);
        Ask ask = probe.expectNext(Ask.class);

        ask.asker().reply("first");
        ask.asker().reply("second");

        assertThat(place.await(answer)).isEqualTo("first");
        assertThat(place.deadLetters()).isEqualTo(1);
    }

    @Test
    void request_failed_completesWithThatFailure() {
        CompletableFuture<String> answer = probe.handle().request(Ask::new, SECOND);

        probe.expectNext(Ask.class).asker().fail(new IllegalStateException("no tea"));

        assertThatThrownBy(() -> place.await(answer))
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no tea");
    }

    @Test
    void request_toAnExitedReceiver_failsAtOnce() {
        Handle<Object> gone = place.create(() -> new Asker(probe.handle()));
        gone.stop();
        place.run();

        CompletableFuture<String> answer = gone.request(Ask::new, SECOND);

        assertThatThrownBy(() -> place.await(answer)).cause().isInstanceOf(ReceiverGoneException.class);
    }

    @Test
    void request_whileTheReceiverExits_failsAtOnce() {
        Handle<Object> paused = place.create(() -> new Asker(probe.handle()));
        paused.pause();
        CompletableFuture<String> answer = paused.request(Ask::new, SECOND);
        place.run();
        assertThat(answer).isNotDone();

        paused.stop();

        assertThatThrownBy(() -> place.await(answer)).cause().isInstanceOf(ReceiverGoneException.class);
    }

    @Test
    void request_withoutPositiveTimeout_isRefused() {
        assertThatThrownBy(() -> probe.handle().request(Ask::new, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be positive");
    }

    /** Asks from within, with every guard closed. */
    private static final class Asker extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Handle<Object> out;
        private int processed;

        Asker(Handle<Object> out) {
            super(ALL);
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            processed++;
            if (message.equals("ask")) {
                setEnabled(ALL, false);
                CompletableFuture<String> answer = out.request(Ask::new, SECOND);
                answer.whenComplete((value, failure) -> {
                    out.send("answer " + value + " after " + processed);
                    setEnabled(ALL, true);
                });
            } else if (message.equals("join")) {
                CompletableFuture<String> answer = out.request(Ask::new, SECOND);
                try {
                    answer.join();
                } catch (IllegalStateException e) {
                    out.send("refused: " + e.getMessage());
                }
                try {
                    answer.thenApply(String::length).join();
                } catch (IllegalStateException e) {
                    out.send("refused too");
                }
            } else {
                out.send(message);
            }
        }
    }

    @Test
    void request_fromASelector_isContinuedInItsTurnWhateverItsGuardsAndPause() {
        Handle<Object> out = probe.handle();
        Handle<Object> asker = place.create(() -> new Asker(out));
        asker.send("ask");
        asker.send("held back");
        Ask ask = probe.expectNext(Ask.class);
        probe.expectNothing();
        asker.pause();

        ask.asker().reply("yes");

        probe.expect("answer yes after 1");
        probe.expectNothing();
        asker.resume();
        probe.expect("held back");
    }

    @Test
    void request_fromASelectorNotAnswered_isContinuedAfterTheTimeout() {
        Handle<Object> out = probe.handle();
        Handle<Object> asker = place.create(() -> new Asker(out));
        asker.send("ask");
        probe.expectNext(Ask.class);

        place.advance(SECOND);

        probe.expect("answer null after 1");
    }

    @Test
    void join_insideAHandler_isRefusedWithTheRemedy() {
        Handle<Object> out = probe.handle();
        place.create(() -> new Asker(out)).send("join");

        probe.expectNext(Ask.class);
        assertThat(probe.expectNext(String.class)).contains("thenAccept");
        probe.expect("refused too");
    }

    /** Exits while an answer is on its way to it. */
    private static final class Impatient extends Actor<Object> {
        private final Handle<Object> out;

        Impatient(Handle<Object> out) {
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            out.request(Ask::new, SECOND).thenAccept(value -> out.send("never"));
            exit();
        }
    }

    @Test
    void reply_toAnAskerThatHasExited_isADeadLetter() {
        Handle<Object> out = probe.handle();
        place.create(() -> new Impatient(out)).send("go");

        probe.expectNext(Ask.class).asker().reply("too late");

        probe.expectNothing();
        assertThat(place.deadLetters()).isEqualTo(1);
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void registry_nameTaken_saysFalse() {
        Handle<Object> other = place.create(() -> new Impatient(probe.handle()));

        assertThat(place.await(place.system().register("desk", probe.handle()))).isTrue();
        assertThat(place.await(place.system().register("desk", probe.handle()))).isTrue();
        assertThat(place.await(place.system().register("desk", other))).isFalse();

        Handle<Object> found = place.await(place.system().lookup("desk", SECOND));
        assertThat(found).isEqualTo(probe.handle());
    }

    @Test
    void lookup_beforeRegistration_waits() {
        CompletableFuture<Handle<Object>> found = place.system().lookup("desk", SECOND);
        place.run();
        assertThat(found).isNotDone();

        place.system().register("desk", probe.handle());

        assertThat(place.await(found)).isEqualTo(probe.handle());
    }

    @Test
    void lookup_neverRegistered_timesOutAndNamesWhatThereIs() {
        place.await(place.system().register("stock", probe.handle()));
        place.await(place.system().register("counter", probe.handle()));
        CompletableFuture<Handle<Object>> found = place.system().lookup("desk", SECOND);

        place.advance(SECOND);

        assertThatThrownBy(() -> place.await(found))
                .cause()
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessage(
                        "nothing was registered as \"desk\" within 1000 ms, and registered are \"counter\", \"stock\";"
                                + " call register(\"desk\", handle) at any place, or correct the name");
        place.await(place.system().register("desk", probe.handle()));
        assertThat(place.deadLetters()).isZero(); // nobody waits any more
    }

    @Test
    void lookup_thatHoldsARunUp_isNamed() {
        place.system().lookup("desk", SECOND);

        Ending ending = place.end();

        assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
        assertThat(ending.toString()).contains("to lookup(\"desk\")");
    }

    /** Can't travel. */
    private record Socketlike(Thread thread) {}

    @Test
    void send_whatCannotTravelOnACopyingPlace_isRefusedWithThePath() {
        try (TestPlace copying = TestPlace.copying()) {
            Probe<Object> receiver = copying.probe(Object.class);

            receiver.handle().send("fine");
            receiver.expect("fine");

            assertThatThrownBy(() -> receiver.handle().send(new Socketlike(Thread.currentThread())))
                    .isInstanceOf(UnsendableException.class)
                    .hasMessageContaining("thread");
        }
    }
}
