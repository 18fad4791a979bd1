package org.sojourn.bench;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A program under one policy.
 *
 * @param side how it was run
 * @param samples what its runs took, in the order of the rounds; empty if it failed
 * @param problem what was wrong; empty if nothing
 */
record PolicyRun(PolicySide side, List<PolicySample> samples, String problem) {
    private static final double LEAST = 1e-3;

    boolean isWrong() {
        return !problem.isEmpty();
    }

    /** Returns what was measured, nothing as a thousandth so that there are ratios. */
    Series series(ToDoubleFunction<PolicySample> what) {
        return new Series(samples.stream()
                .map(sample -> Math.max(LEAST, what.applyAsDouble(sample)))
                .toList());
    }

    /** Returns what was counted, in the middle; nothing if it failed. */
    Optional<Double> median(ToDoubleFunction<PolicySample> what) {
        return isWrong()
                ? Optional.empty()
                : Optional.of(
                        new Series(samples.stream().map(what::applyAsDouble).toList()).median());
    }

    /** Returns the cache misses, in the middle; nothing where there is no counter. */
    Optional<Double> medianMisses() {
        return samples.stream().allMatch(sample -> sample.misses().isPresent())
                ? median(sample -> sample.misses().orElse(0))
                : Optional.empty();
    }
}
