package org.sojourn.kernel.sched;

import java.util.List;
import org.sojourn.kernel.port.Bound;

/**
 * An execution policy: takes tasks that are ready and has threads run them. (TASK, THREAD, MONITOR and SEQ are those of
 * G. Upadhyaya and H. Rajan, <i>Effectively Mapping Linguistic Abstractions for Message-passing Concurrency to Threads
 * on the Java Virtual Machine</i>, 2015, sections 2.4 and 3.)
 */
public interface Policy {
    /** {@return the name that people see, in capitals} */
    String name();

    /** {@return the policy that runs what can't run on its submitter's stack: this one, unless it runs tasks there} */
    default Policy queue() {
        return this;
    }

    /**
     * {@return the cost of a kind under this policy, which decides about inline sends; by default every message is
     * queued}
     *
     * @param longest the longest time of a message, or of constructing a part, on its sender's stack
     */
    default Cost cost(Bound longest) {
        return new Cost(false);
    }

    /** Called while a task runs that will never be submitted again. */
    default void gone(Task task) {}

    /** Makes a task run, once for each call. For any thread. What happened before the call happens-before the run. */
    void submit(Task task);

    /**
     * As {@link #submit}, from a turn that is expected to be short. The current worker, if there are workers, takes the
     * task next or soon after the turn, so no other is woken for it alone.
     */
    default void submitSoon(Task task) {
        submit(task);
    }

    /**
     * As {@link #submitSoon}, for the task whose turn the current thread has just run. A worker for which nothing else waits comes back to it
     * at once, and no other is woken.
     */
    default void resubmit(Task task) {
        submitSoon(task);
    }

    /**
     * {@return the contexts of this policy's threads that are in a turn now; none if its tasks run on others' threads}
     */
    default List<Context> running() {
        return List.of();
    }

    /**
     * Wakes a worker if one is idle while work waits. Called now and then, since turns aren't always as short as
     * expected. Nothing to do for a policy that wakes a thread for each task.
     */
    default void tend() {}

    /**
     * {@return a negative value if something runs or waits to run} Otherwise a version: if two looks return the same,
     * nothing was submitted and nothing ran in between.
     */
    long idleStamp();
}
