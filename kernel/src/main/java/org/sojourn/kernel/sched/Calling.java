package org.sojourn.kernel.sched;

import org.sojourn.kernel.port.Bound;

/**
 * The MONITOR and SEQ policies: a sender processes its message on its own stack if the receiver is idle. If not, the
 * receiver's present owner processes it. No send waits.
 *
 * <p>MONITOR keeps to the bounds of inline sends in depth and time. SEQ is a plain call, bounded in depth alone: what
 * it takes is its sender's time. What comes at the bounds is queued, and so is what comes from threads that run no
 * task, and a task that has more to do after its turn.
 */
record Calling(String name, boolean isCall, Policy queue) implements Policy {
    /** Always short: however long it takes, it is the sender's time. */
    @Override
    public Cost cost(Bound longest) {
        return new Cost(true);
    }

    @Override
    public void submit(Task task) {
        Context context = Context.current();
        if (context.mayCall(isCall)) {
            task.call(context);
        } else {
            queue.submit(task);
        }
    }

    /** Everything runs within turns of other policies, whose stamps cover it. */
    @Override
    public long idleStamp() {
        return 0;
    }
}
