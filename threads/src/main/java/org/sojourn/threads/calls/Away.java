package org.sojourn.threads.calls;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A thread that runs frames of another one, whose home is another place. What these ask for is that other thread's. */
public abstract class Away {
    private static final ThreadLocal<@Nullable Away> NOW = new ThreadLocal<>();

    /** Of one thread. */
    protected Away() {}

    /** {@return what runs frames on this thread; null at home} */
    public static @Nullable Away now() {
        return NOW.get();
    }

    /**
     * Runs something as that thread.
     *
     * @param <T> what it comes to
     * @throws Exception what it throws
     */
    protected final <T> T as(Callable<T> what) throws Exception {
        NOW.set(this);
        try {
            return what.call();
        } finally {
            NOW.remove();
        }
    }

    /** {@return its standard output} */
    public abstract PrintStream out();

    /** {@return its standard error} */
    public abstract PrintStream err();

    /** {@return what stands for the thread here} */
    public abstract Thread thread();

    /** {@return as what it prints at home} */
    public abstract String text();

    /** {@return its number at home} */
    public abstract long threadId();

    /** {@return whether it is virtual at home} */
    public abstract boolean isVirtual();

    /** {@return the clock of its home, as far as that can be known here} */
    public abstract long nanoTime();

    /** {@return the time of day of its home} */
    public abstract long currentTimeMillis();

    /** The thread has seen that it was interrupted. */
    public abstract void interruptSeen();
}
