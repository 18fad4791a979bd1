package org.sojourn.net.netty;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.sojourn.kernel.port.Bound;

/**
 * Looks for the next packet for a moment before the loop sleeps, as long as packets come that soon.
 *
 * <p><b>Why.</b> To wake a thread whose core sleeps takes longer than all else in a message to and fro between two JVMs of one machine, and the answer to a short message comes
 * sooner than that. While it looks, the loop lets others have its core between any two looks, so a place whose machine has better to do finds nothing in time, and sleeps.
 *
 * <p><b>How much.</b> A look that finds nothing takes {@link Bound#SPIN_NANOS}, and then the loop sleeps without one once, then twice, and so on, up to
 * {@value #MOST_SKIPPED} times. One that finds something makes up for all of that. On one processor there is no look.
 *
 * <p>Of the leader of its loop only.
 */
final class AdaptiveSpin implements SelectStrategy {
    private static final long SPIN_NANOS = Bound.SPIN_NANOS.value();
    private static final int MOST_SKIPPED = 64;

    private final boolean isOff;
    private final LongSupplier clock;
    private BooleanSupplier hasTasks = () -> false;

    /** How often the loop sleeps at once before the next look, and after the next one that finds nothing. */
    private int skipped;

    private int nextSkipped = 1;

    /**
     * A loop's.
     *
     * @param processors how many the JVM has
     * @param clock in ns
     */
    AdaptiveSpin(int processors, LongSupplier clock) {
        this.isOff = processors < 2;
        this.clock = clock;
    }

    /** Sets what ends a look besides packets: tasks of the loop, which others add meanwhile. Before the loop runs. */
    void endsAt(BooleanSupplier tasks) {
        hasTasks = tasks;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTask) throws Exception {
        if (hasTask) {
            return selectNow.get();
        }
        if (isOff) {
            return SELECT;
        }
        if (skipped > 0) {
            skipped--;
            return SELECT;
        }
        long began = clock.getAsLong();
        do {
            int ready = selectNow.get();
            if (ready > 0 || hasTasks.getAsBoolean()) {
                nextSkipped = 1;
                return ready;
            }
            Thread.yield();
        } while (clock.getAsLong() - began < SPIN_NANOS);
        skipped = nextSkipped;
        nextSkipped = Math.min(MOST_SKIPPED, 2 * nextSkipped);
        return SELECT;
    }
}
