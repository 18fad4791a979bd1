package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * One way to run a program: a JVM of its own, with what whoever starts it says about policies.
 *
 * @param name by which it is chosen and shown
 * @param what it is, in words
 * @param flags for the JVM
 * @param arguments for {@link PolicyChild}, after the program's name
 */
record PolicySide(String name, String what, List<String> flags, List<String> arguments) {
    static final String THREAD = "thread";
    static final String ROUND_ROBIN = "round-robin";
    static final String RANDOM = "random";
    static final String WORK_STEALING = "work-stealing";
    static final String VIRTUAL = "virtual";

    /** Nothing said and nobody who advises. */
    static final String TASK = "task";

    /** What the mapping advises for one kind at a time, to the running program. */
    static final String LIVE = "live";

    /** What the mapping advises for the whole program. */
    static final String OURS = "ours";

    /** The same without sends on the sender's stack. */
    static final String NOT_INLINE = "ours-no-inline";

    /** The same with half as many workers. */
    static final String HALF = "ours-half";

    /** The same with the policies of two kinds exchanged. */
    static final String SWAPPED = "ours-swapped";

    /** What is advised, with a plain pool for TASK: nothing is measured while it runs, so that only the advice decides. */
    static final String PLAIN = "ours-plain";

    /** The same with the policies of two kinds exchanged. */
    static final String PLAIN_SWAPPED = "plain-swapped";

    static final String THREAD_ALL = "thread-all";
    static final String TASK_ALL = "task-all";
    static final String FORK_JOIN = "fork-join";

    /** What the mapping writes for Pekko. */
    static final String GENERATED = "generated";

    /** Those that a user could have said for all selectors alike, in the paper's order. */
    static final List<String> DEFAULTS = List.of(THREAD, ROUND_ROBIN, RANDOM, WORK_STEALING, VIRTUAL);

    /** Pekko's, likewise. */
    static final List<String> PEKKO_DEFAULTS = List.of(THREAD_ALL, TASK_ALL, FORK_JOIN);

    /** Everything of Sojourn's, by its names. */
    static final List<String> NAMES = List.of(
            THREAD,
            ROUND_ROBIN,
            RANDOM,
            WORK_STEALING,
            VIRTUAL,
            TASK,
            LIVE,
            OURS,
            NOT_INLINE,
            HALF,
            SWAPPED,
            PLAIN,
            PLAIN_SWAPPED);

    private static final String ALL_WORKERS = "0";

    /** Returns the ways to run a program, those that make no difference to it left out. */
    static List<PolicySide> of(CorpusProgram program, PolicyAdvice advice, int processors) {
        List<PolicySide> sides = new ArrayList<>();
        sides.add(forced(THREAD, "a thread for each selector", "THREAD"));
        sides.add(forced(ROUND_ROBIN, "a plain pool, filled in turn", "ROUND_ROBIN"));
        sides.add(forced(RANDOM, "a plain pool, filled at random", "RANDOM"));
        sides.add(forced(WORK_STEALING, "a plain pool with stealing", "WORK_STEALING"));
        sides.add(forced(VIRTUAL, "a virtual thread for each turn", "VIRTUAL"));
        sides.add(side(TASK, "TASK for all, as without mapping", List.of()));
        sides.add(new PolicySide(
                LIVE, "what is advised while it runs", List.of("-Dsojourn.mapping=on"), List.of(ALL_WORKERS)));
        sides.add(side(OURS, "what the mapping advises", List.of(advice.rules())));
        sides.add(side(NOT_INLINE, "the same, no send inline", List.of(advice.rules(), "-Dsojourn.inline=off")));
        if (program.isCrowded() && processors > 1) {
            sides.add(new PolicySide(
                    HALF,
                    "the same, half as many workers",
                    flags(List.of(advice.rules())),
                    List.of(Integer.toString(processors / 2))));
        }
        advice.swap().ifPresent(swap -> {
            PolicyAdvice exchanged = advice.exchanged(swap);
            sides.add(side(SWAPPED, swap.what(), List.of(exchanged.rules())));
            sides.add(side(PLAIN, "what the mapping advises, WORK_STEALING for TASK", List.of(advice.plainRules())));
            sides.add(side(PLAIN_SWAPPED, swap.what(), List.of(exchanged.plainRules())));
        });
        return sides;
    }

    /** Returns the ways to run its counterpart; for the last, the configuration that was generated is in a file. */
    static List<PolicySide> pekko(String generated, PolicyAdvice advice) {
        return List.of(
                pekko(THREAD_ALL, "a pinned dispatcher for all", THREAD_ALL, ""),
                pekko(TASK_ALL, "a thread pool for all", TASK_ALL, ""),
                pekko(FORK_JOIN, "a fork-join pool for all", FORK_JOIN, ""),
                pekko(GENERATED, "what ./sojourn map --pekko writes", generated, advice.dispatchers()));
    }

    private static PolicySide forced(String name, String what, String policy) {
        return side(name, what, List.of("-Dsojourn.policy=" + policy));
    }

    private static PolicySide side(String name, String what, List<String> flags) {
        return new PolicySide(name, what, flags(flags), List.of(ALL_WORKERS));
    }

    /** Advice comes from outside or not at all, so that what runs is what the report says. */
    private static List<String> flags(List<String> own) {
        List<String> flags = new ArrayList<>(own);
        flags.add("-Dsojourn.mapping=off");
        return flags;
    }

    private static PolicySide pekko(String name, String what, String configuration, String dispatchers) {
        return new PolicySide(name, what, List.of(), List.of(PolicyChild.PEKKO, configuration, dispatchers));
    }
}
