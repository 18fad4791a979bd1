package org.sojourn.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sojourn.bench.cluster.Temperatures;
import org.sojourn.bench.cluster.Trial;

/**
 * A trial of {@code bench cluster}, beside the one on one place.
 *
 * @param trial the trial
 * @param alone the mean of the same program on one place, in milliseconds, if that was measured
 */
record ClusterRow(Trial trial, Optional<Double> alone) {
    /** As in Table 5.1. */
    static final int ITERATIONS = 5;

    private static final double MILLI = 1e3;
    private static final String NONE = "-";

    static String head() {
        return "%-10s %6s %10s %10s %10s %9s %10s %6s %6s  %s"
                .formatted(
                        "program",
                        "places",
                        "mean ms",
                        "best",
                        "deviation",
                        "speed-up",
                        "efficiency",
                        "paper",
                        "drift",
                        "warmer by");
    }

    Series millis() {
        return new Series(trial.millis());
    }

    /** How many times the work of one place is done in the time of one. */
    Optional<Double> speedUp() {
        return alone.map(one -> one
                / millis().mean()
                * (trial.workload().isWeak() ? trial.lineUp().capacity() : 1));
    }

    /** That, by how many times as much processor time there is. */
    Optional<Double> efficiency() {
        return speedUp().map(it -> it / trial.lineUp().capacity());
    }

    /** The last five runs by the first five: above 1 if the machine has become slower, as the warmer phones have. */
    Optional<Double> drift() {
        List<Double> all = trial.millis();
        if (all.size() < 2 * ITERATIONS) {
            return Optional.empty();
        }
        return Optional.of(new Series(all.subList(all.size() - ITERATIONS, all.size())).mean()
                / new Series(all.subList(0, ITERATIONS)).mean());
    }

    /** Seconds of the first five runs, as Table 5.1 has them. */
    Optional<Double> total() {
        return trial.millis().size() < ITERATIONS
                ? Optional.empty()
                : Optional.of(trial.millis().subList(0, ITERATIONS).stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        / MILLI);
    }

    private String warmer() {
        return trial.rise().map(Temperatures.Rise::toString).orElse("no sensor");
    }

    private static String shown(Optional<Double> value) {
        return value.map("%.2f"::formatted).orElse(NONE);
    }

    String line() {
        String start = "%-10s %6s".formatted(trial.workload().title(), trial.lineUp());
        if (trial.isWrong()) {
            return start + "  WRONG: " + trial.problem();
        }
        return start
                + " %10.1f %10.1f %10.1f %9s %10s %6s %6s  %s"
                        .formatted(
                                millis().mean(),
                                millis().min(),
                                millis().deviation(),
                                shown(speedUp()),
                                shown(efficiency()),
                                shown(trial.workload().paper(trial.lineUp())),
                                shown(drift()),
                                warmer());
    }

    String marked() {
        if (trial.isWrong()) {
            return "| %s | wrong | | | | | | | | |".formatted(trial.lineUp());
        }
        return "| %s | %.1f | %.1f | %.1f | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        trial.lineUp(),
                        millis().mean(),
                        millis().min(),
                        millis().deviation(),
                        shown(speedUp()),
                        shown(efficiency()),
                        shown(trial.workload().paper(trial.lineUp())),
                        shown(total()),
                        shown(drift()),
                        warmer());
    }

    /** For JSON. What was not measured has no member. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("program", trial.workload().title());
        members.put("places", trial.lineUp().toString());
        if (trial.isWrong()) {
            members.put("problem", trial.problem());
            return members;
        }
        members.put("meanMillis", millis().mean());
        members.put("bestMillis", millis().min());
        members.put("deviationMillis", millis().deviation());
        members.put("millis", trial.millis());
        speedUp().ifPresent(it -> members.put("speedUp", it));
        efficiency().ifPresent(it -> members.put("efficiency", it));
        trial.workload().paper(trial.lineUp()).ifPresent(it -> members.put("paperSpeedUp", it));
        drift().ifPresent(it -> members.put("drift", it));
        trial.rise().ifPresent(it -> {
            members.put("warmerMean", it.mean());
            members.put("warmerMost", it.most());
            members.put("warmerLeast", it.least());
        });
        return members;
    }
}
