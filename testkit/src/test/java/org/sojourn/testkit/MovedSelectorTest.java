package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.part.MoveOrder;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Immovable;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReceiverGoneException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.selectors.Supervision;
import org.sojourn.selectors.Timer;

/** What moves with a selector, what is told to it, and what refuses. */
class MovedSelectorTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Ask(ReplyTo<String> asker) {}

    private record Tell(ReplyTo<String> asker) {}

    private record Go(int place) {}

    private record Note(String text) {}

    private static final class Traveller extends Selector<Object> {
        static final Mailbox<Note> NOTES = Mailbox.of("notes", Note.class)
                .initiallyDisabled()
                .when(Traveller.class, (self, note) -> !note.text().equals("never"));
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);

        private final List<String> seen = new ArrayList<>();
        private transient StringBuilder journal = new StringBuilder("born");
        private @Nullable Timer timer;

        Traveller() {
            super(NOTES, ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Go go) {
                timer = after(SECOND, ALL, "rung");
                become(this::abroad);
                migrateTo(new Place(go.place()));
            } else {
                seen.add("home " + message);
            }
        }

        private void abroad(Object message) {
            if (message instanceof Ask ask) {
                ask.asker()
                        .reply(here() + " " + journal + " " + seen + " "
                                + Objects.requireNonNull(timer).isActive());
            } else if (message.equals("open")) {
                setEnabled(NOTES, true);
            } else {
                seen.add(message instanceof Note note ? note.text() : message.toString());
            }
        }

        @Override
        protected void beforeMove(Place to) {
            seen.add("before " + to);
        }

        @Override
        protected void afterMove(Place from) {
            journal = new StringBuilder("from " + from);
        }
    }

    @Test
    void traveller_moved_hasFieldsMailGuardsBehaviourAndTimers() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).start()) {
                Handle<Object> traveller = cluster.place(0).create(new Place(1), Traveller::new);
                for (String each : List.of("a", "never", "b")) {
                    traveller.send(Traveller.NOTES, new Note(each));
                }
                traveller.send(Traveller.ALL, new Go(2));
                assertThat(ask(cluster, traveller)).isEqualTo("p2 from p1 [before p2] true");
                cluster.advance(SECOND.multipliedBy(2));
                traveller.send(Traveller.ALL, "open");
                assertThat(ask(cluster, traveller))
                        .startsWith("p2 from p1 [before p2, rung")
                        .endsWith("false");
                assertThat(ask(cluster, traveller)).isEqualTo("p2 from p1 [before p2, rung, a, b] false");
                assertThat(traveller.place()).isEqualTo(new Place(2));
            }
        });
    }

    private static String ask(SimulatedCluster cluster, Handle<Object> whom) {
        CompletableFuture<String> answer = whom.request(Traveller.ALL, Ask::new, Duration.ofMinutes(1));
        return cluster.await(answer);
    }

    private static final class Holder extends Actor<Object> {
        private final Object held;

        Holder(String what) {
            held = what.equals("thread") ? new Thread() : what;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(here() + " " + (held instanceof String));
            }
        }
    }

    @Test
    void move_ofAFieldThatCannotTravel_isRefusedWithThePathAndTheSelectorGoesOn() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> holder = cluster.place(0).create(() -> new Holder("thread"));
            CompletableFuture<Place> moved = cluster.place(0).move(holder, new Place(1));
            assertThatThrownBy(() -> cluster.await(moved)).hasMessageContaining("Holder.held");
            CompletableFuture<String> answer = holder.request(Ask::new, Duration.ofMinutes(1));
            assertThat(cluster.await(answer)).isEqualTo("p0 false");
        }
    }

    @Immovable("it holds the window")
    private static final class Window extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    @Test
    void move_ofAnImmovableKind_isRefusedWithTheReason() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> window = cluster.place(0).create(Window::new);
            CompletableFuture<Place> moved = cluster.place(1).move(window, new Place(1));
            assertThatThrownBy(() -> cluster.await(moved)).hasMessageContaining("it holds the window");
        }
    }

    private static final class Watcher extends Actor<Object> {
        private final List<String> seen = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Handle<?> who) {
                watch(who, mailbox(), exited -> exited.reason().getClass().getSimpleName());
            } else if (message instanceof Ask ask) {
                ask.asker().reply(here() + " " + seen);
            } else {
                seen.add(message.toString());
            }
        }

        private static Mailbox<Object> mailbox() {
            return Mailbox.of("mailbox 0", Object.class);
        }
    }

    private static final class Failing extends Actor<Object> {
        private int processed;

        @Override
        protected void process(Object message) {
            if (message instanceof Tell tell) {
                tell.asker().reply(here() + " " + processed);
            } else if (message.equals("fail")) {
                throw new IllegalStateException("as told");
            } else if (message.equals("exit")) {
                exit();
            }
            processed++;
        }
    }

    @Test
    void watches_bothMoved_tellOfTheExitOnce() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).copies().start()) {
                Handle<Object> watcher = cluster.place(0).create(Watcher::new);
                Handle<Object> watched = cluster.place(0).create(Failing::new);
                watcher.send(watched);
                CompletableFuture<String> begun = watcher.request(Ask::new, Duration.ofMinutes(1));
                assertThat(cluster.await(begun)).isEqualTo("p0 []");
                CompletableFuture<Place> one = cluster.place(0).move(watcher, new Place(1));
                CompletableFuture<Place> other = cluster.place(0).move(watched, new Place(2));
                cluster.await(one);
                cluster.await(other);
                watched.send("exit");
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                CompletableFuture<String> told = watcher.request(Ask::new, Duration.ofMinutes(1));
                assertThat(cluster.await(told)).isEqualTo("p1 [Normal]");
            }
        });
    }

    @Test
    void watches_whoseWatchedIsLostAfterItMoved_tellOfTheLoss() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).copies().start()) {
                Handle<Object> watcher = cluster.place(0).create(Watcher::new);
                Handle<Object> watched = cluster.place(0).create(new Place(1), Failing::new);
                watcher.send(watched);
                CompletableFuture<String> begun = watcher.request(Ask::new, Duration.ofMinutes(1));
                cluster.await(begun);
                cluster.await(cluster.place(0).move(watched, new Place(2)));
                cluster.crash(2);
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
                CompletableFuture<String> told = watcher.request(Ask::new, Duration.ofMinutes(1));
                assertThat(cluster.await(told)).isEqualTo("p0 [PlaceLost]");
            }
        });
    }

    @Test
    void selector_whoseBirthplaceAndForwarderAreLost_isFound() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(4).seed(seed).start()) {
                Handle<Object> part = cluster.place(0).create(new Place(1), Failing::new);
                cluster.await(cluster.place(3).move(part, new Place(2)));
                cluster.await(cluster.place(3).move(part, new Place(3)));
                cluster.crash(1);
                cluster.crash(2);
                cluster.advance(SECOND); // what is on its way to a lost place is lost
                part.send("x");
                CompletableFuture<String> answer = part.request(Tell::new, Duration.ofMinutes(1));
                assertThat(cluster.await(answer)).isEqualTo("p3 1");
            }
        });
    }

    @Test
    void supervision_afterAMove_restartsThere() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Supervision twice = Supervision.restart(2, Duration.ofMinutes(1));
            Handle<Object> failing = cluster.place(0).create(twice.of(Failing::new));
            failing.send("x");
            cluster.await(cluster.place(0).move(failing, new Place(1)));
            failing.send("x");
            CompletableFuture<String> before = failing.request(Tell::new, Duration.ofMinutes(1));
            assertThat(cluster.await(before)).isEqualTo("p1 2");
            failing.send("fail");
            CompletableFuture<String> after = failing.request(Tell::new, Duration.ofMinutes(1));
            assertThat(cluster.await(after)).isEqualTo("p1 0");
        }
    }

    private static final class Asking extends Actor<Object> {
        private final Handle<Object> whom;
        private String answer = "none";

        Asking(Handle<Object> whom) {
            this.whom = whom;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Go go) {
                whom.<String>request(Tell::new, Duration.ofMinutes(1))
                        .thenAccept(got -> answer = got + " at " + here());
                migrateTo(new Place(go.place()));
            } else if (message instanceof Ask ask) {
                ask.asker().reply(here() + " " + answer);
            }
        }
    }

    @Test
    void move_whileAnAnswerIsOwed_takesItsContinuationAlong() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).start()) {
                Handle<Object> other = cluster.place(0).create(new Place(2), Failing::new);
                Handle<Object> asking = cluster.place(0).create(() -> new Asking(other));
                asking.send(new Go(1));
                cluster.advance(SECOND);
                CompletableFuture<String> answer = asking.request(Ask::new, Duration.ofMinutes(1));
                assertThat(cluster.await(answer)).isEqualTo("p1 p2 0 at p1");
            }
        });
    }

    /** Can't move, as a thread can't travel. */
    private static final class Stuck extends Actor<Go> {
        private final Thread own = Thread.currentThread();

        @Override
        protected void process(Go go) {
            assertThat(own.isAlive()).isTrue();
            migrateTo(new Place(go.place()));
        }
    }

    @Test
    void move_thatIsTakenBack_isNotCounted() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> part = cluster.place(0).create(Failing::new);
            cluster.advance(SECOND);
            cluster.cluster().packets().hold((from, to, kind) -> true);
            CompletableFuture<Place> moved = cluster.place(0).move(part, new Place(1));
            cluster.cluster()
                    .settle(() -> cluster.cluster().kernel(0).parts().census().moves() == 1);
            cluster.crash(1);
            cluster.advance(SECOND);

            assertThat(moved).isCompletedExceptionally();
            assertThat(cluster.cluster().kernel(0).parts().census().moves()).isZero();
        }
    }

    /** Has a timer whose message waits behind a closed guard, until it cancels that. */
    private static final class Waiting extends Selector<Object> {
        private static final Mailbox<Object> RINGS =
                Mailbox.of("rings", Object.class).initiallyDisabled();
        private static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);

        private @Nullable Timer timer;

        Waiting() {
            super(RINGS, ORDERS);
        }

        @Override
        protected void process(Object message) {
            if (timer == null) {
                timer = after(Duration.ZERO, RINGS, "rung");
            } else if (message instanceof Ask ask) {
                timer.cancel();
                ask.asker().reply("" + size(RINGS));
            }
        }
    }

    @Test
    void timer_thatHasRungBeforeAMoveThatIsTakenBack_isCancelled() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> part = cluster.place(0).create(Waiting::new);
            part.send(Waiting.ORDERS, "set");
            cluster.advance(SECOND);
            cluster.cluster().packets().hold((from, to, kind) -> true);
            CompletableFuture<Place> moved = cluster.place(0).move(part, new Place(1));
            cluster.cluster()
                    .settle(() -> cluster.cluster().kernel(0).parts().census().moves() == 1);
            cluster.crash(1);
            cluster.advance(SECOND);

            assertThat(moved).isCompletedExceptionally();
            CompletableFuture<String> left = part.request(Waiting.ORDERS, Ask::new, Duration.ofMinutes(1));
            assertThat(cluster.await(left)).isEqualTo("0");
        }
    }

    /** What is logged of refused moves while a cluster of two runs. */
    private static List<String> refusals(Consumer<SelectorSystem> program) {
        List<String> logged = new ArrayList<>();
        Logger log = Logger.getLogger(MoveOrder.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.setLevel(Level.WARNING);
        log.addHandler(handler);
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).copies().start()) {
            program.accept(cluster.place(0));
            cluster.run();
        } finally {
            log.removeHandler(handler);
            log.setLevel(null);
        }
        return logged;
    }

    @Test
    void migrateTo_thatIsRefused_isLoggedWithTheField() {
        List<String> logged = refusals(place -> place.create(Stuck::new).send(new Go(1)));
        assertThat(logged).singleElement().asString().contains("Stuck p0", "can't move", "own");
    }

    /** Stays for another reason. */
    @Immovable("it is a rock")
    private static final class Rock extends Actor<Go> {
        @Override
        protected void process(Go go) {
            migrateTo(new Place(go.place()));
        }
    }

    @Test
    void migrateTo_thatIsRefusedToMany_isLoggedOnceByKindAndReasonAndThenDoubling() {
        int many = 100;
        List<String> logged = refusals(place -> {
            for (int i = 0; i < many; i++) {
                place.create(Stuck::new).send(new Go(1));
                place.create(Rock::new).send(new Go(1));
            }
        });
        assertThat(logged)
                .filteredOn(line -> line.contains("Stuck p0"))
                .hasSize(7)
                .last()
                .asString()
                .endsWith("(64 such refusals so far)");
        assertThat(logged).filteredOn(line -> line.contains("it is a rock")).hasSize(7);
        assertThat(logged).hasSize(14);
    }

    /** Counts ticks, notes where it was told of silence, and fails if it is told to. */
    private static final class Clockwork extends Actor<Object> {
        private int ticks;
        private final List<String> silences = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(here() + " " + ticks + " " + silences);
            } else if (message.equals("every")) {
                every(SECOND, "tick");
            } else if (message.equals("silent")) {
                receiveTimeout(SECOND, "silence");
            } else if (message.equals("tick")) {
                ticks++;
            } else if (message.equals("silence")) {
                silences.add(here().toString());
            } else if (message.equals("fail")) {
                throw new IllegalStateException("as told");
            }
        }
    }

    private static String shown(SimulatedCluster cluster, Handle<Object> clockwork) {
        CompletableFuture<String> answer = clockwork.request(Ask::new, Duration.ofMinutes(1));
        return cluster.await(answer);
    }

    private static void move(SimulatedCluster cluster, Handle<Object> who, int to) {
        assertThat(cluster.await(cluster.place(0).move(who, new Place(to)))).isEqualTo(new Place(to));
    }

    @Test
    void periodicTimer_moved_ringsAtItsTimesAndNoTickIsLost() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).start()) {
                Handle<Object> clockwork = cluster.place(0).create(new Place(1), Clockwork::new);
                clockwork.send("every");
                cluster.advance(SECOND.multipliedBy(7).dividedBy(2));
                move(cluster, clockwork, 2);
                cluster.advance(SECOND.multipliedBy(3));

                assertThat(shown(cluster, clockwork)).isEqualTo("p2 6 []");
            }
        });
    }

    @Test
    void receiveTimeout_moved_tellsOfSilenceThere() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).start()) {
                Handle<Object> clockwork = cluster.place(0).create(new Place(1), Clockwork::new);
                clockwork.send("silent");
                cluster.advance(SECOND.dividedBy(2));
                move(cluster, clockwork, 2);
                cluster.advance(SECOND.multipliedBy(4).dividedBy(3));

                assertThat(shown(cluster, clockwork)).isEqualTo("p2 0 [p2]");
            }
        });
    }

    @Test
    void pausedSelector_moved_waitsThereUntilItIsResumed() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).start()) {
                Handle<Object> clockwork = cluster.place(0).create(new Place(1), Clockwork::new);
                clockwork.pause();
                clockwork.send("tick");
                move(cluster, clockwork, 2);
                clockwork.send("tick");
                CompletableFuture<String> answer = clockwork.request(Ask::new, Duration.ofMinutes(1));
                cluster.advance(SECOND);
                assertThat(answer).isNotDone();
                clockwork.resume();

                assertThat(cluster.await(answer)).isEqualTo("p2 2 []");
            }
        });
    }

    @Test
    void scopeAndMember_bothMoved_failAndEndTogether() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(4).seed(seed).start()) {
                Handle<Object> scope = cluster.place(0).create(new Place(1), Clockwork::new);
                Supervision within = Supervision.escalate(scope);
                Handle<Object> one = cluster.place(0).create(new Place(1), within.of(Clockwork::new));
                Handle<Object> other = cluster.place(0).create(new Place(2), within.of(Clockwork::new));
                move(cluster, scope, 3);
                move(cluster, one, 2);
                assertThat(shown(cluster, one)).isEqualTo("p2 0 []");
                one.send("fail");
                cluster.advance(SECOND);

                for (Handle<Object> each : List.of(scope, one, other)) {
                    assertThatThrownBy(() -> shown(cluster, each)).hasCauseInstanceOf(ReceiverGoneException.class);
                }
                assertThat(cluster.run().sentences().toString()).contains("its member");
            }
        });
    }
}
