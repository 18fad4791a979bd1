package org.sojourn.weave.frame;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where running code looks whether its frames are to leave. Loops of woven methods ask {@link #wanted()}, which reads one flag for the
 * whole process, and call {@link #poll()} only while it is set. So whoever isn't meant pays for the time in which somebody is.
 */
public final class Polls {
    private static final AtomicBoolean WANTED = new AtomicBoolean();
    private static final AtomicReference<@Nullable Runnable> ASKED = new AtomicReference<>();

    private Polls() {}

    /** Whether {@link #poll()} is to be called. An opaque read: no loop goes on for ever without seeing it. */
    public static boolean wanted() {
        return WANTED.getOpaque();
    }

    /**
     * Runs what was set, on this thread. It may throw a {@link Capture}.
     */
    public static void poll() {
        Runnable asked = ASKED.get();
        if (asked != null) {
            asked.run();
        }
    }

    /**
     * Sets what polls do.
     *
     * @param asked runs on each thread that polls, until it is null
     */
    public static void set(@Nullable Runnable asked) {
        ASKED.set(asked);
        WANTED.setOpaque(asked != null);
    }
}
