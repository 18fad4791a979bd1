package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorFactory;
import org.sojourn.selectors.Supervision;

/** Supervision: what becomes of a selector that fails, of its mail, of those who know it, and of its scope. */
class SupervisionTest extends OnePlace {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<String> log = new ArrayList<>();

    /** Counts what it gets; words make it fail in different ways. */
    private static final class Worker extends Selector<Object> {
        private static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
        private static final Mailbox<Integer> NUMBERS =
                Mailbox.of("numbers", Integer.class).initiallyDisabled();
        private final Handle<Object> out;
        private final List<String> log;
        private int seen;

        Worker(Handle<Object> out, List<String> log) {
            super(WORDS, NUMBERS);
            this.out = out;
            this.log = log;
            log.add("new");
            if (log.contains("broken")) {
                throw new IllegalStateException("no luck");
            }
        }

        @Override
        protected void process(Object message) {
            seen++;
            switch (message.toString()) {
                case "fail" -> throw new IllegalStateException("as told");
                case "exit and fail" -> {
                    exit();
                    throw new IllegalStateException("as told");
                }
                case "break" -> {
                    log.add("broken");
                    throw new IllegalStateException("for good");
                }
                case "open" -> setEnabled(NUMBERS, true);
                default -> out.send(message + " " + seen);
            }
        }

        @Override
        protected void postExit() {
            log.add("postExit");
        }
    }

    private SelectorFactory<Object> worker() {
        Handle<Object> out = probe.handle();
        return () -> new Worker(out, log);
    }

    @Test
    void restart_handlerThrows_sameNameAndMailInOrderWithANewBody() {
        Handle<Object> worker = place.create(Supervision.restart(3, MINUTE).of(worker()));
        probe.watch(worker);

        worker.send("a");
        worker.send("open");
        worker.send("fail");
        worker.send(1);
        worker.send(2);
        worker.send("b");
        worker.send("c");

        probe.expect("a 1");
        probe.expect("b 1");
        probe.expect("c 2");
        probe.expectNothing(); // the guard is closed as declared
        worker.send("open");
        probe.expect("1 4");
        probe.expect("2 5");
        assertThat(log).containsExactly("new", "postExit", "new");
        assertThat(place.deadLetters()).isZero();
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void restart_moreThanTheBoundWithinTheTime_endsAsAFailure() {
        Handle<Object> worker = place.create(Supervision.restart(2, MINUTE).of(worker()));
        probe.watch(worker);

        worker.send("fail");
        worker.send("fail");
        place.advance(MINUTE);
        worker.send("fail"); // the window has moved on
        worker.send("fail");
        worker.send("a");
        probe.expect("a 1");
        worker.send("fail");
        worker.send("late");

        ExitReason.Failed reason = (ExitReason.Failed) probe.expectExited(worker);
        assertThat(reason.cause()).hasMessage("as told");
        assertThat(place.deadLetters()).isEqualTo(1);
        assertThat(log).filteredOn("new"::equals).hasSize(5);
        assertThat(log).filteredOn("postExit"::equals).hasSize(5);
    }

    @Test
    void restart_constructorThrowsEachTime_endsWithinTheBound() {
        Handle<Object> worker = place.create(Supervision.restart(3, MINUTE).of(worker()));
        worker.send("break");
        worker.send("kept until then");
        Ending ending = place.end();

        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(ending.sentences()).singleElement().asString().contains("no luck");
        assertThat(log).containsExactly("new", "broken", "postExit", "new", "new", "new");
        assertThat(place.deadLetters()).isEqualTo(1);
    }

    @Test
    void restart_firstConstructorThrows_isTriedAgainAndEarlyMailIsKept() {
        int[] tries = new int[1];
        SelectorFactory<Object> factory = worker();
        Handle<Object> worker = place.create(Supervision.restart(3, MINUTE).of(() -> {
            if (++tries[0] < 3) {
                throw new IllegalStateException("not yet");
            }
            return factory.create();
        }));

        worker.send("early");

        probe.expect("early 1");
        assertThat(tries[0]).isEqualTo(3);
    }

    @Test
    void restart_exitAndFailureInOneMessage_ends() {
        Handle<Object> worker = place.create(Supervision.restart(3, MINUTE).of(worker()));
        probe.watch(worker);

        worker.send("exit and fail");

        assertThat(probe.expectExited(worker)).isInstanceOf(ExitReason.Failed.class);
        assertThat(log).containsExactly("new", "postExit");
    }

    @Test
    void resume_handlerThrows_goesOnInTheSameState() {
        Handle<Object> worker = place.create(Supervision.resume().of(worker()));

        for (int i = 0; i < 100; i++) {
            worker.send("fail");
        }
        worker.send("a");

        probe.expect("a 101");
        assertThat(log).containsExactly("new");
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    /** A constraint that throws once the word has come. */
    private static final class Strict extends Selector<Object> {
        private static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
        private static final Mailbox<Integer> NUMBERS =
                Mailbox.of("numbers", Integer.class).when(Strict.class, (self, number) -> 10 / self.divisor > 0);
        private final Handle<Object> out;
        private int divisor = 1;

        Strict(Handle<Object> out) {
            super(WORDS, NUMBERS);
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            divisor = message.equals("zero") ? 0 : divisor;
            out.send(message);
        }
    }

    @Test
    void constraintThrows_resumeEnds_restartGoesOn() {
        Handle<Object> out = probe.handle();
        Handle<Object> resumed = place.create(Supervision.resume().of(() -> new Strict(out)));
        Handle<Object> restarted = place.create(Supervision.restart(1, MINUTE).of(() -> new Strict(out)));
        probe.watch(resumed);

        resumed.send("zero");
        resumed.send(1);
        probe.expect("zero");
        assertThat(probe.expectExited(resumed)).isInstanceOf(ExitReason.Failed.class);
        restarted.send("zero");
        restarted.send(2);

        probe.expect("zero");
        probe.expect(2);
    }

    /** Keeps the address and answers when told to. */
    private static final class Patient extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final List<ReplyTo<String>> askers = new ArrayList<>();

        Patient() {
            super(ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                askers.add(ask.asker());
            } else if (message.equals("answer")) {
                askers.forEach(asker -> asker.reply("yes"));
            } else {
                exit();
            }
        }
    }

    /** Asks and watches in its first life only. */
    private static final class Curious extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Handle<Object> out;
        private @Nullable ReplyTo<String> own;

        Curious(Handle<Object> out, Handle<Object> other, boolean asks) {
            super(ALL);
            this.out = out;
            if (asks) {
                watch(other, ALL, exited -> "translated");
                other.<String>request(this::ask, MINUTE).thenAccept(out::send);
            }
        }

        private Ask ask(ReplyTo<String> asker) {
            own = asker;
            return new Ask(asker);
        }

        @Override
        protected void process(Object message) {
            if (message.equals("answer and fail") && own != null) {
                own.reply("on its way when the selector fails");
                throw new IllegalStateException("as told");
            }
            if (message.equals("fail")) {
                throw new IllegalStateException("as told");
            }
            out.send(message);
        }
    }

    @Test
    void restart_answersAndNoticesForTheFormerBody_reachNobody() {
        Handle<Object> out = probe.handle();
        Handle<Object> patient = place.create(Patient::new);
        int[] lives = new int[1];
        Handle<Object> curious =
                place.create(Supervision.restart(3, MINUTE).of(() -> new Curious(out, patient, lives[0]++ == 0)));
        place.run();

        curious.send("fail");
        place.run();
        patient.send("answer");
        patient.send("exit");
        probe.expectNothing();
        curious.send("alive");

        probe.expect("alive");
        assertThat(lives[0]).isEqualTo(2);
        assertThat(place.deadLetters()).isEqualTo(1); // the answer
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT); // none is owed
    }

    @Test
    void restart_answerOnItsWay_reachesNobody() {
        Handle<Object> out = probe.handle();
        Handle<Object> patient = place.create(Patient::new);
        int[] lives = new int[1];
        Handle<Object> curious =
                place.create(Supervision.restart(3, MINUTE).of(() -> new Curious(out, patient, lives[0]++ == 0)));

        curious.send("answer and fail");
        probe.expectNothing();
        curious.send("alive");

        probe.expect("alive");
        assertThat(place.deadLetters()).isEqualTo(1);
    }

    @Test
    void restart_newBodyWatchesAgain_isToldOnce() {
        Handle<Object> out = probe.handle();
        Handle<Object> patient = place.create(Patient::new);
        Handle<Object> curious = place.create(Supervision.restart(3, MINUTE).of(() -> new Curious(out, patient, true)));
        place.run();
        curious.send("fail");
        curious.send("fail");
        place.run();

        patient.send("exit");

        probe.expect("translated");
        probe.expectNothing();
    }

    @Test
    void restart_whilePaused_staysPaused() {
        Handle<Object> patient = place.create(Patient::new);
        Handle<Object> out = probe.handle();
        Handle<Object> asker = place.create(Supervision.restart(1, MINUTE).of(() -> new FailingLater(out, patient)));
        place.run();
        probe.expect("another");
        asker.pause();
        asker.send("a");
        place.run();

        patient.send("answer"); // answers pass a pause; this one's continuation throws
        probe.expect("another");
        probe.expectNothing();
        asker.resume();

        probe.expect("a");
    }

    /** A continuation of its first life throws. */
    private static final class FailingLater extends Actor<Object> {
        private final Handle<Object> out;

        FailingLater(Handle<Object> out, Handle<Object> other) {
            this.out = out;
            other.<String>request(Ask::new, MINUTE).thenAccept(answer -> {
                throw new IllegalStateException("in a continuation");
            });
        }

        @Override
        protected void preStart() {
            out.send("another");
        }

        @Override
        protected void process(Object message) {
            out.send(message);
        }
    }

    @Test
    void restart_bounds_areChecked() {
        assertThatThrownBy(() -> Supervision.restart(0, MINUTE)).hasMessageContaining("1 to 1000");
        assertThatThrownBy(() -> Supervision.restart(1001, MINUTE)).hasMessageContaining("1 to 1000");
        assertThatThrownBy(() -> Supervision.restart(1, Duration.ZERO)).hasMessageContaining("positive");
    }

    /** Two members each life; a failure of one fails all. */
    private static final class Team extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final List<Handle<Object>> members = new ArrayList<>();
        private final Handle<Object> out;

        Team(Handle<Object> out, Place... places) {
            super(ALL);
            this.out = out;
            for (Place place : places) {
                members.add(create(place, Supervision.escalate(self()).of(() -> new Member(out))));
            }
            out.send("team of " + places.length);
        }

        @Override
        protected void process(Object message) {
            if (message.equals("create and fail")) {
                create(Supervision.escalate(self()).of(() -> new Member(out)));
                throw new IllegalStateException("as told");
            }
            members.get(message.equals("fail") ? 0 : 1).send(message);
        }
    }

    private static final class Member extends Actor<Object> {
        private final Handle<Object> out;

        Member(Handle<Object> out) {
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            if (message.equals("fail")) {
                throw new IllegalStateException("as told");
            }
            out.send("member got " + message);
        }

        @Override
        protected void postExit() {
            out.send("member gone");
        }
    }

    @Test
    void escalate_memberThrows_failsTheScopeAndEndsTheOthers() {
        Handle<Object> out = probe.handle();
        Place here = place.system().here();
        Handle<Object> team = place.create(() -> new Team(out, here, here));
        probe.expect("team of 2");

        team.send("fail");
        Ending ending = place.end();

        probe.expect("member gone");
        probe.expect("member gone");
        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(ending.sentences())
                .singleElement()
                .asString()
                .contains("Team")
                .contains("its member")
                .contains("as told");
    }

    @Test
    void escalate_scopeUnderRestart_theGroupBeginsAnew() {
        Handle<Object> out = probe.handle();
        Place here = place.system().here();
        Handle<Object> team = place.create(Supervision.restart(5, MINUTE).of(() -> new Team(out, here, here)));
        probe.expect("team of 2");

        team.send("fail");
        probe.expect("member gone");
        probe.expect("team of 2");
        probe.expect("member gone");
        team.send("hello");
        probe.expect("member got hello");
        team.send("create and fail");
        for (int i = 0; i < 4; i++) {
            assertThat(probe.expectNext(String.class)).isIn("member gone", "team of 2");
        }
        probe.expectNothing();
        Ending ending = place.end();

        assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
        assertThat(ending.sentences().toString())
                .contains("2 SupervisionTest.Member")
                .contains("1 SupervisionTest.Team");
    }

    @Test
    void thenEscalate_boundExceeded_failsTheScopeWhichExitedWouldBeUnhandled() {
        Handle<Object> scope = place.create(Patient::new);
        Handle<Object> worker =
                place.create(Supervision.restart(1, MINUTE).thenEscalate(scope).of(worker()));
        probe.watch(scope);
        worker.send("fail");
        worker.send("a");
        probe.expect("a 1");

        worker.send("fail");

        ExitReason.Failed reason = (ExitReason.Failed) probe.expectExited(scope);
        assertThat(reason.description()).contains("its member").contains("as told");
        Handle<Object> orphan = place.create(Supervision.escalate(scope).of(worker()));
        probe.watch(orphan);
        assertThat(probe.expectExited(orphan)).isInstanceOfAny(ExitReason.Stopped.class, ExitReason.Unknown.class);
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void scope_ofManyShortLivedMembers_keepsNoneOfThem() {
        Handle<Object> scope = place.create(Patient::new);
        Handle<Object> out = probe.handle();
        List<WeakReference<Object>> members = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            place.create(Supervision.escalate(scope).of(() -> {
                        Member member = new Member(out);
                        members.add(new WeakReference<>(member));
                        return member;
                    }))
                    .stop();
            probe.expect("member gone");
        }

        await().atMost(Duration.ofSeconds(60)).until(() -> {
            System.gc();
            return members.stream().filter(each -> each.get() != null).count() < 50;
        });
        scope.stop();
        probe.expectNothing();
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void escalate_acrossPlaces_underEachSeed() {
        Seeds.of(100).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.builder()
                    .places(3)
                    .seed(seed)
                    .lostConnections(2_000)
                    .start()) {
                List<Object> heard = new ArrayList<>();
                Handle<Object> out = cluster.place(0).create(() -> new Listener(heard));
                Handle<Object> team = cluster.place(0)
                        .create(
                                new Place(1),
                                Supervision.restart(2, Duration.ofHours(1))
                                        .of(() -> new Team(out, new Place(2), new Place(0))));
                team.send("fail");
                cluster.advance(Duration.ofSeconds(1));
                team.send("hello");
                cluster.advance(Duration.ofSeconds(1));
                team.send("create and fail");
                Ending ending = cluster.run();

                assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
                assertThat(ending.sentences().toString()).contains("2 SupervisionTest.Member");
                assertThat(heard).filteredOn("team of 2"::equals).hasSize(3);
                assertThat(heard).filteredOn("member gone"::equals).hasSizeBetween(4, 5);
                assertThat(heard).contains("member got hello");
            }
        });
    }

    private static final class Listener extends Actor<Object> {
        private final List<Object> heard;

        Listener(List<Object> heard) {
            this.heard = heard;
        }

        @Override
        protected void process(Object message) {
            heard.add(message);
        }
    }

    @Test
    void scope_placeLost_membersElsewhereEnd() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                List<Object> heard = new ArrayList<>();
                Handle<Object> out = cluster.place(0).create(() -> new Listener(heard));
                Place zero = new Place(0);
                Place two = new Place(2);
                cluster.place(0).create(new Place(1), () -> new Team(out, zero, two));
                cluster.advance(Duration.ofSeconds(1));

                cluster.crash(1);

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
                assertThat(heard).containsExactly("team of 2", "member gone", "member gone");
            }
        });
    }

    /** Watches and restarts while what it watches, elsewhere, exits. */
    private static final class RemoteWatcher extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Handle<Object> out;

        RemoteWatcher(Handle<Object> out, Handle<Object> other) {
            super(ALL);
            this.out = out;
            watch(other, ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited) {
                out.send("exited");
            } else {
                throw new IllegalStateException("as told");
            }
        }
    }

    @Test
    void restart_watchAcrossPlaces_isToldOnce() {
        Seeds.of(100).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(2, seed)) {
                List<Object> heard = new ArrayList<>();
                Handle<Object> out = cluster.place(0).create(() -> new Listener(heard));
                Handle<Object> patient = cluster.place(0).create(new Place(1), Patient::new);
                Handle<Object> watcher = cluster.place(0)
                        .create(Supervision.restart(9, MINUTE).of(() -> new RemoteWatcher(out, patient)));
                watcher.send("fail");
                watcher.send("fail");
                patient.send("exit");
                watcher.send("fail");

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                // The third life may have been told before its failure, and the fourth is told again that it is gone.
                assertThat(heard).hasSizeBetween(1, 2);
            }
        });
    }
}
