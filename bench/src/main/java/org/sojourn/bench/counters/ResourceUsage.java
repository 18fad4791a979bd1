package org.sojourn.bench.counters;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * What this process has used so far, by {@code getrusage}. It counts threads that have ended as well, which the files below
 * {@code /proc/self/task} don't, and under a policy with a thread for each selector most of them have ended.
 *
 * @param cpuNanos processor time of all threads, those of the virtual machine included, to the microsecond
 * @param voluntary context switches of threads that waited
 * @param involuntary context switches of threads that had to make room
 */
public record ResourceUsage(long cpuNanos, long voluntary, long involuntary) {
    private static final MethodHandle GETRUSAGE = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("getrusage"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));

    /** Two times of 16 bytes each, then fourteen numbers; the same on 64-bit Linux and macOS. */
    private static final int BYTES = 144;

    private static final int ALIGNMENT = 8;
    private static final int SELF = 0;
    private static final int USER_TIME = 0;
    private static final int SYSTEM_TIME = 16;
    private static final int VOLUNTARY = 128;
    private static final int INVOLUNTARY = 136;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /**
     * Asks the system.
     *
     * @return what has been used since this process began
     */
    public static ResourceUsage now() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment usage = arena.allocate(BYTES, ALIGNMENT);
            int status = (int) GETRUSAGE.invokeExact(SELF, usage);
            if (status != 0) {
                throw new IllegalStateException("getrusage returned " + status);
            }
            return new ResourceUsage(
                    nanos(usage, USER_TIME) + nanos(usage, SYSTEM_TIME),
                    usage.get(JAVA_LONG, VOLUNTARY),
                    usage.get(JAVA_LONG, INVOLUNTARY));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("getrusage can't be called", e);
        }
    }

    /** Seconds are a long; microseconds an int on macOS, a long on Linux, small in both. */
    private static long nanos(MemorySegment usage, long at) {
        return usage.get(JAVA_LONG, at) * NANOS_PER_SECOND + usage.get(JAVA_INT, at + Long.BYTES) * NANOS_PER_MICRO;
    }

    /**
     * Returns what was used in between.
     *
     * @param before an earlier look
     * @return the differences
     */
    public ResourceUsage since(ResourceUsage before) {
        return new ResourceUsage(
                cpuNanos - before.cpuNanos, voluntary - before.voluntary, involuntary - before.involuntary);
    }
}
