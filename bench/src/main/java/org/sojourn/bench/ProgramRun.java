package org.sojourn.bench;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A program under all policies.
 *
 * @param program the program
 * @param advice what the mapping says of its kinds
 * @param runs one for each way to run it, in their order
 */
record ProgramRun(CorpusProgram program, PolicyAdvice advice, List<PolicyRun> runs) {
    private static final double WORSE = 1.05;
    private static final double ALMOST_ALL = 0.9;

    /** Finds a way to run it, unless it was left out. */
    Optional<PolicyRun> run(String side) {
        return runs.stream().filter(run -> run.side().name().equals(side)).findFirst();
    }

    boolean isWrong() {
        return runs.stream().anyMatch(PolicyRun::isWrong);
    }

    /**
     * Compares two ways, round by round: ratios above 1 mean that the first took less. Nothing if either failed or was left out, or
     * if too many rounds were disturbed.
     */
    Optional<Measurement> compare(String first, String second, ToDoubleFunction<PolicySample> what) {
        Optional<PolicyRun> own = run(first).filter(run -> !run.isWrong());
        Optional<PolicyRun> other = run(second).filter(run -> !run.isWrong());
        if (own.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Measurement.pairs(own.get().series(what), other.get().series(what)))
                .filter(measured -> !measured.isVoid());
    }

    /** Returns how many times as long the second takes as the first, in the middle of all rounds. */
    Optional<Double> ratio(String first, String second, ToDoubleFunction<PolicySample> what) {
        return compare(first, second, what).flatMap(Measurement::ratio).map(Series::median);
    }

    /**
     * Tells whether one way takes measurably longer than another: a twentieth in the middle, and longer at all in nine rounds of ten,
     * which by chance happens to equals once in a hundred times (sign test).
     */
    boolean isWorse(String one, String than) {
        Optional<Series> ratios = compare(than, one, PolicySample::millis).flatMap(Measurement::ratio);
        if (ratios.isEmpty()) {
            return false;
        }
        List<Double> values = ratios.get().values();
        long longer = values.stream().filter(ratio -> ratio > 1).count();
        return ratios.get().median() >= WORSE && longer >= ALMOST_ALL * values.size();
    }
}
