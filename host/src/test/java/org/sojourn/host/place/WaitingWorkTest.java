package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Work that was put behind a turn which then took much longer than its kind ever had. */
class WaitingWorkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int USUAL = 20_000;

    sealed interface Order {}

    record Usual() implements Order {}

    record Unusual(ReplyTo<Boolean> opened) implements Order {}

    /** Its constraint keeps its messages from being processed on the sender's stack. */
    static final class Opener extends Selector<CountDownLatch> {
        static final Mailbox<CountDownLatch> LATCHES =
                Mailbox.of("latches", CountDownLatch.class).when(Opener.class, (opener, latch) -> true);

        Opener() {
            super(LATCHES);
        }

        @Override
        protected void process(CountDownLatch latch) {
            latch.countDown();
        }
    }

    static final class Blocking extends Actor<Order> {
        private final Handle<CountDownLatch> opener;

        Blocking(Handle<CountDownLatch> opener) {
            this.opener = opener;
        }

        @Override
        protected void process(Order order) throws Exception {
            if (order instanceof Unusual unusual) {
                CountDownLatch latch = new CountDownLatch(1);
                opener.send(latch);
                unusual.opened().reply(latch.await(PATIENCE.toSeconds() / 2, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void turnExpectedToBeShort_blocks_anotherWorkerTakesWhatWaitsBehindIt() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Handle<CountDownLatch> opener = sojourn.create(Opener::new);
            Handle<Order> blocking = sojourn.create(() -> new Blocking(opener));
            for (int i = 0; i < USUAL; i++) {
                blocking.send(new Usual());
            }
            assertThat(blocking.<Boolean>request(Unusual::new, PATIENCE).join()).isTrue();
        }
    }
}
