package org.sojourn.kernel.sched;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sojourn.kernel.port.Bound;

/**
 * Tasks that became ready together and run one after the other: the members of a broadcast, which run the same code on
 * like data.
 *
 * <p><b>Purpose.</b> From the second task on, a worker has the code and the message in its caches; and the policy is
 * asked once, not once per task. (Collective scheduling of broadcast messages: W. Kim and G. Agha, <i>Efficient Support
 * of Location Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995, after the quanta of the
 * Threaded Abstract Machine.)
 *
 * <p><b>Nothing waits behind a long task.</b> A worker that begins a quantum first puts it into its own queue once
 * more. If the turn takes long, the policy lets an idle worker have that entry, and both take the next tasks from one
 * counter. An entry that comes too late finds nothing left. After {@link Bound#BROADCAST_TURNS} tasks a worker lets
 * others have their turn, and goes on when it comes to that entry.
 *
 * <p><b>Why each task runs once.</b> Each index is given out once. What happened before {@link #submit} happens-before
 * each run, by the policy's queues.
 */
public final class Quantum implements Task {
    private static final int AT_A_STRETCH = Bound.BROADCAST_TURNS.intValue();

    private final Policy policy;
    private final List<Task> tasks = new ArrayList<>();

    /** The index of the next task. Pairs only with itself: decides which worker runs a task. */
    private final AtomicInteger next = new AtomicInteger();

    public Quantum(Policy policy) {
        this.policy = policy;
    }

    /** Adds a task that is in no queue, before {@link #submit}. */
    public void add(Task task) {
        tasks.add(task);
    }

    /** Makes the tasks run, in the order in which they were added; once. */
    public void submit(Context context) {
        if (!tasks.isEmpty()) {
            context.hand(policy, tasks.size() == 1 ? tasks.get(0) : this);
        }
    }

    @Override
    public void run() {
        if (tasks.size() - next.get() > 1) {
            policy.submitSoon(this);
        }
        for (int i = 0; i < AT_A_STRETCH; i++) {
            int mine = next.getAndIncrement();
            if (mine >= tasks.size()) {
                return;
            }
            tasks.get(mine).run();
        }
    }
}
