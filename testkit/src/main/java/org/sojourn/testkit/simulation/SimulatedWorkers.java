package org.sojourn.testkit.simulation;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Workers;

/** Workers whose every {@code work()} is an event. */
final class SimulatedWorkers implements Workers {
    /** One call in so many takes {@value #PAUSE} times as long to begin: a worker that the machine has put aside. */
    private static final int PAUSE_EVERY = 64;

    private static final int PAUSE = 100;

    /** The same where a thread of the links runs a part: what goes on meanwhile is what there is to see. */
    private static final int LENT_PAUSE_EVERY = 4;

    private final Simulation simulation;
    private final SimulatedProcess process;
    private final int count;
    private final long mostNanos;
    private final long maxEvents;
    private final Activity activity;
    private final SimulatedThread[] seats;
    private boolean isStopped;
    private boolean isCounted = true;

    /** Workers that run or are about to. */
    private int busy;

    SimulatedWorkers(Shared shared, SimulatedProcess process) {
        this.simulation = shared.simulation();
        this.process = process;
        this.count = shared.workers();
        this.maxEvents = shared.maxEvents();
        this.mostNanos = shared.workerNanos();
        this.activity = shared.activity();
        this.seats = new SimulatedThread[count];
    }

    /** Has a thread go on, if it may. */
    boolean begins(Runnable action) {
        return begins(action, PAUSE_EVERY);
    }

    /** Has a thread of the links run something once: it counts as a worker that others may put aside at any moment. */
    void lend(Runnable once) {
        var unused = begins(
                () -> {
                    if (!isStopped) {
                        once.run();
                    }
                    paused();
                },
                LENT_PAUSE_EVERY);
    }

    private boolean begins(Runnable action, int pauseEvery) {
        if (isStopped) {
            return false;
        }
        busy++;
        if (isCounted) {
            activity.begins();
        }
        long delay = simulation.delay(0, mostNanos);
        process.schedule(simulation.oneIn(pauseEvery) ? delay * PAUSE : delay, Event.WORKER, action);
        return true;
    }

    /** A thread that began has nothing more to do for now. */
    void paused() {
        busy--;
        if (isCounted) {
            activity.ends(1);
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void start(Role[] all) {
        for (int i = 0; i < count; i++) {
            seats[i] = new SimulatedThread(this, all[i]);
            seats[i].wake();
        }
    }

    @Override
    public void wake(int worker) {
        seats[worker].wake();
    }

    @Override
    public void replace(int worker, Role role) {
        seats[worker].end();
        seats[worker] = new SimulatedThread(this, role);
        seats[worker].wake();
    }

    /** What a simulated turn is in the midst of takes time, and no processor. */
    @Override
    public boolean isWaiting(int worker) {
        return true;
    }

    @Override
    public Own startOwn(String name, Role role) {
        return new SimulatedThread(this, role);
    }

    /** A simulated thread costs as much as a virtual one. */
    @Override
    public @Nullable String lacksVirtual() {
        return null;
    }

    @Override
    public void startVirtual(String name, Runnable once) {
        new SimulatedThread(this, () -> {
                    once.run();
                    return false;
                })
                .wake();
    }

    /** The only thread there is runs the simulation on while it waits. */
    @Override
    public void await(CompletableFuture<?> event) {
        boolean mayStep = true;
        while (mayStep
                && !event.isDone()
                && !isStopped
                && !Thread.currentThread().isInterrupted()) {
            mayStep = simulation.step();
        }
    }

    /** As {@link #await}, for an answer: who waits for it wants no less. Another thread of the test waits by itself. */
    @Override
    public boolean runsUntil(CompletableFuture<?> event, long nanos) {
        if (!simulation.isRunHere()) {
            return false;
        }
        long now = simulation.nanoTime();
        long until = nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
        long most = simulation.happened() + maxEvents;
        boolean mayStep = true;
        while (mayStep && !event.isDone() && !isStopped && simulation.happened() < most) {
            mayStep = simulation.step(until);
        }
        if (!event.isDone() && (mayStep || until == Long.MAX_VALUE)) {
            String why = isStopped
                    ? "its place has been stopped"
                    : mayStep ? maxEvents + " events have happened meanwhile" : "nothing is left to happen";
            throw new IllegalStateException("the test waits for an answer that doesn't come: " + why
                    + "; await(answer) of the TestPlace or SimulatedCluster names what waits, and for what");
        }
        return true;
    }

    @Override
    public void stop() {
        isStopped = true;
    }

    /** What runs here isn't the cluster's activity any more. */
    void dontCount() {
        if (isCounted) {
            isCounted = false;
            activity.ends(busy);
        }
    }

    boolean isStopped() {
        return isStopped;
    }

    /** Whether a worker runs or is about to. */
    boolean isBusy() {
        return busy > 0;
    }
}
