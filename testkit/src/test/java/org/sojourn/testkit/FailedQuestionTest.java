package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReceiverFailedException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Supervision;

/** Requests whose receiver throws while it processes them. */
class FailedQuestionTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SHORTLY = Duration.ofMillis(100);

    /** Can't travel. */
    private static final class OwnFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // it is why
        private final Object held = Thread.currentThread();

        OwnFailure(String message) {
            super(message);
        }

        @Override
        public String toString() {
            return "OwnFailure: " + getMessage() + (held instanceof Thread ? "" : "?");
        }
    }

    private record Ask(String how, ReplyTo<String> asker) {}

    private record Move(int place) {}

    /** Answers at once. */
    private static final class Helper extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply("helped");
            }
        }
    }

    private static final class Receiver extends Actor<Object> {
        private final Handle<Object> helper;

        Receiver(Handle<Object> helper) {
            this.helper = helper;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                switch (ask.how()) {
                    case "well" -> ask.asker().reply("well");
                    case "after an answer" -> {
                        ask.asker().reply("before");
                        throw new IllegalStateException("afterwards");
                    }
                    case "after handing it on" -> {
                        helper.send(ask);
                        throw new IllegalStateException("handed on");
                    }
                    case "with what can't travel" -> throw new OwnFailure("mine");
                    default -> throw new IllegalStateException(ask.how());
                }
            }
        }
    }

    /** Asks, and says what it was told. */
    private static final class Asker extends Actor<Object> {
        private final Handle<Object> whom;

        Asker(Handle<Object> whom) {
            this.whom = whom;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Move move) {
                migrateTo(new Place(move.place()));
            } else if (message instanceof Ask ask) {
                ReplyTo<String> told = ask.asker();
                whom.request((ReplyTo<String> asker) -> new Ask(ask.how(), asker), MINUTE)
                        .whenComplete((answer, failure) -> told.reply(
                                failure == null ? answer : failure.getClass().getSimpleName() + here()));
            }
        }
    }

    private final SimulatedCluster cluster = SimulatedCluster.of(3, 1);
    private final Handle<Object> helper = cluster.place(0).create(Helper::new);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private Handle<Object> receiver(int place, Supervision how) {
        Handle<Object> whom = helper;
        return cluster.place(0).create(new Place(place), how.of(() -> new Receiver(whom)));
    }

    private static CompletableFuture<String> ask(Handle<Object> whom, String how) {
        return whom.request(asker -> new Ask(how, asker), MINUTE);
    }

    private long late() {
        return cluster.cluster().kernel(0).site().deadLetters().count(DeadLetters.Cause.LATE_REPLY);
    }

    private void assertFailed(CompletableFuture<String> answer, String sentence) {
        cluster.advance(SHORTLY);
        assertThat(answer).isCompletedExceptionally();
        assertThatThrownBy(answer::join)
                .cause()
                .isInstanceOf(ReceiverFailedException.class)
                .hasMessageContaining("failed in processing mailbox")
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void request_whoseReceiverThrows_failsAtOnceWithTheCause(int place) {
        CompletableFuture<String> answer = ask(receiver(place, Supervision.stop()), "badly");

        assertFailed(answer, "IllegalStateException: badly");
        assertThatThrownBy(answer::join)
                .rootCause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("badly");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void request_whoseReceiverThrowsAndIsRestarted_failsAndTheOthersAreAnswered(int place) {
        Handle<Object> receiver = receiver(place, Supervision.restart(3, MINUTE));
        receiver.pause();
        CompletableFuture<String> before = ask(receiver, "well");
        CompletableFuture<String> failing = ask(receiver, "badly");
        CompletableFuture<String> after = ask(receiver, "well");

        receiver.resume();

        assertFailed(failing, "badly");
        assertThat(before).isCompletedWithValue("well");
        assertThat(after).isCompletedWithValue("well");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void request_whoseReceiverThrowsAndGoesOn_failsAtOnce(int place) {
        Handle<Object> receiver = receiver(place, Supervision.resume());

        assertFailed(ask(receiver, "badly"), "badly");
        assertThat(cluster.await(ask(receiver, "well"))).isEqualTo("well");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void request_answeredBeforeItsReceiverThrows_keepsTheAnswer(int place) {
        CompletableFuture<String> answer = ask(receiver(place, Supervision.stop()), "after an answer");

        assertThat(cluster.await(answer)).isEqualTo("before");
        cluster.advance(SHORTLY);
        assertThat(late()).isZero(); // that there is no other answer is news to nobody
    }

    /** Whether somebody else has the reply address can't be known; so what it answers comes too late, and is counted. */
    @Test
    void request_handedOnBeforeItsReceiverThrows_fails() {
        CompletableFuture<String> answer = ask(receiver(0, Supervision.stop()), "after handing it on");

        assertFailed(answer, "handed on");
        assertThat(late()).isEqualTo(1);
    }

    @Test
    void request_whoseReceiverThrowsWhatCannotTravel_failsWithWhatItSays() {
        CompletableFuture<String> answer = ask(receiver(1, Supervision.stop()), "with what can't travel");

        assertFailed(answer, "OwnFailure: mine");
        assertThatThrownBy(answer::join).cause().hasNoCause();
    }

    @Test
    void request_ofASelectorThatMoved_failsWhereItIs() {
        Handle<Object> receiver = receiver(1, Supervision.stop());
        Handle<Object> asker = cluster.place(0).create(new Place(0), () -> new Asker(receiver));
        receiver.pause();
        CompletableFuture<String> told = ask(asker, "badly");
        cluster.advance(SHORTLY);
        asker.send(new Move(2));
        cluster.advance(SHORTLY);

        receiver.resume();

        assertThat(cluster.await(told)).isEqualTo("ReceiverFailedExceptionp2");
    }
}
