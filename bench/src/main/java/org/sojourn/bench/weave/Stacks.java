package org.sojourn.bench.weave;

import java.lang.reflect.Method;
import org.sojourn.bench.remote.Exchange;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;

/** A stack of some depth that leaves as a whole, and goes on when it is empty. */
final class Stacks implements Exchange.Side {
    private static final int TIMES = 100;
    private static final double NANOS_PER_MICRO = 1_000;

    private final Method down;
    private final int depth;
    private final DeltaSet[] left = new DeltaSet[1];
    private int polls;

    /**
     * Of so many frames.
     *
     * @param down calls itself as often as it is told, polls, and says how often
     */
    Stacks(Method down, int depth) {
        this.down = down;
        this.depth = depth;
    }

    @Override
    public double measure() throws Exception {
        long took = 0;
        Polls.set(() -> {
            if (++polls != depth) {
                return; // each call polls, and the innermost leaves
            }
            Capture capture = Freezer.capture(frames -> {
                left[0] = frames;
                return 0;
            });
            if (capture == null) {
                throw new IllegalStateException("nothing can leave: " + Freezer.obstacle());
            }
            throw capture;
        });
        try {
            for (int i = 0; i < TIMES; i++) {
                polls = 0;
                long start = System.nanoTime();
                down.invoke(null, depth - 1);
                check(left[0]);
                Object answer = Resumption.run(left[0], null, null);
                took += System.nanoTime() - start;
                if (!Integer.valueOf(depth - 1).equals(answer)) {
                    throw new IllegalStateException("a stack of " + depth + " frames came back with " + answer);
                }
            }
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        } finally {
            Polls.set(null);
        }
        return took / NANOS_PER_MICRO / TIMES;
    }

    private void check(DeltaSet frames) {
        if (frames.frames().size() != depth) {
            throw new IllegalStateException(frames.frames().size() + " frames left, not " + depth);
        }
    }
}
