package org.sojourn.kernel.sched;

/**
 * A thread that has its {@link Context} at hand. Hosts make their workers of it; on any other thread the context is looked up.
 */
public class Carrier extends Thread {
    final Context context = new Context(this);

    /**
     * Makes a thread that isn't started.
     *
     * @param loop what it runs
     * @param name for people
     */
    public Carrier(Runnable loop, String name) {
        super(loop, name);
    }
}
