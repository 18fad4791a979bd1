package org.sojourn.selectors;

import java.util.function.Function;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.selectors.comparison.PlainPolicies;

/**
 * The way in which a selector is run. Order, guards, exclusion and visibility are the same under each policy; what differs is cost, and
 * what a handler may do to others by taking long or by blocking.
 *
 * <p><b>How one is chosen</b>, what is named first going before the rest:
 *
 * <ol>
 *   <li>for the whole run, by its user: the system property {@code sojourn.policy=SEQ};
 *   <li>for a kind, by the user of the run: {@code sojourn.policy=Account=THREAD,com.example.Teller=VIRTUAL};
 *   <li>for one selector, by its creator: {@link SelectorSystem#create(ExecutionPolicy, SelectorFactory)};
 *   <li>for a class, by its author: {@link RunBy};
 *   <li>for a class, by what was measured: its handlers have kept the workers from others;
 *   <li>for a class, by a {@link PolicyAdviser}, if there is one;
 *   <li>{@link #TASK}.
 * </ol>
 *
 * <p>A selector whose policy was chosen, by one of the first four, keeps it for life. Otherwise it gets another between two
 * messages if a handler of its kind turns out to block a worker, or to compute for long while other kinds wait for one. It is
 * constructed by the workers, whatever its policy; {@link Selector#preStart} and all that follows is run by the policy.
 *
 * <p>(TASK, THREAD, MONITOR and SEQ, and the pools to compare with, are those of G. Upadhyaya and H. Rajan, <i>Effectively
 * Mapping Linguistic Abstractions for Message-passing Concurrency to Threads on the Java Virtual Machine</i>, 2015.)
 */
public enum ExecutionPolicy {
    /** The workers of the place take turns at all selectors; what is short runs on its sender's stack. Must not block. */
    TASK(Policies::task),
    /**
     * A platform thread of its own, from the start until it exits. May block. At most 4,096 selectors of a place have one;
     * others are run by the workers, which is logged. The thread keeps an idle selector from being collected.
     */
    THREAD(Policies::thread),
    /**
     * A virtual thread for each turn. May block, and there may be millions. Needs Java 21; before that it is {@link
     * #THREAD}, which is logged.
     */
    VIRTUAL(Policies::virtual),
    /**
     * The sender's thread, within the bounds of inline sends, if the selector is idle; if it isn't, its present owner goes on
     * with it. No send waits. Messages from outside of selectors are processed by the workers.
     */
    MONITOR(Policies::monitor),
    /** As {@link #MONITOR}, however long it takes: a send is a call, nested to a bounded depth. */
    SEQ(Policies::seq),
    /** A plain pool to compare with: as many threads as workers, a queue each, filled in turn. */
    ROUND_ROBIN(PlainPolicies::roundRobin),
    /** A plain pool to compare with: as many threads as workers, a queue each, filled at random. */
    RANDOM(PlainPolicies::random),
    /** A plain pool to compare with: the workers with their queues and stealing, without inline sends. */
    WORK_STEALING(PlainPolicies::workStealing);

    private final Function<Policies, Policy> choice;

    ExecutionPolicy(Function<Policies, Policy> choice) {
        this.choice = choice;
    }

    /** The one of a place. */
    Policy of(Policies policies) {
        return choice.apply(policies);
    }
}
