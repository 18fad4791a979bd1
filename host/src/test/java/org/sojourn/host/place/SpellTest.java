package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.port.Bound;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** How long a selector whose messages take long keeps its worker from the others. */
class SpellTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MESSAGES = 20;
    private static final int ROUNDS = 100;

    /** Long for a message, and many of them fit into a spell. */
    private static final long MODERATE_NANOS = 10_000;

    private static final class Gate extends Actor<CountDownLatch> {
        @Override
        protected void process(CountDownLatch opened) throws Exception {
            assertThat(opened.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Takes so long for each message. */
    private static final class Busy extends Actor<CountDownLatch> {
        private final List<String> order;
        private final long nanos;

        Busy(List<String> order, long nanos) {
            this.order = order;
            this.nanos = nanos;
        }

        @Override
        protected void process(CountDownLatch done) {
            long began = System.nanoTime();
            while (System.nanoTime() - began < nanos) {
                Thread.onSpinWait();
            }
            order.add("busy");
            done.countDown();
        }
    }

    private static final class Other extends Actor<CountDownLatch> {
        private final List<String> order;

        Other(List<String> order) {
            this.order = order;
        }

        @Override
        protected void process(CountDownLatch done) {
            order.add("other");
            done.countDown();
        }
    }

    /** How many messages of one that takes so long for each come before one of another that waits behind the first of them. */
    private static int before(Sojourn sojourn, long nanos) throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();
        Handle<CountDownLatch> busy = sojourn.create(() -> new Busy(order, nanos));
        Handle<CountDownLatch> other = sojourn.create(() -> new Other(order));
        CountDownLatch opened = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(MESSAGES + 1);
        sojourn.create(Gate::new).send(opened);
        for (int i = 0; i < MESSAGES; i++) {
            busy.send(done);
        }
        other.send(done);
        opened.countDown();
        assertThat(done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return order.indexOf("other");
    }

    @Test
    void messagesThatTakeLong_butFitIntoASpell_areProcessedInARow() throws InterruptedException {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            int most = 0;
            for (int i = 0; i < ROUNDS && most < 2; i++) { // a machine that stalls makes any message a long one
                most = before(sojourn, MODERATE_NANOS);
            }
            assertThat(most).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void messagesThatTakeASpellEach_letOthersGoInBetween() throws InterruptedException {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            assertThat(before(sojourn, Bound.SPELL_NANOS.value())).isLessThan(MESSAGES / 2);
        }
    }
}
