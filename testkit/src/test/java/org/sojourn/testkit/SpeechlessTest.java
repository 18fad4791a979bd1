package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Failures that can't be put into words, as their own code fails then: they end what others end, and everybody is told. */
class SpeechlessTest {
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    private static final class Worse extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final class NoWords extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no words");
        }
    }

    private static final class NoMessage extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new Worse();
        }
    }

    /** How a failure fails to say what it is. */
    enum Speechless {
        WORDS,
        MESSAGE;

        RuntimeException made() {
            return this == WORDS ? new NoWords() : new NoMessage();
        }
    }

    private record Ask(ReplyTo<String> asker) {}

    private record Go(int place) {}

    /** Fails in its handler, or in what is run before or after it. */
    private static final class Failing extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Speechless how;

        Failing(Speechless how) {
            super(ALL);
            this.how = how;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask) {
                throw how.made();
            } else if (message instanceof Go go) {
                migrateTo(new Place(go.place()));
            } else {
                SEEN.add(here() + " " + message);
            }
        }

        @Override
        protected void beforeMove(Place to) {
            throw how.made();
        }

        @Override
        protected void postExit() {
            throw how.made();
        }
    }

    private static final class Onlooker extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Handle<?> who;

        Onlooker(Handle<?> who) {
            super(ALL);
            this.who = who;
        }

        @Override
        protected void preStart() {
            watch(who, ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited exited) {
                SEEN.add(exited.reason() instanceof ExitReason.Failed failed ? failed.description() : "exited");
            }
        }
    }

    @BeforeEach
    void forget() {
        Logs.off();
        SEEN.clear();
    }

    private static Handle<Object> watched(SimulatedCluster cluster, int at, Speechless how) {
        Handle<Object> made = cluster.place(0).create(new Place(at), () -> new Failing(how));
        cluster.place(0).create(() -> new Onlooker(made));
        return made;
    }

    @ParameterizedTest
    @EnumSource
    void handler_thatThrowsIt_endsItsPartAndTellsWatcherAndAsker(Speechless how) {
        for (int at = 0; at < 2; at++) {
            SEEN.clear();
            try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
                Handle<Object> failing = watched(cluster, at, how);
                cluster.advance(Duration.ofSeconds(1));
                CompletableFuture<String> answer = failing.request(Ask::new, Duration.ofMinutes(1));
                cluster.advance(Duration.ofSeconds(1));

                assertThat(answer).isCompletedExceptionally();
                assertThat(SEEN)
                        .singleElement()
                        .asString()
                        .contains("failed in processing", how.made().getClass().getName());
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void postExit_thatThrowsIt_endsItsPartAllTheSame(Speechless how) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
            Handle<Object> failing = watched(cluster, 1, how);
            cluster.advance(Duration.ofSeconds(1));
            failing.stop();

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(SEEN).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void beforeMove_thatThrowsIt_leavesItsPartWhereItWas(Speechless how) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
            Handle<Object> failing = cluster.place(0).create(() -> new Failing(how));
            failing.send(new Go(1));
            failing.send("still here");

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(SEEN).containsExactly("p0 still here");
        }
    }
}
