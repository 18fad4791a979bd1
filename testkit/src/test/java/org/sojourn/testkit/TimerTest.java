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
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Timer;

/** Timers: when their messages come, what is skipped, cancelling, silence. */
class TimerTest extends OnePlace {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration ALMOST = SECOND.minusNanos(1);
    private static final Duration NANO = Duration.ofNanos(1);

    private final Handle<Object> selector = scripted();
    private final List<Timer> timers = new ArrayList<>();

    private Handle<Object> scripted() {
        Handle<Object> out = probe.handle();
        return place.create(() -> new Scripted(out));
    }

    private Timer timer() {
        return timers.get(0);
    }

    @Test
    void after_delay_isProcessedOnceAndNotEarly() {
        Scripted.tell(selector, self -> timers.add(self.in(SECOND, "due")));

        place.advance(ALMOST);
        probe.expectNothing();
        assertThat(timer().isActive()).isTrue();
        place.advance(NANO);
        probe.expect("due");
        assertThat(timer().isActive()).isFalse();
        place.advance(SECOND.multipliedBy(10));
        probe.expectNothing();
    }

    @Test
    void after_noDelay_comesBehindWhatWaits() {
        Scripted.tell(selector, self -> {
            self.in(Duration.ZERO, "timer");
            selector.send("mail");
        });

        place.advance(Duration.ZERO);

        probe.expect("mail");
        probe.expect("timer");
    }

    @Test
    void timer_closedGuard_messageWaitsAndPrioritiesHold() {
        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, false);
            self.in(SECOND, "word");
            self.in(SECOND, 1);
        });
        place.advance(SECOND);
        probe.expect(1);
        probe.expectNothing();

        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, true);
            selector.send(2);
        });

        probe.expect("word");
        probe.expect(2);
    }

    @Test
    void every_period_keepsToTheGridWhateverWasSkipped() {
        Scripted.tell(selector, self -> timers.add(self.each(SECOND, "tick")));
        place.advance(SECOND);
        probe.expect("tick");
        Scripted.tell(selector, self -> self.guard(Scripted.WORDS, false));

        place.advance(SECOND.multipliedBy(5));
        probe.expectNothing();
        assertThat(timer().skipped()).isEqualTo(4);
        place.advance(SECOND.dividedBy(2));
        Scripted.tell(selector, self -> self.guard(Scripted.WORDS, true));

        probe.expect("tick");
        probe.expectNothing();
        place.advance(SECOND.dividedBy(2).minusNanos(1));
        probe.expectNothing();
        place.advance(NANO);
        probe.expect("tick");
        assertThat(timer().skipped()).isEqualTo(4);
    }

    @Test
    void every_handlerIsLate_doesNotDrift() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(1, seed)) {
                long period = 10_000_000;
                // More than the longest delay of a worker, and far less than a thousand delays.
                long bound = 3_000_000;
                List<Long> times = new ArrayList<>();
                cluster.place(0)
                        .create(() -> new Ticking(
                                1_000,
                                Duration.ofNanos(period),
                                () -> times.add(cluster.cluster().simulation().nanoTime())));
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
                for (int i = 0; i < times.size(); i++) {
                    assertThat(times.get(i) - times.get(0) - i * period).isBetween(-bound, bound);
                }
                assertThat(times).hasSize(1_000);
            }
        });
    }

    @Test
    void every_periodBelowTheWorkersDelay_skipsWhatItMissed() {
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 1)) {
            Ticking[] ticking = new Ticking[1];
            long began = cluster.cluster().simulation().nanoTime();
            cluster.place(0).create(() -> {
                ticking[0] = new Ticking(1_000, Duration.ofNanos(100), () -> {});
                return ticking[0];
            });
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);

            long passed = cluster.cluster().simulation().nanoTime() - began;
            assertThat(ticking[0].skipped()).isBetween(1_000L, passed / 100 - 1_000);
        }
    }

    /** Exits after so many ticks. */
    private static final class Ticking extends Actor<String> {
        private final Runnable onTick;
        private final Timer timer;
        private int left;

        Ticking(int ticks, Duration period, Runnable onTick) {
            this.left = ticks;
            this.onTick = onTick;
            this.timer = every(period, "tick");
        }

        long skipped() {
            return timer.skipped();
        }

        @Override
        protected void process(String tick) {
            onTick.run();
            if (--left == 0) {
                exit();
            }
        }
    }

    @Test
    void cancel_messageWaits_isTakenBack() {
        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, false);
            timers.add(self.in(SECOND, "due"));
            selector.send("before");
        });
        place.advance(SECOND);
        assertThat(timer().isActive()).isTrue();

        Scripted.tell(selector, self -> {
            timer().cancel();
            timer().cancel();
            self.guard(Scripted.WORDS, true);
            selector.send("after");
        });

        probe.expect("before");
        probe.expect("after");
        probe.expectNothing();
        assertThat(timer().isActive()).isFalse();
    }

    @Test
    void cancel_messageThatANoticeWaitsBehind_letsTheNoticeGoOn() {
        Handle<Object> gone = scripted();
        Scripted.tell(gone, Scripted::leave);
        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, false);
            timers.add(self.in(SECOND, "due"));
        });
        place.advance(SECOND);

        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, true);
            self.watching(gone); // told at once, and to be processed after the word that waits
            Scripted.tell(selector, then -> {
                timer().cancel();
                selector.send("later");
            });
        });

        assertThat(probe.expectNext(Exited.class).who()).isEqualTo(gone);
        probe.expect("later");
        probe.expectNothing();
    }

    @Test
    void cancel_periodic_neverRingsAgain() {
        Scripted.tell(selector, self -> {
            timers.add(self.each(SECOND, "tick"));
            self.each(SECOND, "tock");
        });
        place.advance(SECOND);
        probe.expect("tick");
        probe.expect("tock");

        Scripted.tell(selector, self -> timer().cancel());
        place.advance(SECOND);

        probe.expect("tock");
        probe.expectNothing();
    }

    @Test
    void cancel_outsideTheSelector_isRefused() {
        Scripted.tell(selector, self -> timers.add(self.in(SECOND, "due")));
        place.run();

        assertThatThrownBy(timer()::cancel)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outside its own constructor and handlers");
    }

    @Test
    void timer_thatNoMailboxAccepts_failsTheSelectorWithASentence() {
        Handle<Object> narrow = place.create(Narrow::new);

        probe.watch(narrow);

        assertThat(probe.expectExited(narrow).toString())
                .contains("java.lang.Integer")
                .contains("none of its mailboxes accepts");
    }

    /** Has one mailbox for words, and sets a timer with a number. */
    private static final class Narrow extends Selector<Object> {
        Narrow() {
            super(Scripted.WORDS);
            after(SECOND, 1);
        }

        @Override
        protected void process(Object message) {}
    }

    @Test
    void timer_withAMessageThatCannotTravel_failsWhereItIsSetIfMessagesAreCopied() {
        try (TestPlace copying = TestPlace.copying()) {
            Handle<Object> unsendable = copying.create(Unsendable::new);
            Probe<Object> watcher = copying.probe(Object.class).watch(unsendable);

            unsendable.send("set it");

            assertThat(watcher.expectExited(unsendable).toString()).contains("java.lang.Thread");
        }
    }

    /** Sets a timer with a message that only a local selector could get. */
    private static final class Unsendable extends Actor<Object> {
        @Override
        protected void process(Object message) {
            after(SECOND, Thread.currentThread());
        }
    }

    @Test
    void timer_outOfBounds_failsTheSelectorWithASentence() {
        probe.watch(selector);

        Scripted.tell(selector, self -> self.each(Duration.ZERO, "tick"));

        assertThat(probe.expectExited(selector).toString()).contains("PT0S").contains("be positive");
    }

    @Test
    void exit_withTimers_endsThemSilently() {
        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, false);
            self.in(SECOND, "waits");
            timers.add(self.each(SECOND, "tick"));
        });
        place.advance(SECOND);
        probe.watch(selector);

        Scripted.tell(selector, Scripted::leave);

        assertThat(probe.expectExited(selector)).isInstanceOf(ExitReason.Normal.class);
        assertThat(timer().isActive()).isFalse();
        place.advance(SECOND);
        assertThat(place.deadLetters()).isZero();
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void receiveTimeout_silence_comesWhenNothingWasProcessedForSoLong() {
        Scripted.tell(selector, self -> timers.add(self.silent(SECOND, "silence")));
        for (int i = 0; i < 5; i++) {
            place.advance(ALMOST);
            selector.send(i);
            probe.expect(i);
            probe.expectNothing();
        }

        place.advance(ALMOST);
        probe.expectNothing();
        place.advance(NANO);
        probe.expect("silence");
        place.advance(ALMOST);
        probe.expectNothing();
        place.advance(NANO);
        probe.expect("silence");
        Scripted.tell(selector, self -> timer().cancel());
        place.advance(SECOND.multipliedBy(3));
        probe.expectNothing();
    }

    @Test
    void receiveTimeout_mailBehindAGuard_isSilence() {
        Scripted.tell(selector, self -> {
            self.guard(Scripted.NUMBERS, false);
            self.silent(SECOND, "silence");
        });
        place.advance(SECOND.dividedBy(2));
        selector.send(1);
        place.advance(SECOND.dividedBy(2));

        probe.expect("silence");
    }

    @Test
    void end_withATimer_waitsForIt() {
        Scripted.tell(selector, self -> self.in(Duration.ofMinutes(5), "due"));

        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
        probe.expect("due");
    }

    @Test
    void end_withATimerThatRangAtAClosedGuard_isStalled() {
        Scripted.tell(selector, self -> {
            self.guard(Scripted.WORDS, false);
            self.in(SECOND, "due");
        });

        Ending ending = place.end();

        assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
        assertThat(ending.toString()).contains("1 in mailbox \"words\" (disabled)");
    }

    @Test
    void end_withACancelledTimer_isAtOnce() {
        Scripted.tell(selector, self -> timers.add(self.in(Duration.ofDays(1), "due")));
        place.run();
        Scripted.tell(selector, self -> timer().cancel());

        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }
}
