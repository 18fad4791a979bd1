package org.sojourn.kernel.sched;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.sojourn.kernel.port.Bound;

/**
 * Tasks that have become ready together and run one after the other: the members of a broadcast, which run the same code
 * on like data.
 *
 * <p><b>Purpose.</b> One worker finds the code and the message in its caches from the second task on, and the policy is
 * asked once and not once per task. (Collective scheduling of broadcast messages: W. Kim and G. Agha, <i>Efficient Support
 * of Location Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995, after the quanta of the Threaded
 * Abstract Machine.)
 *
 * <p><b>Nothing waits behind a long task.</b> Whoever begins to run a quantum first puts it into its own queue once more.
 * There it is what waits behind this turn: if the turn takes long, the policy lets an idle worker have it, and two workers
 * take the next tasks from one counter. An entry that comes too late finds nothing left and costs a look. After {@link
 * Bound#QUANTUM_TURNS} tasks a worker returns, so that what else waits has its turn, and goes on when it comes to that
 * entry.
 *
 * <p><b>Why each task runs once.</b> A task is run by whoever took its index, and an index is given out once. What
 * happened before {@link #submit} happens-before each run, by the policy's queues.
 */
public final class Quantum implements Task {
    private static final int AT_A_STRETCH = Bound.QUANTUM_TURNS.intValue();

    private final Policy policy;
    private Task[] tasks = new Task[16];
    private int count;

    /** The next task to run. Pairs with nothing but itself: it elects who runs one. */
    private final AtomicInteger next = new AtomicInteger();

    /**
     * Makes an empty quantum.
     *
     * @param policy runs it
     */
    public Quantum(Policy policy) {
        this.policy = policy;
    }

    /**
     * Adds a task. Not after {@link #submit}.
     *
     * @param task in no queue
     */
    public void add(Task task) {
        if (count == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * count);
        }
        tasks[count++] = task;
    }

    /**
     * Makes the tasks run, in the order in which they were added. To be called once.
     *
     * @param context the submitter's
     */
    public void submit(Context context) {
        if (count > 0) {
            context.submit(policy, count == 1 ? tasks[0] : this);
        }
    }

    @Override
    public void run() {
        int left = count - next.get();
        if (left > 1) {
            policy.submitSoon(this);
        }
        for (int i = 0; i < AT_A_STRETCH; i++) {
            int mine = next.getAndIncrement();
            if (mine >= count) {
                return;
            }
            tasks[mine].run();
        }
    }
}
