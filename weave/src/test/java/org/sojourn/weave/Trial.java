package org.sojourn.weave;

import java.io.IOException;
import java.io.NotSerializableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;
import org.sojourn.weave.run.Twins;

/** Runs a program as it is, and woven, with frames that leave at some of its polls and come back. */
final class Trial {
    /** The work of polls on this thread; trials run side by side. */
    private static final ThreadLocal<Runnable> POLL = ThreadLocal.withInitial(() -> () -> {});

    private static final Polls.Asker ASKER = Polls.asker(() -> POLL.get().run());

    private final Method main;
    private final String expected;
    private final Links links;

    /** All frames of the program, which have left and go on when the stack is empty. */
    private @Nullable DeltaSet waiting;

    /** The largest number of frames that left at once. */
    int most;

    /** How many frames left in all. */
    int frames;

    /** How often they did. */
    int captures;

    /** How many polls could have nothing leave. */
    int stuck;

    /** How often they did by way of bytes. */
    int travels;

    /**
     * Of a program.
     *
     * @param plain loads it as it was compiled
     * @param woven loads it woven
     * @param name of its class, which has a static method main that returns a string
     */
    Trial(ClassLoader plain, ClassLoader woven, String name) throws Exception {
        this.expected = result(plain.loadClass(name).getMethod("main"));
        this.links = new Links(woven);
        this.main = woven.loadClass(name).getMethod("main");
        check("never, as nothing polls"); // which loads all classes
        if (woven instanceof Compiled.Loader loader) {
            loader.arm(true);
            loader.makeTwins();
        }
    }

    String expected() {
        return expected;
    }

    private static String result(Method main) throws Exception {
        try {
            return (String) main.invoke(null);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failed) {
                throw failed;
            }
            throw (Error) e.getCause();
        }
    }

    /** Runs the woven program without frames that leave, and counts its polls. */
    int polls() throws Exception {
        int[] count = {0};
        check("never", () -> count[0]++);
        return count[0];
    }

    /** Has frames leave at one poll, or at every so many, and come back as they are. */
    void leaveAt(int poll, boolean again) throws Exception {
        leave(poll, again, frames -> frames);
    }

    /** The same, by way of bytes, if all frames of the program leave and what they hold can travel. */
    void travelAt(int poll, boolean again) throws Exception {
        leave(poll, again, frames -> isWhole(frames) ? travelled(frames) : frames);
    }

    private DeltaSet travelled(DeltaSet frames) throws IOException {
        byte[] bytes;
        try {
            bytes = links.codec().write(frames);
        } catch (NotSerializableException e) {
            return frames; // an iterator of the platform, as a rule
        }
        travels++;
        return links.codec().read(bytes);
    }

    private static boolean isWhole(DeltaSet frames) {
        Point last = frames.frames().get(frames.frames().size() - 1).point();
        return Twins.of(last.owner()).method(last.method()).of().startsWith("main(");
    }

    /**
     * Stops the program at a poll.
     *
     * @return all that is left of it; null if not all of it can leave or travel, or there is no such poll
     */
    byte @Nullable [] stopAt(int poll) throws Exception {
        byte[][] stopped = new byte[1][];
        try {
            leave(poll, false, frames -> {
                if (isWhole(frames)) {
                    try {
                        stopped[0] = links.codec().write(frames);
                    } catch (NotSerializableException e) {
                        return frames;
                    }
                    throw new Stopped();
                }
                return frames;
            });
        } catch (Stopped e) {
            return stopped[0];
        }
        return null;
    }

    private static final class Stopped extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private interface Way {
        DeltaSet pass(DeltaSet frames) throws IOException;
    }

    private void leave(int poll, boolean again, Way way) throws Exception {
        int[] count = {0};
        check((again ? "every " : "at ") + poll, () -> {
            count[0]++;
            if (again ? count[0] % poll == 0 : count[0] == poll) {
                Capture capture = Freezer.capture(left -> {
                    captures++;
                    frames += left.frames().size();
                    most = Math.max(most, left.frames().size());
                    DeltaSet passed = way.pass(left);
                    if (!isWhole(passed)) {
                        return Resumption.run(passed, null, null);
                    }
                    waiting = passed;
                    return null;
                });
                if (capture != null) {
                    throw capture;
                }
                stuck++;
            }
        });
    }

    private void check(String when, Runnable poll) throws Exception {
        POLL.set(poll);
        ASKER.raise();
        try {
            check(when);
        } finally {
            ASKER.lower();
            POLL.remove();
        }
    }

    private void check(String when) throws Exception {
        String got = result(main);
        while (waiting != null) {
            DeltaSet frames = waiting;
            waiting = null;
            try {
                got = (String) Resumption.run(frames, null, null);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
        if (!String.valueOf(got).equals(expected)) {
            throw new AssertionError(main.getDeclaringClass().getName() + ", frames leave " + when + ": " + got
                    + ", and as it was compiled " + expected);
        }
    }
}
