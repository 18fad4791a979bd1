package org.sojourn.kernel.port;

/** Time, and the arming of timers. */
public interface Clock {
    interface Alarm {
        /** Disarms the timer; without effect once it has rung. */
        void cancel();
    }

    /** {@return a monotone time in nanoseconds with an arbitrary origin} */
    long nanoTime();

    /**
     * Arms a timer.
     *
     * @param delayNanos nanoseconds from now; zero or less means as soon as possible
     * @param ring runs once, on the clock's own thread; must be short and never block
     */
    Alarm arm(long delayNanos, Runnable ring);
}
