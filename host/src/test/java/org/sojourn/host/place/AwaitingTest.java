package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Timer;

/** Timers and futures with real threads: the run stays open for them, nothing is lost, nothing comes after a cancel. */
class AwaitingTest {
    private static final int SELECTORS = 300;
    private static final int TICKS = 10;

    sealed interface Event {}

    record Tick() implements Event {}

    /** From a timer that is set anew on each tick, so that it is cancelled at all stages of its life. */
    record Stale(int generation) implements Event {}

    record Fetched(int value) implements Event {}

    private record Counts(AtomicInteger finished, AtomicInteger wrong) {
        Counts() {
            this(new AtomicInteger(), new AtomicInteger());
        }
    }

    static final class Waiting extends Selector<Event> {
        static final Mailbox<Event> EVENTS = Mailbox.of("events", Event.class);
        static final Mailbox<Stale> STALE = Mailbox.of("stale", Stale.class);

        private final Counts counts;
        private final Timer ticks;
        private Timer stale;
        private int generation;

        Waiting(Counts counts) {
            super(EVENTS, STALE);
            this.counts = counts;
            ticks = every(Duration.ofMillis(1), new Tick());
            stale = after(Duration.ofMillis(1), STALE, new Stale(0));
        }

        @Override
        protected void process(Event event) {
            if (event instanceof Tick) {
                stale.cancel();
                stale = after(Duration.ofMillis(1), STALE, new Stale(++generation));
                if (generation == TICKS) {
                    ticks.cancel();
                    stale.cancel();
                    Executor later = CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS);
                    int value = generation;
                    pipeTo(CompletableFuture.supplyAsync(() -> value, later), Fetched::new, failure -> new Fetched(-1));
                }
            } else if (event instanceof Stale late) {
                if (late.generation() != generation || generation == TICKS) {
                    counts.wrong().incrementAndGet();
                }
            } else if (event instanceof Fetched fetched && fetched.value() == TICKS) {
                counts.finished().incrementAndGet();
                exit();
            }
        }
    }

    @Test
    void run_withTimersAndFutures_endsWhenAllHaveBeenProcessed() {
        Counts counts = new Counts();
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(4))) {
            for (int i = 0; i < SELECTORS; i++) {
                sojourn.create(() -> new Waiting(counts));
            }
        }
        assertThat(counts.finished()).hasValue(SELECTORS);
        assertThat(counts.wrong()).hasValue(0);
    }

    /** Blocks its worker until several ticks have passed. */
    static final class Late extends Selector<Tick> {
        static final Mailbox<Tick> TICKS = Mailbox.of("ticks", Tick.class);

        private final AtomicInteger skipped;
        private final Timer timer;
        private boolean wasLate;

        Late(AtomicInteger skipped) {
            super(TICKS);
            this.skipped = skipped;
            timer = every(Duration.ofMillis(1), new Tick());
        }

        @Override
        protected void process(Tick tick) throws InterruptedException {
            if (!wasLate) {
                wasLate = true;
                CountDownLatch passed = new CountDownLatch(1);
                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(passed::countDown);
                passed.await();
            } else if (timer.skipped() > 0) {
                skipped.set((int) timer.skipped());
                exit();
            }
        }
    }

    @Test
    void every_blockedForManyPeriods_skipsThemAndGoesOn() {
        AtomicInteger skipped = new AtomicInteger();
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            sojourn.create(() -> new Late(skipped));
        }
        assertThat(skipped.get()).isGreaterThan(30);
    }
}
