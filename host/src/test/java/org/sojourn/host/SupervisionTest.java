package org.sojourn.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Supervision;

/** Restarts with real workers, under sends that run on their sender's stack and sends that don't. */
class SupervisionTest {
    private static final Logger LOG = Logger.getLogger("org.sojourn.kernel.part.Cell");
    private static final int MESSAGES = 20_000;
    private static final int EVERY = 101;

    /** What the worker has processed in all its lives. Its turns only; read after its answer. */
    private static final class Tally {
        private int lives;
        private int processed;
        private int outOfOrder;
        private int last = -1;
    }

    private record Total(ReplyTo<Integer> asker) {}

    private static final class Worker extends Actor<Object> {
        private final Tally tally;

        Worker(Tally tally) {
            this.tally = tally;
            tally.lives++;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Total total) {
                total.asker().reply(tally.processed);
                exit();
                return;
            }
            int number = (Integer) message;
            tally.outOfOrder += number > tally.last ? 0 : 1;
            tally.last = number;
            if (number % EVERY == 0) {
                throw new IllegalStateException("each " + EVERY + "th fails");
            }
            tally.processed++;
        }
    }

    private static final class Sender extends Actor<Integer> {
        private final List<Handle<Object>> workers;
        private final CompletableFuture<Boolean> sent;

        Sender(List<Handle<Object>> workers, CompletableFuture<Boolean> sent) {
            this.workers = workers;
            this.sent = sent;
        }

        @Override
        protected void process(Integer next) {
            for (int i = next; i < Math.min(next + 100, MESSAGES); i++) {
                for (Handle<Object> worker : workers) {
                    worker.send(i);
                }
            }
            if (next + 100 < MESSAGES) {
                self().send(next + 100);
            } else {
                sent.complete(true);
                exit();
            }
        }
    }

    @Test
    void restart_underLoadOfSeveralWorkers_losesNothingButTheMessagesOfFailures() throws Exception {
        Level before = LOG.getLevel();
        LOG.setLevel(Level.OFF);
        try (var sojourn = Sojourn.start(Config.local().withWorkers(3))) {
            List<Tally> tallies = new ArrayList<>();
            List<Handle<Object>> workers = new ArrayList<>();
            List<CompletableFuture<Integer>> ends = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Tally tally = new Tally();
                tallies.add(tally);
                workers.add(sojourn.create(
                        Supervision.restart(1_000, Duration.ofDays(1)).of(() -> new Worker(tally))));
            }
            CompletableFuture<Boolean> sent = new CompletableFuture<>();
            sojourn.create(() -> new Sender(workers, sent)).send(0);
            sent.get(60, TimeUnit.SECONDS);
            for (Handle<Object> worker : workers) {
                ends.add(worker.request(Total::new, Duration.ofMinutes(1)));
            }

            int failures = (MESSAGES + EVERY - 1) / EVERY;
            for (int i = 0; i < workers.size(); i++) {
                assertThat(ends.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(MESSAGES - failures);
                assertThat(tallies.get(i).lives).isEqualTo(failures + 1);
                assertThat(tallies.get(i).outOfOrder).isZero();
            }
        } finally {
            LOG.setLevel(before);
        }
    }
}
