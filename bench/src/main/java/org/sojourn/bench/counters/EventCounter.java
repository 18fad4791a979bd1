package org.sojourn.bench.counters;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/**
 * A counter of the kernel's {@code perf_event_open}, for the thread that opens it and all threads that descend from it. Many machines
 * have none: virtual ones seldom pass on the processor's, and a system may forbid all.
 */
public final class EventCounter {
    private static final long PERF_EVENT_OPEN = 298;
    private static final int ATTRIBUTES = 128;
    private static final int ALIGNMENT = 8;
    private static final int TYPE = 0;
    private static final int SIZE = 4;
    private static final int CONFIG = 8;
    private static final int FLAGS = 40;

    /** Threads that are started later are counted too; the kernel and what is below it aren't. */
    private static final long INHERIT_USER_ONLY = 1 << 1 | 1 << 5 | 1 << 6;

    private final MethodHandle read;
    private final int descriptor;

    /** What can be counted, as the kernel numbers it. */
    public enum Event {
        /** Accesses that no cache could serve. */
        CACHE_MISSES(0, 3),
        /** Accesses to memory that wasn't mapped yet; counted by the kernel, so there on virtual machines too. */
        PAGE_FAULTS(1, 2);

        private final int type;
        private final long config;

        Event(int type, long config) {
            this.type = type;
            this.config = config;
        }
    }

    private EventCounter(MethodHandle read, int descriptor) {
        this.read = read;
        this.descriptor = descriptor;
    }

    /**
     * Opens a counter; it lives as long as the process.
     *
     * @param event what is to be counted
     * @return the counter, if this machine has it and lets us
     */
    public static Optional<EventCounter> open(Event event) {
        boolean isKnown = System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").toLowerCase(Locale.ROOT).equals("amd64");
        if (!isKnown) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        MethodHandle call = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("syscall"),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
        MethodHandle read = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("read"),
                FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(ATTRIBUTES, ALIGNMENT);
            attributes.set(JAVA_INT, TYPE, event.type);
            attributes.set(JAVA_INT, SIZE, ATTRIBUTES);
            attributes.set(JAVA_LONG, CONFIG, event.config);
            attributes.set(JAVA_LONG, FLAGS, INHERIT_USER_ONLY);
            // This thread, any processor, no group, no flags.
            long descriptor = (long) call.invokeExact(PERF_EVENT_OPEN, attributes, 0L, -1L, -1L, 0L);
            return descriptor < 0 ? Optional.empty() : Optional.of(new EventCounter(read, (int) descriptor));
        } catch (Throwable e) {
            throw new IllegalStateException("perf_event_open can't be called", e);
        }
    }

    /**
     * Reads the counter.
     *
     * @return how many events there were since it was opened
     */
    public long value() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_LONG);
            long bytes = (long) read.invokeExact(descriptor, value, (long) Long.BYTES);
            if (bytes != Long.BYTES) {
                throw new IllegalStateException(
                        "the counter can't be read: " + bytes + " bytes instead of " + Long.BYTES);
            }
            return value.get(JAVA_LONG, 0);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("read can't be called", e);
        }
    }
}
