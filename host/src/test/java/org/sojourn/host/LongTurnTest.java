package org.sojourn.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** What waits behind handlers that take long, on one worker. */
class LongTurnTest {
    private static final int ROUNDS = 20;

    /** Messages of the other kind since the last long handler, and the most that there were. */
    private final AtomicInteger inARow = new AtomicInteger();

    private final AtomicInteger most = new AtomicInteger();
    private final CompletableFuture<Integer> found = new CompletableFuture<>();

    private static void spin(Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()) {
            Thread.onSpinWait();
        }
    }

    /** Takes too long to count as short, and much less than a slice. */
    private final class Other extends Actor<Integer> {
        @Override
        protected void process(Integer number) {
            spin(Duration.ofNanos(10_000));
            most.accumulateAndGet(inARow.incrementAndGet(), Math::max);
        }
    }

    /** Keeps the worker for longer than the place takes to look twice; has the next message waiting by then. */
    private final class Slow extends Actor<Integer> {
        @Override
        protected void process(Integer round) {
            inARow.set(0);
            if (round == ROUNDS) {
                found.complete(most.get());
                return;
            }
            self().send(round + 1);
            spin(Duration.ofMillis(50));
        }
    }

    @Test
    void messagesBehindLongHandlers_areProcessedManyAtATime() throws Exception {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            Handle<Integer> other = sojourn.create(Other::new);
            sojourn.create(Slow::new).send(0);
            for (int i = 0; i < 1_000; i++) {
                other.send(i);
            }

            assertThat(found.get(60, TimeUnit.SECONDS)).isGreaterThan(2);
        }
    }
}
