package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Life, failures, pause, watches, and how a run ends. */
class SelectorLifeTest extends OnePlace {
    private final List<String> log = new ArrayList<>();

    /** Writes its life to the log; a word ends, fails or pauses it. */
    private static final class Chronicler extends Actor<Object> {
        private final List<String> log;

        Chronicler(List<String> log, boolean fails) {
            this.log = log;
            log.add("constructed");
            if (fails) {
                throw new IllegalArgumentException("no luck");
            }
        }

        @Override
        protected void preStart() {
            log.add("preStart");
        }

        @Override
        protected void process(Object message) {
            log.add(message.toString());
            switch (message.toString()) {
                case "exit" -> exit();
                case "fail" -> throw new IllegalStateException("as told");
                case "pause" -> pause();
                default -> {}
            }
        }

        @Override
        protected void postExit() {
            log.add("postExit");
        }
    }

    private Handle<Object> chronicler() {
        return place.create(() -> new Chronicler(log, false));
    }

    @Test
    void life_exitInAHandler_takesItsCourseAndTheRestIsDead() {
        Handle<Object> one = chronicler();

        one.send("a");
        one.send("exit");
        one.send("late");
        place.run();
        one.send("later");
        place.run();

        assertThat(log).containsExactly("constructed", "preStart", "a", "exit", "postExit");
        assertThat(place.deadLetters()).isEqualTo(2);
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT); // the probe is left
    }

    @Test
    void constructor_throws_earlyMailIsDeadAndWatchersAreTold() {
        Handle<Object> failing = place.create(() -> new Chronicler(log, true));
        failing.send("early");
        failing.send("early too");
        probe.watch(failing);

        ExitReason reason = probe.expectExited(failing);

        assertThat(place.deadLetters()).isEqualTo(2);
        assertThat(log).containsExactly("constructed");
        assertThat(reason).isInstanceOfAny(ExitReason.Failed.class, ExitReason.Unknown.class);
    }

    /** Watches one as often as it may, and once more; counts what it is told. */
    private static final class Zealot extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private static final int MOST = 1_024;
        private final List<String> log;
        private int told;

        Zealot(List<String> log) {
            super(ALL);
            this.log = log;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited) {
                told++;
                log.add("told " + told);
                return;
            }
            for (int i = 0; i < MOST; i++) {
                watch((Handle<?>) message, ALL);
            }
            assertThatThrownBy(() -> watch((Handle<?>) message, ALL))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is watched 1024 times already");
        }
    }

    @Test
    void watch_onceTooOften_isRefusedAndTheOthersAreTold() {
        Handle<Object> one = chronicler();
        place.create(() -> new Zealot(log)).send(one);
        place.run();
        log.clear();

        one.send("exit");
        place.run();

        assertThat(log).hasSize(2 + 1_024).endsWith("told 1024");
    }

    /** Creates one that fails and watches it in the same turn. */
    private static final class Parent extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Handle<Object> out;
        private final List<String> log;

        Parent(Handle<Object> out, List<String> log) {
            super(ALL);
            this.out = out;
            this.log = log;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited exited) {
                out.send(exited.reason());
            } else {
                watch(create(() -> new Chronicler(log, true)), ALL);
            }
        }
    }

    @Test
    void constructor_throwsAtAWatchedSelector_isHandled() {
        Handle<Object> out = probe.handle();
        place.create(() -> new Parent(out, log)).send("go");

        ExitReason.Failed reason = probe.expectNext(ExitReason.Failed.class);

        assertThat(reason.cause()).hasMessage("no luck");
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void handler_throwsUnwatched_failsTheRun() {
        Handle<Object> one = chronicler();

        one.send("fail");
        one.send("dead");
        Ending ending = place.end();

        assertThat(log).containsExactly("constructed", "preStart", "fail", "postExit");
        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(ending.word().status()).isEqualTo(1);
        assertThat(ending.sentences())
                .singleElement()
                .asString()
                .contains("Chronicler")
                .contains("as told");
        assertThat(place.deadLetters()).isEqualTo(1);
    }

    @Test
    void handler_throwsWatched_tellsTheWatcherAndTheRunIsFine() {
        Handle<Object> one = chronicler();
        probe.watch(one);

        one.send("fail");

        ExitReason.Failed reason = (ExitReason.Failed) probe.expectExited(one);
        assertThat(reason.cause()).isInstanceOf(IllegalStateException.class).hasMessage("as told");
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void watch_afterTheExit_isToldAtOnce() {
        Handle<Object> one = chronicler();
        one.send("exit");
        place.run();

        probe.watch(one);

        assertThat(probe.expectExited(one)).isInstanceOf(ExitReason.Unknown.class);
    }

    @Test
    void stop_fromOutside_leavesTheRestDead() {
        Handle<Object> one = chronicler();
        probe.watch(one);

        one.stop();
        one.send("dead");
        assertThat(probe.expectExited(one)).isInstanceOf(ExitReason.Stopped.class);

        assertThat(log).containsExactly("constructed", "preStart", "postExit");
        assertThat(place.deadLetters()).isEqualTo(1);
    }

    @Test
    void pause_fromWithin_collectsUntilResumed() {
        Handle<Object> one = chronicler();

        one.send("pause");
        one.send("kept");
        place.run();
        assertThat(log).endsWith("pause");
        one.resume();
        place.run();

        assertThat(log).endsWith("pause", "kept");
    }

    @Test
    void pause_fromOutside_endsTheRunStalledNamingTheMailbox() {
        Handle<Object> one = chronicler();
        one.pause();
        one.send("waits");

        Ending ending = place.end();

        assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
        assertThat(ending.word().status()).isEqualTo(3);
        assertThat(ending.sentences())
                .singleElement()
                .asString()
                .contains("Chronicler")
                .contains("(paused)");
    }

    /** Sends numbered messages, then exits. */
    private static final class Talker extends Actor<Object> {
        private final Handle<Object> out;

        Talker(Handle<Object> out) {
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            for (int i = 0; i < 100; i++) {
                out.send(i);
            }
            exit();
        }
    }

    @Test
    void exited_comesAfterTheLastMessage() {
        Handle<Object> out = probe.handle();
        Handle<Object> talker = place.create(() -> new Talker(out));
        probe.watch(talker);

        talker.send("go");
        place.run();

        for (int i = 0; i < 100; i++) {
            probe.expect(i);
        }
        assertThat(probe.expectExited(talker)).isInstanceOf(ExitReason.Normal.class);
    }

    /** Watches with everything closed: by guard and by constraint. */
    private static final class Closed extends Selector<Object> {
        private static final Mailbox<Object> NEVER =
                Mailbox.of("never", Object.class).when(Closed.class, (self, message) -> false);
        private static final Mailbox<Object> SHUT =
                Mailbox.of("shut", Object.class).initiallyDisabled();
        private final Handle<Object> out;

        Closed(Handle<Object> out, Handle<?> watched) {
            super(NEVER, SHUT);
            this.out = out;
            watch(watched, SHUT);
        }

        @Override
        protected void process(Object message) {
            out.send(message);
        }
    }

    @Test
    void exited_reachesASelectorWhateverItsGuardsAndConstraints() {
        Handle<Object> one = chronicler();
        Handle<Object> out = probe.handle();
        Handle<Object> closed = place.create(() -> new Closed(out, one));
        closed.send(Closed.NEVER, "stays");
        closed.send(Closed.SHUT, "stays too");
        place.run();

        one.send("exit");

        assertThat(probe.expectNext(Exited.class).who()).isEqualTo(one);
        probe.expectNothing();
        Ending ending = place.end();
        assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
        assertThat(ending.sentences())
                .singleElement()
                .asString()
                .contains("constraint")
                .contains("(disabled)");
    }

    /** A protocol of its own words. */
    private static final class Translating extends Selector<String> {
        private static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
        private final Handle<Object> out;

        Translating(Handle<Object> out, Handle<?> watched) {
            super(WORDS);
            this.out = out;
            watch(
                    watched,
                    WORDS,
                    exited -> "gone: " + exited.reason().getClass().getSimpleName());
        }

        @Override
        protected void process(String message) {
            out.send(message);
        }
    }

    @Test
    void watch_withTranslation_speaksTheWatchersProtocol() {
        Handle<Object> one = chronicler();
        Handle<Object> out = probe.handle();
        place.create(() -> new Translating(out, one));
        place.run();

        one.send("exit");

        probe.expect("gone: Normal");
    }

    @Test
    void constructor_outsideAFactory_isRefusedWithTheRemedy() {
        assertThatThrownBy(() -> new Chronicler(log, false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("create(() -> new Chronicler(...))");
    }

    @Test
    void create_factoryReturnsTheSameTwice_isRefused() {
        Selector<?>[] made = new Selector<?>[1];
        Handle<Object> first = place.create(() -> {
            Chronicler one = new Chronicler(log, false);
            made[0] = one;
            return one;
        });
        place.run();
        Handle<Object> second = place.create(() -> (Chronicler) made[0]);
        probe.watch(second);

        probe.expectExited(second);
        first.send("alive");
        place.run();
        assertThat(log).endsWith("alive");
    }

    /** As HJDS spells it: constructed by its class and arguments. */
    static final class Seed extends Selector<Object> {
        private final Handle<Object> out;
        private final int factor;

        Seed(Handle<Object> out, int factor) {
            super(3);
            this.out = out;
            this.factor = factor;
            disable(1);
        }

        @Override
        protected void process(Object message) {
            out.send((Integer) message * factor);
            enable(1);
        }
    }

    @Test
    void newSelector_withClassAndArguments_worksByNumbers() {
        Handle<Object> seed = place.system().newSelector(Seed.class, probe.handle(), 10);

        seed.send(1, 1);
        probe.expectNothing();
        seed.send(2, 2);

        probe.expect(20);
        probe.expect(10);
        assertThatThrownBy(() -> place.system().newSelector(Seed.class, "wrong"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no constructor");
    }

    @Test
    void end_everythingExited_isFinished() {
        try (TestPlace alone = TestPlace.open()) {
            alone.create(() -> new Chronicler(log, false)).send("exit");

            Ending ending = alone.end();

            assertThat(ending.word()).isEqualTo(Ending.Word.FINISHED);
            assertThat(ending.word().status()).isZero();
            assertThat(ending.sentences()).isEmpty();
        }
    }

    @Test
    void end_idleSelectorsLeft_isQuiescentWithNumberAndKinds() {
        try (TestPlace alone = TestPlace.open()) {
            alone.create(() -> new Chronicler(log, false));
            alone.create(() -> new Chronicler(log, false));

            Ending ending = alone.end();

            assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(ending.sentences())
                    .singleElement()
                    .asString()
                    .contains("2 ")
                    .contains("Chronicler");
        }
    }

    /** Never answers. */
    private static final class Silent extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    @Test
    void end_answersOwed_isStalledAndSaysWhoWaitsForWhom() {
        Handle<Object> silent = place.create(Silent::new);
        silent.request(Ask::new, Duration.ofDays(1));

        Ending ending = place.end();

        assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
        assertThat(ending.sentences())
                .singleElement()
                .asString()
                .contains("waits for the answer of")
                .contains("Silent");
    }

    @Test
    void keepAlive_untilClosed_holdsTheRunOpen() {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(1)
                .limit(Duration.ofSeconds(5), 1_000_000)
                .start()) {
            KeepAlive open = cluster.place(0).keepAlive();
            assertThatThrownBy(cluster::run).isInstanceOf(AssertionError.class).hasMessageContaining("no end");
            assertThatThrownBy(cluster::ending).isInstanceOf(IllegalStateException.class);

            open.close();
            open.close();

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        }
    }

    @Test
    void stop_byTheProgram_endsTheRunWithItsStatus() {
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 1)) {
            KeepAlive open = cluster.place(0).keepAlive();
            cluster.place(0).stop(7);

            assertThat(cluster.run().word()).isEqualTo(Ending.Word.STOPPED);
            assertThat(cluster.status()).isEqualTo(7);
            assertThatThrownBy(() -> cluster.place(0).stop(256)).isInstanceOf(IllegalArgumentException.class);
            open.close();
        }
    }
}
