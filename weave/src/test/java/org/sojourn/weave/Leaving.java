package org.sojourn.weave;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;

/**
 * Runs the main program of others, woven, with frames that leave at every so many polls and go on at once: in their twins, from the innermost outwards.
 * What can't leave there stays.
 */
public final class Leaving {
    private static final int EVERY = Integer.getInteger("sojourn.leaving", 1_000);

    /** Those of one thread: programs have several. */
    private static final ThreadLocal<int[]> POLLS = ThreadLocal.withInitial(() -> new int[1]);

    private static final LongAdder CAPTURES = new LongAdder();
    private static final LongAdder FRAMES = new LongAdder();

    private Leaving() {}

    /**
     * Runs it.
     *
     * @param arguments the name of its main class, and its own arguments
     */
    public static void main(String[] arguments) throws Throwable {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Polls.set(null);
            System.err.println("frames left " + CAPTURES + " times, " + FRAMES + " in all");
        }));
        Polls.set(Leaving::poll);
        Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    private static void poll() {
        int[] polls = POLLS.get();
        if (++polls[0] % EVERY != 0) {
            return;
        }
        Capture capture = Freezer.capture(left -> {
            CAPTURES.increment();
            FRAMES.add(left.frames().size());
            return Resumption.run(left, null, null);
        });
        if (capture != null) {
            throw capture;
        }
    }
}
