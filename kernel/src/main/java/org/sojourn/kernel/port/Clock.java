package org.sojourn.kernel.port;

/** Time, and the arming of timers. */
public interface Clock {
    /** A timer that was armed. */
    interface Alarm {
        /** Disarms the timer; without effect when it has rung. */
        void cancel();
    }

    /**
     * Returns a monotone time with an arbitrary origin.
     *
     * @return nanoseconds
     */
    long nanoTime();

    /**
     * Arms a timer.
     *
     * @param delayNanos nanoseconds from now; zero or less means as soon as possible
     * @param ring what to run, once, on the clock's own thread; short, never blocking
     * @return the armed timer
     */
    Alarm arm(long delayNanos, Runnable ring);
}
