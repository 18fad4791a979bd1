package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Supervision;

/** Threads that wait for the answers to a selector's requests, and that selector when it moves. */
class HandedOutAnswerTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** What the selector has handed out. In tests of one thread. */
    private static final AtomicReference<@Nullable CompletableFuture<Object>> HANDED_OUT = new AtomicReference<>();

    /** Ways to wait. */
    private enum Way {
        JOIN {
            @Override
            Object await(CompletableFuture<Object> answer) {
                return answer.join();
            }
        },
        GET {
            @Override
            Object await(CompletableFuture<Object> answer) throws Exception {
                return answer.get();
            }
        },
        GET_FOR_A_WHILE {
            @Override
            Object await(CompletableFuture<Object> answer) throws Exception {
                return answer.get(1, TimeUnit.HOURS);
            }
        },
        /** Waits for a stage of its own. */
        JOIN_A_STAGE {
            @Override
            Object await(CompletableFuture<Object> answer) {
                return answer.thenApply(value -> value).join();
            }
        };

        abstract Object await(CompletableFuture<Object> answer) throws Exception;
    }

    private record Ask(ReplyTo<Object> asker) {}

    /** Keeps who has asked, and answers or fails with whatever it is sent. */
    private static final class Keeper extends Actor<Object> {
        private final List<Ask> kept = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                kept.add(ask);
            } else if (message instanceof Exception failure) {
                kept.remove(0).asker().fail(failure);
            } else {
                kept.remove(0).asker().reply(message);
            }
        }
    }

    /** Asks, and hands the future out. */
    private static final class Asker extends Actor<Object> {
        private final Handle<Object> whom;

        Asker(Handle<Object> whom) {
            this.whom = whom;
        }

        @Override
        protected void process(Object message) {
            if (message.equals("fail")) {
                throw new IllegalStateException("on purpose");
            }
            HANDED_OUT.set(whom.request(Ask::new, MINUTE));
        }
    }

    /** A thread that waits. */
    private static final class Waiting {
        private final CompletableFuture<Object> outcome = new CompletableFuture<>();
        private final Thread thread;

        Waiting(Way way, CompletableFuture<Object> answer) {
            thread = new Thread(
                    () -> {
                        try {
                            outcome.complete(way.await(answer));
                        } catch (Throwable failure) { // told to the test
                            outcome.completeExceptionally(failure);
                        }
                    },
                    "waits");
            thread.setDaemon(true);
            thread.start();
        }

        /** Returns when the thread waits. */
        Waiting await() {
            long began = System.nanoTime();
            while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
                assertThat(System.nanoTime() - began).isLessThan(PATIENCE.toNanos());
                Thread.onSpinWait();
            }
            return this;
        }

        Object outcome() throws Exception {
            return outcome.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private final Packing packing = new Packing(SimulatedCluster.builder().newCodec());
    private final SimulatedCluster cluster =
            SimulatedCluster.builder().places(3).seed(1).codec(packing).copies().start();
    private final Handle<Object> keeper = cluster.place(0).create(Keeper::new);
    private final Handle<Object> asker = asker(keeper);

    private Handle<Object> asker(Handle<Object> whom) {
        return cluster.place(0)
                .create(new Place(1), Supervision.restart(3, MINUTE).of(() -> new Asker(whom)));
    }

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        HANDED_OUT.set(null);
        cluster.close();
    }

    private CompletableFuture<Object> handedOut() {
        asker.send("ask");
        settle();
        return Objects.requireNonNull(HANDED_OUT.get());
    }

    private void settle() {
        cluster.advance(Duration.ofMillis(100));
    }

    private CompletableFuture<Place> move() {
        return cluster.place(0).move(asker, new Place(2));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void wait_thatBeginsWhileTheSelectorIsPacked_failsWithTheReason(Way way) {
        CompletableFuture<Object> answer = handedOut();
        AtomicReference<@Nullable Waiting> waiting = new AtomicReference<>();
        packing.next(() -> waiting.set(new Waiting(way, answer).await()));

        assertThat(cluster.await(move())).isEqualTo(new Place(2));

        assertThatThrownBy(() -> Objects.requireNonNull(waiting.get()).outcome())
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has left; the answer has gone after it");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void wait_thatBeginsWhenTheSelectorHasLeft_failsWithTheReason(Way way) {
        CompletableFuture<Object> answer = handedOut();
        cluster.await(move());

        assertThatThrownBy(() -> new Waiting(way, answer).outcome())
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has left; the answer has gone after it");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void wait_thatBeginsBeforeTheMoveIsOrdered_keepsTheSelectorUntilItIsAnswered(Way way) throws Exception {
        Waiting waiting = new Waiting(way, handedOut()).await();
        CompletableFuture<Place> moved = move();
        settle();
        assertThat(moved).isNotDone();

        keeper.send("yes");

        assertThat(cluster.await(moved)).isEqualTo(new Place(2));
        assertThat(waiting.outcome()).isEqualTo("yes");
    }

    /** What ends what a selector has asked. */
    private enum End {
        EXIT {
            @Override
            void of(Handle<Object> asker) {
                asker.stop();
            }
        },
        RESTART {
            @Override
            void of(Handle<Object> asker) {
                asker.send("fail");
            }
        };

        abstract void of(Handle<Object> asker);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void wait_forASelectorThatExitsOrIsRestarted_failsWithTheReason(Way way) {
        for (End end : End.values()) {
            Handle<Object> other = asker(keeper);
            other.send("ask");
            settle();
            CompletableFuture<Object> answer = Objects.requireNonNull(HANDED_OUT.get());
            Waiting before = new Waiting(way, answer).await();

            end.of(other);
            settle();

            for (Waiting each : List.of(before, new Waiting(way, answer))) {
                assertThatThrownBy(each::outcome)
                        .cause()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("has exited or been restarted since it asked");
            }
        }
    }

    @Test
    void wait_forARestartedSelectorsNextRequest_isAnswered() throws Exception {
        handedOut();
        asker.send("fail");
        Waiting waiting = new Waiting(Way.JOIN, handedOut()).await();

        keeper.send("no");
        keeper.send("yes");
        settle();

        assertThat(waiting.outcome()).isEqualTo("yes");
    }

    @Test
    void wait_thatIsGivenUp_keepsNobody() {
        CompletableFuture<Object> answer = handedOut();
        assertThatThrownBy(() -> answer.get(1, TimeUnit.MICROSECONDS)).isInstanceOf(TimeoutException.class);

        assertThat(cluster.await(move())).isEqualTo(new Place(2));
    }

    @Test
    void wait_thatEndsWithAFailure_tellsIt() {
        CompletableFuture<Object> answer = handedOut();
        Waiting waiting = new Waiting(Way.GET, answer).await();

        keeper.send(new IllegalStateException("not me"));
        settle();

        assertThatThrownBy(waiting::outcome)
                .hasStackTraceContaining("ExecutionException: java.lang.IllegalStateException: not me");
    }
}
