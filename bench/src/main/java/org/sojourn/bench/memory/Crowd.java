package org.sojourn.bench.memory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/**
 * Many idle selectors at once: the main class of a process that prints what was in use of its heap before they were
 * created, and with them. Then each gets a message, so that it is sure that each of them is there.
 */
public final class Crowd {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Created, or sent to, in one turn. */
    private static final int CHUNK = 1_024;

    private Crowd() {}

    private enum Step {
        CREATE,
        SEND
    }

    /** Creates them, and sends to them, a few at a time. */
    private static final class Host extends Actor<Step> {
        private final AtomicReferenceArray<Handle<Object>> crowd;
        private int next;

        Host(AtomicReferenceArray<Handle<Object>> crowd) {
            this.crowd = crowd;
        }

        @Override
        protected void process(Step step) {
            int end = Math.min(crowd.length(), next + CHUNK);
            for (; next < end; next++) {
                if (step == Step.CREATE) {
                    crowd.set(next, create(Idle::new));
                } else {
                    crowd.get(next).send("word");
                }
            }
            if (next < crowd.length()) {
                self().send(step);
            } else {
                next = 0;
            }
        }
    }

    /**
     * Creates them, and prints the bytes in use before and after; the array of their handles is there before.
     *
     * @param args how many
     */
    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            AtomicReferenceArray<Handle<Object>> crowd = new AtomicReferenceArray<>(count);
            Handle<Step> host = sojourn.create(() -> new Host(crowd));
            long before = InUse.bytes();
            host.send(Step.CREATE);
            await("constructed", Idle.CONSTRUCTED, count);
            long after = InUse.bytes();
            host.send(Step.SEND);
            await("processed", Idle.PROCESSED, count);
            System.out.println(before + " " + after);
        }
    }

    /** Waits until a counter is where it should be. */
    static void await(String what, LongAdder counter, long expected) {
        long start = System.nanoTime();
        while (counter.sum() < expected) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException(
                        "%,d %s within two minutes, and not %,d".formatted(counter.sum(), what, expected));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
