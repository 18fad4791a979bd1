package org.sojourn.weave;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;
import org.sojourn.weave.wire.Classes;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.Graph;

/** Runs a program as it is, and woven, with frames that leave at some of its polls and come back. */
final class Trial {
    private static final int MOST_FRAMES = 10_000;

    private final Compiled.Loader woven;
    private final Method main;
    private final String expected;
    private final DeltaCodec codec;

    /** The largest number of frames that left at once. */
    int most;

    /** How many frames left in all. */
    int frames;

    /** How often they did. */
    int captures;

    /** How many polls could have nothing leave. */
    int stuck;

    /** The fewest bytes of a delta set. */
    int fewestBytes = Integer.MAX_VALUE;

    /**
     * Of a program.
     *
     * @param plain loads it as it was compiled
     * @param woven loads it woven
     * @param name of its class, which has a static method main that returns a string
     */
    Trial(Compiled.Loader plain, Compiled.Loader woven, String name) throws Exception {
        this.expected = result(plain.loadClass(name).getMethod("main"));
        this.woven = woven;
        this.main = woven.loadClass(name).getMethod("main");
        this.codec = new DeltaCodec(names(), objects(), MOST_FRAMES);
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
        Polls.set(() -> count[0]++);
        try {
            check("never");
        } finally {
            Polls.set(null);
        }
        return count[0];
    }

    /** Has frames leave at one poll, or at every so many. */
    void leaveAt(int poll, boolean again) throws Exception {
        leave(poll, again, frames -> frames);
    }

    /** The same, by way of bytes. */
    void travelAt(int poll, boolean again) throws Exception {
        leave(poll, again, frames -> {
            byte[] bytes = codec.write(frames);
            fewestBytes = Math.min(fewestBytes, bytes.length);
            return codec.read(bytes);
        });
    }

    private interface Way {
        DeltaSet pass(DeltaSet frames) throws IOException;
    }

    private void leave(int poll, boolean again, Way way) throws Exception {
        int[] count = {0};
        Polls.set(() -> {
            count[0]++;
            if (again ? count[0] % poll == 0 : count[0] == poll) {
                Capture capture = Freezer.capture(left -> {
                    captures++;
                    frames += left.frames().size();
                    most = Math.max(most, left.frames().size());
                    return Resumption.run(way.pass(left), null, null);
                });
                if (capture != null) {
                    throw capture;
                }
                stuck++;
            }
        });
        try {
            check((again ? "every " : "at ") + poll);
        } finally {
            Polls.set(null);
        }
    }

    private void check(String when) throws Exception {
        String got = result(main);
        if (!got.equals(expected)) {
            throw new AssertionError(main.getDeclaringClass().getName() + ", frames leave " + when + ": " + got
                    + ", and as it was compiled " + expected);
        }
    }

    private Classes names() {
        return new Classes() {
            @Override
            public void write(Class<?> named, DataOutputStream to) throws IOException {
                to.writeUTF(named.getName());
            }

            @Override
            public Class<?> read(DataInputStream from) throws IOException {
                try {
                    return Class.forName(from.readUTF(), false, woven);
                } catch (ClassNotFoundException e) {
                    throw new IOException(e);
                }
            }
        };
    }

    private Graph objects() {
        return new Graph() {
            @Override
            public void write(@Nullable Object[] objects, DataOutputStream to) throws IOException {
                ObjectOutputStream out = new ObjectOutputStream(to);
                out.writeObject(objects);
                out.flush();
            }

            @Override
            public @Nullable Object[] read(int count, DataInputStream from) throws IOException {
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(from.readAllBytes())) {
                    @Override
                    protected Class<?> resolveClass(ObjectStreamClass described)
                            throws IOException, ClassNotFoundException {
                        return Class.forName(described.getName(), false, woven);
                    }
                }) {
                    return (Object[]) in.readObject();
                } catch (ClassNotFoundException e) {
                    throw new IOException(e);
                }
            }
        };
    }

    /** For messages. */
    List<Integer> counts() {
        return List.of(captures, frames, most, stuck);
    }
}
