package org.sojourn.bench.memory;

import java.lang.management.ManagementFactory;

/** The part of the heap that is in use. */
public final class InUse {
    private static final int MOST_COLLECTIONS = 10;
    private static final long STEADY_BYTES = 4_096;

    private InUse() {}

    /**
     * Collects garbage until a collection finds next to nothing any more: one alone leaves things to others to clear.
     *
     * @return the bytes that are left
     */
    public static long bytes() {
        long before = Long.MAX_VALUE;
        long now = collected();
        for (int i = 0; i < MOST_COLLECTIONS && before - now > STEADY_BYTES; i++) {
            before = now;
            now = collected();
        }
        return now;
    }

    private static long collected() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
