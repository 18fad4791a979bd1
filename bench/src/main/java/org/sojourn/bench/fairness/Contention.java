package org.sojourn.bench.fairness;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/**
 * Some selectors of one kind, each of whose handlers takes long and which always have another message waiting, and one of
 * another kind, which gets messages from a thread at a steady rate.
 *
 * <p>A message's latency is the time from when it was to be sent until its handler begins. So a sender that comes late, as
 * a thread does on a busy machine, or that has to wait since the mailbox is full, doesn't hide how long messages would have
 * waited.
 *
 * @param workers worker threads of the place
 * @param slow selectors whose handlers take long; 0 shows what the machine does by itself
 * @param handler how long each of their handlers keeps its worker busy
 * @param perSecond messages that the other kind gets
 * @param time how long it goes on; then the slow ones exit, so that nobody waits longer than that and a turn
 */
public record Contention(int workers, int slow, Duration handler, int perSecond, Duration time) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private record Ready(ReplyTo<Long> asker) {}

    private record Due(long nanos) {}

    private record Over(ReplyTo<Latencies> asker) {}

    /** Takes long over each message, and has the next one waiting by then. */
    private static final class Slow extends Actor<Boolean> {
        private final long nanos;
        private final long end;

        Slow(long nanos, long end) {
            this.nanos = nanos;
            this.end = end;
        }

        @Override
        protected void process(Boolean again) {
            long start = System.nanoTime();
            if (start - end > 0) {
                exit();
                return;
            }
            self().send(again);
            while (System.nanoTime() - start < nanos) {
                Thread.onSpinWait();
            }
        }
    }

    /** Notes how long each message has waited. */
    private static final class Other extends Actor<Object> {
        private final long[] waited;
        private int count;

        Other(int messages) {
            waited = new long[messages];
        }

        @Override
        protected void process(Object message) {
            switch (message) {
                case Ready(ReplyTo<Long> asker) -> asker.reply(System.nanoTime());
                case Due(long nanos) -> waited[count++] = Math.max(0, System.nanoTime() - nanos);
                case Over(ReplyTo<Latencies> asker) -> asker.reply(new Latencies(Arrays.copyOf(waited, count)));
                default -> throw new IllegalArgumentException("not a message of this program: " + message);
            }
        }
    }

    /**
     * Returns how many messages the other kind gets.
     *
     * @return one at least
     */
    public int messages() {
        return (int) Math.max(1, time.toMillis() * perSecond / TimeUnit.SECONDS.toMillis(1));
    }

    /**
     * Runs it.
     *
     * @return the latencies of all messages
     * @throws IllegalStateException if not every message came
     */
    public Latencies run() {
        int messages = messages();
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(workers))) {
            Handle<Object> other = sojourn.create(() -> new Other(messages));
            long start = other.<Long>request(Ready::new, PATIENCE).join();
            long end = start + time.toNanos();
            for (int i = 0; i < slow; i++) {
                sojourn.create(() -> new Slow(handler.toNanos(), end)).send(true);
            }
            send(other, messages, start);
            Latencies latencies = other.<Latencies>request(Over::new, PATIENCE).join();
            if (latencies.count() != messages) {
                throw new IllegalStateException(
                        "%,d messages came, and %,d were sent".formatted(latencies.count(), messages));
            }
            return latencies;
        }
    }

    private void send(Handle<Object> other, int messages, long start) {
        for (int i = 0; i < messages; i++) {
            long due = start + TimeUnit.SECONDS.toNanos(i) / perSecond;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            other.send(new Due(due));
        }
    }
}
