package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Selectors whose handlers take long, and always have more to do, keep others waiting for a few handlers only. */
class LongTurnsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long HANDLER_NANOS = Duration.ofMillis(30).toNanos();

    /** Far fewer than a turn of messages that are short, and more than a host that stalls needs. */
    private static final int MOST = 16;

    private static final class Slow extends Actor<Integer> {
        private final AtomicInteger handled;
        private final AtomicBoolean over;

        Slow(AtomicInteger handled, AtomicBoolean over) {
            this.handled = handled;
            this.over = over;
        }

        @Override
        protected void process(Integer message) {
            long until = System.nanoTime() + HANDLER_NANOS;
            while (System.nanoTime() < until && !over.get()) {
                Thread.onSpinWait();
            }
            handled.incrementAndGet();
        }
    }

    private static final class Quick extends Actor<Integer> {
        private final AtomicInteger handled;
        private final AtomicInteger heard;
        private final AtomicInteger handledThen;

        Quick(AtomicInteger handled, AtomicInteger heard, AtomicInteger handledThen) {
            this.handled = handled;
            this.heard = heard;
            this.handledThen = handledThen;
        }

        @Override
        protected void process(Integer message) {
            handledThen.set(handled.get());
            heard.set(message);
        }
    }

    @Test
    void messageOfAThread_whereTheOnlyWorkerIsInLongTurns_waitsForAFewHandlers() {
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger heard = new AtomicInteger();
        AtomicInteger handledThen = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            Handle<Integer> slow = sojourn.create(() -> new Slow(handled, over));
            Handle<Integer> quick = sojourn.create(() -> new Quick(handled, heard, handledThen));
            for (int i = 0; i < 2_000; i++) {
                slow.send(i);
            }
            // Until it is known that its handlers take long.
            await().atMost(PATIENCE).until(() -> handled.get() >= 3);
            for (int number = 1; number <= 5; number++) {
                int expected = number;
                quick.send(number);
                int before = handled.get(); // after the send, as this thread may be held up in between
                await().atMost(PATIENCE).until(() -> heard.get() == expected);
                assertThat(handledThen.get() - before)
                        .as("handlers that went before message %d", number)
                        .isLessThan(MOST);
            }
            over.set(true);
        }
    }
}
