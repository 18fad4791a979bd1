package org.sojourn.kernel.sched;

/** A thread that has its {@link Context} at hand. Hosts make their workers such threads; on any other the context is looked up. */
public interface Carrier {
    /**
     * Returns the context of this thread.
     *
     * @return what {@link Context#of} has made for it; always the same
     */
    Context context();
}
