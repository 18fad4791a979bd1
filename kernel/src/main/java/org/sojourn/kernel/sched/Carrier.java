package org.sojourn.kernel.sched;

/**
 * A thread that has its {@link Context} at hand. Hosts make their workers such threads; on any other thread the context
 * is looked up.
 */
public interface Carrier {
    /** {@return what {@link Context#of} has made for this thread; always the same} */
    Context context();
}
