package org.sojourn.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A finished comparison of policies.
 *
 * @param environment what it ran on
 * @param rounds how many times each way was measured
 * @param analysisMillis what the analysis of all programs took beforehand
 * @param programs the programs with Sojourn's ways
 * @param pekko those that have a counterpart, with Pekko's
 */
record PolicyReport(
        Environment environment, int rounds, double analysisMillis, List<ProgramRun> programs, List<ProgramRun> pekko) {
    /** How much less time the mean program is to take than with a plain pool or threads. */
    static final double GOAL = 0.30;

    /** How much longer a program may take than with work-stealing or virtual threads. */
    static final double TOLERATED = 1.05;

    /** In how many programs the choice must matter. */
    static final int GOAL_SWAPS = 5;

    private static final List<String> TO_BEAT = List.of(PolicySide.THREAD, PolicySide.ROUND_ROBIN, PolicySide.RANDOM);
    private static final List<String> NOT_TO_LOSE_TO = List.of(PolicySide.WORK_STEALING, PolicySide.VIRTUAL);

    /**
     * A goal and what came of it.
     *
     * @param what is asked for
     * @param got in words
     * @param isMet whether it was reached
     */
    record Verdict(String what, String got, boolean isMet) {}

    boolean isRight() {
        return Stream.concat(programs.stream(), pekko.stream()).noneMatch(ProgramRun::isWrong);
    }

    /** The share by which one way takes less than another, 0.3 for 30 %; below 0 if it takes more. */
    static double saved(double ratio) {
        return 1 - 1 / ratio;
    }

    /** Returns that, in the geometric mean of programs. */
    static Optional<Double> meanSaved(
            List<ProgramRun> of, String own, String other, ToDoubleFunction<PolicySample> what) {
        List<Double> ratios =
                of.stream().flatMap(run -> run.ratio(own, other, what).stream()).toList();
        return ratios.isEmpty() ? Optional.empty() : Optional.of(saved(new Series(ratios).geometricMean()));
    }

    /** Returns the goals for which there is something measured. */
    List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>();
        for (String other : TO_BEAT) {
            meanSaved(programs, PolicySide.OURS, other, PolicySample::millis)
                    .ifPresent(saved -> verdicts.add(new Verdict(
                            "at least " + percent(GOAL) + " less run time than " + other + ", geometric mean",
                            percent(saved) + " less",
                            saved >= GOAL)));
        }
        for (String other : NOT_TO_LOSE_TO) {
            if (programs.stream().anyMatch(run -> run.run(other).isPresent())) {
                List<String> slower = slowerThan(other);
                verdicts.add(new Verdict(
                        "no program more than " + percent(TOLERATED - 1) + " above " + other,
                        slower.isEmpty() ? "none is" : String.join(", ", slower),
                        slower.isEmpty()));
            }
        }
        String exchanged =
                "with two kinds' policies exchanged at least " + GOAL_SWAPS + " programs are measurably slower";
        slowerExchanged(exchanged, PolicySide.SWAPPED, PolicySide.OURS).ifPresent(verdicts::add);
        slowerExchanged(exchanged + ", a plain pool for TASK", PolicySide.PLAIN_SWAPPED, PolicySide.PLAIN)
                .ifPresent(verdicts::add);
        return verdicts;
    }

    private Optional<Verdict> slowerExchanged(String goal, String exchanged, String than) {
        if (programs.stream().noneMatch(run -> run.run(exchanged).isPresent())) {
            return Optional.empty();
        }
        List<String> worse = programs.stream()
                .filter(run -> run.isWorse(exchanged, than))
                .map(run -> run.program().name())
                .toList();
        return Optional.of(new Verdict(
                goal,
                worse.size() + (worse.isEmpty() ? "" : ": " + String.join(", ", worse)),
                worse.size() >= GOAL_SWAPS));
    }

    private List<String> slowerThan(String other) {
        List<String> slower = new ArrayList<>();
        for (ProgramRun run : programs) {
            run.ratio(other, PolicySide.OURS, PolicySample::millis)
                    .filter(ratio -> ratio > TOLERATED)
                    .ifPresent(ratio -> slower.add(run.program().name() + " by " + percent(ratio - 1)));
        }
        return slower;
    }

    static String percent(double share) {
        return Math.round(100 * share) + " %";
    }
}
