package org.sojourn.weave;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;

/**
 * Runs the main program of others, woven, with frames that leave at every so many polls and go on at once: in their twins, from the innermost outwards.
 * What can't leave there stays.
 */
public final class Leaving {
    private static final int EVERY = Integer.getInteger("sojourn.leaving", 1_000);

    /** Programs have several threads. */
    private static final ThreadLocal<Course> COURSES = ThreadLocal.withInitial(Course::new);

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
        Course course = COURSES.get();
        if (++course.polls % EVERY != 0) {
            return;
        }
        if (!Freezer.holder(Leaving.class).isEmpty()) {
            return; // other threads of the program would find the monitor free
        }
        // Frames that had left before, and leave again, go on where they did: one stack doesn't get deeper by that.
        Capture capture = course.depth > 0 ? Freezer.captureAll(Leaving.class, course::leavesAgain) : null;
        if (capture == null) {
            capture = Freezer.capture(course::leaves);
        }
        if (capture != null) {
            throw capture;
        }
    }

    /** Of a thread. */
    private static final class Course {
        private int polls;

        /** How many stacks of frames that have left are on the thread's own, one above the other. */
        private int depth;

        private @Nullable DeltaSet again;

        private @Nullable Object leavesAgain(DeltaSet left) {
            count(left);
            again = left;
            return null;
        }

        private @Nullable Object leaves(DeltaSet left) throws Throwable {
            count(left);
            depth++;
            try {
                Object value = Resumption.run(left, null, null);
                while (again != null) {
                    DeltaSet next = again;
                    again = null;
                    value = Resumption.run(next, null, null);
                }
                return value;
            } finally {
                depth--;
            }
        }

        private static void count(DeltaSet left) {
            CAPTURES.increment();
            FRAMES.add(left.frames().size());
        }
    }
}
