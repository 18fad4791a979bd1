package org.sojourn.weave;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs generated programs, woven, with frames that leave at their polls. */
final class GeneratedRun {
    static final String PACKAGE = "generated";

    /** How many are compiled at once: many, as a compiler takes a while to begin. */
    private static final int AT_ONCE = 50;

    /** The same where one of the first few is expected to be wrong. */
    private static final int FEW_AT_ONCE = 10;

    /** About how often frames of one run of a program leave, mostly: that takes longer than all the rest. */
    private static final int MOST_AGAIN = 20;

    private final int polls;
    private final int atOnce;
    private long captures;
    private long frames;
    private long travels;
    private int most;

    /**
     * Of programs.
     *
     * @param polls at how many polls of each program frames leave, at most
     */
    GeneratedRun(int polls) {
        this(polls, AT_ONCE);
    }

    private GeneratedRun(int polls, int atOnce) {
        this.polls = polls;
        this.atOnce = atOnce;
    }

    /** The sources of programs from a seed on, and what they share. */
    static Map<String, String> sources(long first, int count) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (long seed = first; seed < first + count; seed++) {
            sources.put(PACKAGE + ".P" + seed, ProgramWriter.program(PACKAGE, "P" + seed, seed));
        }
        sources.put(PACKAGE + ".Kit", ProgramWriter.kit(PACKAGE));
        return sources;
    }

    /**
     * Runs programs until one is wrong: on all processors, unless one of the first few is expected to be.
     *
     * @return what is wrong, empty if nothing is
     */
    String run(long first, int count) {
        IntStream parts = IntStream.rangeClosed(0, (count - 1) / atOnce);
        return (atOnce == FEW_AT_ONCE ? parts : parts.parallel())
                .mapToObj(each -> some(first + each * atOnce, Math.min(atOnce, count - each * atOnce)))
                .filter(wrong -> !wrong.isEmpty())
                .findFirst()
                .orElse("");
    }

    private String some(long first, int count) {
        Compiled compiled = Compiled.of(sources(first, count));
        Compiled.Loader plain = compiled.plain();
        Compiled.Loader woven = compiled.woven(new Weaver(List.of(PACKAGE)));
        for (long seed = first; seed < first + count; seed++) {
            try {
                run(new Trial(plain, woven, PACKAGE + ".P" + seed));
            } catch (Throwable e) {
                return "seed " + seed + ": " + e;
            }
        }
        return "";
    }

    private void run(Trial trial) throws Exception {
        int all = trial.polls();
        int step = Math.max(1, all / polls);
        for (int at = 1; at <= all; at += step) {
            if (at % 2 == 0) {
                trial.travelAt(at, false);
            } else {
                trial.leaveAt(at, false);
            }
        }
        int every = 1 + trial.expected().length() % 7;
        if (trial.expected().hashCode() % 8 != 0) {
            every = Math.max(every, all / MOST_AGAIN); // the others leave at almost every poll
        }
        trial.leaveAt(every, true);
        trial.travelAt(every + 4, true);
        add(trial);
    }

    private synchronized void add(Trial trial) {
        captures += trial.captures;
        frames += trial.frames;
        travels += trial.travels;
        most = Math.max(most, trial.most);
    }

    /** For a fault that is planted: what the first so many programs show of it. */
    static String search(long most) {
        return new GeneratedRun(20, FEW_AT_ONCE).run(1, (int) most);
    }

    @Override
    public String toString() {
        return "frames left " + captures + " times, " + frames + " in all, " + most + " at most at once; " + travels
                + " times by way of bytes";
    }
}
