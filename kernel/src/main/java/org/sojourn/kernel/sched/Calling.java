package org.sojourn.kernel.sched;

/**
 * The MONITOR and SEQ policies: a sender processes its message itself, on its own stack, if the receiver is idle. If
 * not, the receiver's present owner processes the message. No send waits.
 *
 * <p>MONITOR keeps to the bounds of inline sends in depth and time. SEQ is a plain call, bounded in depth alone: what
 * it takes is its sender's time. Three things are queued: what comes at the bounds, what comes from threads that run no
 * task, and a task that has more to do after its turn.
 */
final class Calling implements Policy {
    private final String name;
    private final boolean isCall;
    private final Policy queue;

    Calling(String name, boolean isCall, Policy queue) {
        this.name = name;
        this.isCall = isCall;
        this.queue = queue;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Policy queue() {
        return queue;
    }

    /** Always short: however long it takes, it is the sender's time. */
    @Override
    public Cost cost() {
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
