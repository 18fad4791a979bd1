package org.sojourn.kernel.sched;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.sojourn.kernel.port.Bound;

/**
 * Tasks that became ready together and run one after the other: the members of a broadcast, which run the same code on
 * like data.
 *
 * <p><b>Purpose.</b> From the second task on, a worker finds the code and the message in its caches, and the policy is
 * asked once, not once per task. (Collective scheduling of broadcast messages: W. Kim and G. Agha, <i>Efficient Support
 * of Location Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995, after the quanta of the
 * Threaded Abstract Machine.)
 *
 * <p><b>Nothing waits behind a long task.</b> A worker that begins a quantum first puts it into its own queue once
 * more, behind this turn. If the turn takes long, the policy lets an idle worker have that entry, and two workers take
 * the next tasks from one counter. An entry that comes too late finds nothing left and costs a look. After {@link
 * Bound#QUANTUM_TURNS} tasks a worker returns, so that other tasks get their turn, and goes on when it comes to that
 * entry.
 *
 * <p><b>Why each task runs once.</b> A task is run by the worker that took its index, and each index is given out once.
 * What happened before {@link #submit} happens-before each run, by the policy's queues.
 */
public final class Quantum implements Task {
    private static final int AT_A_STRETCH = Bound.QUANTUM_TURNS.intValue();

    private final Policy policy;
    private Task[] tasks = new Task[16];
    private int count;

    /** The index of the next task. Pairs with nothing but itself: it decides which worker runs a task. */
    private final AtomicInteger next = new AtomicInteger();

    public Quantum(Policy policy) {
        this.policy = policy;
    }

    /** Adds a task that is in no queue. Not after {@link #submit}. */
    public void add(Task task) {
        if (count == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * count);
        }
        tasks[count++] = task;
    }

    /** Makes the tasks run, in the order in which they were added. To be called once. */
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
