package org.sojourn.weave;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.TwinMethod;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Resumption;
import org.sojourn.weave.run.Twins;

/**
 * Reads frames with changed bytes, and frames of several stacks put together. Each is refused by a sentence, or says exactly what is read, and goes on
 * as code may: nothing runs before it is asked to, and nothing takes more room than its bytes say.
 */
final class ChangedFrames {
    private static final long MOST_BYTES = 2_000_000; // to write a sentence for the first time takes some, too
    private static final int MOST_POLLS = 1_000;

    private final Samples samples = new Samples();
    private final List<DeltaSet> sets = samples.sets();
    private final List<byte[]> written = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private final int ran;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long refused;
    private long accepted;

    ChangedFrames() throws Exception {
        for (DeltaSet each : sets) {
            written.add(samples.codec().write(each));
            frames.addAll(each.frames());
            samples.codec().read(written.getLast());
            go(samples.codec().read(written.getLast()));
        }
        ran = samples.ran();
    }

    /** What is wrong with the first of so many; empty if nothing is. */
    String run(long seed, long count) throws Exception {
        for (long each = seed; each < seed + count; each++) {
            SplittableRandom chance = new SplittableRandom(each);
            byte[] bytes = chance.nextInt(4) == 0 ? joined(chance) : changed(chance);
            String wrong = judge(bytes);
            if (!wrong.isEmpty()) {
                return "seed " + each + ": " + wrong + " of " + Arrays.toString(bytes);
            }
        }
        return "";
    }

    /** For a fault that is planted. */
    static String search(long count) throws Exception {
        return new ChangedFrames().run(1, count);
    }

    private byte[] joined(SplittableRandom chance) throws IOException {
        List<Frame> some = new ArrayList<>();
        for (int i = chance.nextInt(4); i >= 0; i--) {
            some.add(frames.get(chance.nextInt(frames.size())));
        }
        return samples.codec().write(new DeltaSet(some));
    }

    private byte[] changed(SplittableRandom chance) {
        byte[] bytes = written.get(chance.nextInt(written.size())).clone();
        for (int i = chance.nextInt(3); i >= 0; i--) {
            int at = chance.nextInt(bytes.length);
            switch (chance.nextInt(8)) {
                case 0 -> bytes[at] ^= (byte) (1 << chance.nextInt(8));
                case 1 -> bytes[at] = (byte) chance.nextInt();
                case 2 -> bytes[at] = (byte) (bytes[at] + chance.nextInt(5) - 2);
                case 3 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                case 4 -> {
                    byte[] more = Arrays.copyOf(bytes, bytes.length + 1 + chance.nextInt(3));
                    System.arraycopy(bytes, at, more, at + more.length - bytes.length, bytes.length - at);
                    bytes = more;
                }
                case 5 -> {
                    bytes[at] |= (byte) 0x80; // the same number, and longer
                    bytes = inserted(bytes, at + 1, (byte) 0);
                }
                case 6 -> {
                    bytes[at] |= (byte) 0x80; // a number that is larger
                    bytes = inserted(bytes, at + 1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) 1);
                }
                default -> {
                    byte[] other = written.get(chance.nextInt(written.size()));
                    int length = Math.min(chance.nextInt(8), Math.min(bytes.length, other.length) - at);
                    if (length > 0) {
                        System.arraycopy(other, at, bytes, at, length);
                    }
                }
            }
        }
        return bytes;
    }

    private static byte[] inserted(byte[] bytes, int at, byte... more) {
        byte[] all = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(bytes, at, all, at + more.length, bytes.length - at);
        System.arraycopy(more, 0, all, at, more.length);
        return all;
    }

    private String judge(byte[] bytes) throws Exception {
        long before = threads.getCurrentThreadAllocatedBytes();
        DeltaSet read;
        try {
            read = samples.codec().read(bytes);
        } catch (IOException e) {
            refused++;
            long took = threads.getCurrentThreadAllocatedBytes() - before;
            return e.getMessage() == null || e.getMessage().isBlank()
                    ? "no sentence"
                    : took > MOST_BYTES ? took + " bytes taken" : "";
        } catch (RuntimeException | Error e) {
            return "no sentence, but " + e;
        }
        accepted++;
        if (samples.ran() != ran || System.getProperty("sojourn.never") != null) {
            return "the program ran";
        }
        if (!Arrays.equals(samples.codec().write(read), bytes)) {
            return "what was read isn't what was written";
        }
        return go(read);
    }

    /** Goes on with frames, for a while. */
    private static String go(DeltaSet read) {
        int[] polls = {0};
        Polls.set(() -> {
            if (++polls[0] > MOST_POLLS) {
                throw new IllegalStateException("enough");
            }
        });
        try {
            Resumption.run(read, awaited(read.frames().getFirst().point()), null);
            return "";
        } catch (NullPointerException e) {
            return hasNull(read) ? "" : "frames that didn't fit: " + e; // null fits any variable, and not all code
        } catch (ClassCastException | Error e) {
            return "frames that didn't fit: " + e;
        } catch (Throwable e) {
            return "";
        } finally {
            Polls.set(null);
        }
    }

    private static boolean hasNull(DeltaSet read) {
        for (Frame frame : read.frames()) {
            String shape = call(frame.point()).shape();
            for (int i = 0; i < shape.length(); i++) {
                if (shape.charAt(i) == 'L' && frame.values()[i] == null) {
                    return true;
                }
            }
        }
        return false;
    }

    private static TwinMethod.Call call(Point point) {
        return Twins.of(point.owner()).method(point.method()).calls().get(point.site());
    }

    /** What the call may return at which a frame waits. */
    private static @Nullable Object awaited(Point point) {
        return switch (call(point).result()) {
            case "V" -> null;
            case "I" -> 1;
            case "D" -> 1.5;
            default -> new char[2];
        };
    }

    @Override
    public String toString() {
        return refused + " refused, " + accepted + " accepted";
    }
}
