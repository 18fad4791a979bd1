package org.sojourn.threads.space;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Has a thread that has run a slave look for the next one for a moment, before it is idle: frames that are alone above one that stays come one
 * by one, and to wake a thread takes longer than to run a short one. One thread at a time looks, and it lets others go first.
 */
final class Handover {
    private static final long MOMENT_NANOS = 50_000;
    private static final Runnable NOTHING_YET = () -> {};

    /** Null while nobody looks; what is given, until it is taken. */
    private final AtomicReference<@Nullable Runnable> slot = new AtomicReference<>();

    /** Whether somebody takes it. By any thread. */
    boolean give(Runnable next) {
        return slot.compareAndSet(NOTHING_YET, next);
    }

    /** The next one; null if none comes in this moment, or another thread looks. */
    @Nullable
    Runnable take() {
        if (!slot.compareAndSet(null, NOTHING_YET)) {
            return null;
        }
        long began = System.nanoTime();
        while (slot.get() == NOTHING_YET && System.nanoTime() - began < MOMENT_NANOS) {
            Thread.yield();
        }
        return slot.compareAndSet(NOTHING_YET, null) ? null : slot.getAndSet(null);
    }
}
