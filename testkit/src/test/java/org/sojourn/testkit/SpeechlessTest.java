package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
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

    /** Code of a selector that can throw, beside its handler. */
    enum Where {
        CONSTRUCTOR("its construction"),
        PRE_START("its construction"),
        AFTER_MOVE("afterMove"),
        FUNCTION_OF_A_FUTURE("the value of a future"),
        FUNCTION_OF_A_FAILED_FUTURE("the failure of a future"),
        CONTINUATION("a continuation of a request"),
        CONSTRAINT("deciding on a constraint of its mailboxes");

        private final String words;

        Where(String words) {
            this.words = words;
        }
    }

    /** Fails where it is told to. */
    private static final class FailingAt extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);

        private static final Mailbox<Object> CHOSEN =
                Mailbox.of("chosen", Object.class).when(FailingAt.class, (self, message) -> self.takes());

        private final Where where;
        private final Speechless how;

        FailingAt(Where where, Speechless how) {
            super(where == Where.CONSTRAINT ? CHOSEN : ALL);
            this.where = where;
            this.how = how;
            failIf(Where.CONSTRUCTOR);
        }

        private boolean takes() {
            failIf(Where.CONSTRAINT);
            return true;
        }

        private void failIf(Where here) {
            if (where == here) {
                throw how.made();
            }
        }

        private Object failed() {
            throw how.made();
        }

        @Override
        protected void preStart() {
            failIf(Where.PRE_START);
        }

        @Override
        protected void afterMove(Place from) {
            failIf(Where.AFTER_MOVE);
        }

        @Override
        protected void process(Object message) {
            switch (where) {
                case AFTER_MOVE -> migrateTo(new Place(1));
                case FUNCTION_OF_A_FUTURE ->
                    pipeTo(CompletableFuture.completedFuture("done"), value -> failed(), failure -> failure);
                case FUNCTION_OF_A_FAILED_FUTURE ->
                    pipeTo(CompletableFuture.failedFuture(how.made()), value -> value, failure -> failed());
                case CONTINUATION -> ask();
                default -> SEEN.add("not reached");
            }
        }

        private void ask() {
            Handle<Object> other = create(Answering::new);
            other.request(Ask::new, Duration.ofMinutes(1)).thenAccept(answer -> failed());
        }
    }

    private static final class Answering extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);

        Answering() {
            super(ALL);
        }

        @Override
        protected void process(Object message) {
            ((Ask) message).asker().reply("an answer");
        }
    }

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

    /** Watches what it creates, before that has begun. */
    private static final class Parent extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Where where;
        private final Speechless how;

        Parent(Where where, Speechless how) {
            super(ALL);
            this.where = where;
            this.how = how;
        }

        @Override
        protected void preStart() {
            Handle<Object> child = create(() -> new FailingAt(where, how));
            watch(child, ALL);
            child.send("go");
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited exited) {
                note(exited.reason());
            }
        }
    }

    private static final class Piping extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Speechless how;

        Piping(Speechless how) {
            super(ALL);
            this.how = how;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Throwable failure) {
                SEEN.add(failure.getClass().getName());
            } else {
                pipeTo(CompletableFuture.failedFuture(how.made()), value -> value, failure -> failure);
            }
        }
    }

    private static void note(ExitReason reason) {
        SEEN.add(reason instanceof ExitReason.Failed failed ? failed.description() : "exited");
    }

    @BeforeEach
    void forget() {
        Logs.off();
        SEEN.clear();
    }

    private static Handle<Object> watched(SimulatedCluster cluster, int at, Speechless how) {
        Handle<Object> made = cluster.place(0).create(new Place(at), () -> new Failing(how));
        cluster.place(0).create(() -> new Onlooker(made, SpeechlessTest::note));
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

    static Stream<Arguments> everywhere() {
        return Stream.of(Where.values())
                .flatMap(where -> Stream.of(Speechless.values()).map(how -> Arguments.of(where, how)));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void codeOfAPart_thatThrowsIt_endsThePartAndTellsItsWatcher(Where where, Speechless how) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
            cluster.place(0).create(() -> new Parent(where, how));

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            // Up to Java 17 a CompletableFuture asks what a continuation has thrown for words, and what it throws then
            // is all that is known.
            boolean isAsked = where == Where.CONTINUATION && Runtime.version().feature() <= 17;
            assertThat(SEEN)
                    .singleElement()
                    .asString()
                    .contains("failed in ")
                    .contains(
                            isAsked ? "" : where.words,
                            isAsked ? "" : how.made().getClass().getName());
        }
    }

    /** A future whose own failure has no words is told to the program as it is. */
    @ParameterizedTest
    @EnumSource
    void failureOfAFuture_withoutWords_isTheMessageMadeOfIt(Speechless how) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
            cluster.place(0).create(() -> new Piping(how)).send("go");

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(SEEN).containsExactly(how.made().getClass().getName());
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
