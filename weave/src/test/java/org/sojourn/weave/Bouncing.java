package org.sojourn.weave;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;

/**
 * Runs a main of others in a JVM with the agent: at every so many polls of a thread all frames that can leave do, and go on at once. Says in the end how
 * often.
 */
public final class Bouncing {
    private static final AtomicLong CAPTURES = new AtomicLong();
    private static final AtomicLong FRAMES = new AtomicLong();
    private static final AtomicLong STUCK = new AtomicLong();
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final ThreadLocal<int[]> COUNT = ThreadLocal.withInitial(() -> new int[1]);

    /** What left while it was run by a loop further down the stack, which goes on with it. */
    private static final ThreadLocal<@Nullable DeltaSet> AGAIN = new ThreadLocal<>();

    private Bouncing() {}

    /**
     * Runs it.
     *
     * @param arguments at every how many polls, 0 for never; the class; its arguments
     */
    public static void main(String[] arguments) throws Throwable {
        int every = Integer.parseInt(arguments[0]);
        if (every > 0) {
            Thread armer = new Thread(Bouncing::arm, "armer");
            armer.setDaemon(true);
            armer.start();
            Polls.set(() -> poll(every));
        }
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> System.out.println(Agent.woven().size() + " classes woven; frames left "
                                + CAPTURES + " times, " + FRAMES + " in all; " + STUCK + " times none could")));
        try {
            Class.forName(arguments[1]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(arguments, 2, arguments.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Has innermost loops poll, too. */
    private static void arm() {
        Set<Class<?>> armed = new HashSet<>();
        while (true) {
            for (Class<?> each : Agent.woven()) {
                if (armed.add(each)) {
                    Polls.arm(each, true);
                }
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void poll(int every) {
        int[] count = COUNT.get();
        if (count[0] < 0 || ++count[0] % every != 0) {
            return;
        }
        int before = count[0];
        count[0] = Integer.MIN_VALUE; // what this takes polls, too, if it is woven
        Capture capture = Freezer.capture(Bouncing::departed);
        count[0] = before;
        if (capture == null) {
            STUCK.incrementAndGet();
            return;
        }
        throw capture;
    }

    private static @Nullable Object departed(DeltaSet frames) throws Throwable {
        CAPTURES.incrementAndGet();
        FRAMES.addAndGet(frames.frames().size());
        boolean isInLoop = WALKER.walk(stack -> stack.skip(1).findFirst())
                .filter(caller -> caller.getDeclaringClass() == Resumption.class)
                .isPresent();
        if (isInLoop) {
            AGAIN.set(frames);
            return null;
        }
        DeltaSet now = frames;
        while (true) {
            Object result = Resumption.run(now, null, null);
            DeltaSet next = AGAIN.get();
            if (next == null) {
                return result;
            }
            AGAIN.remove();
            now = next;
        }
    }
}
