package org.sojourn.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a benchmark of {@code bench local}.
 *
 * @param benchmark which
 * @param nanos nanoseconds for one time, of each iteration that JMH has measured; empty if it failed
 * @param error half the width of the 99.9 % confidence interval of their mean; NaN if there are too few
 * @param problem why it failed; empty if it didn't
 */
record LocalRow(LocalBenchmark benchmark, Optional<Series> nanos, double error, String problem) {
    private static final String NAME = "%-20s";

    static LocalRow failed(LocalBenchmark benchmark, String problem) {
        return new LocalRow(benchmark, Optional.empty(), Double.NaN, problem);
    }

    boolean isRight() {
        return nanos.isPresent();
    }

    /** The line above all. */
    static String head() {
        return NAME.formatted("nanoseconds")
                + " %10s %10s %21s %10s %10s  %s"
                        .formatted("min", "median", "mean +- error", "max", "iterations", "of");
    }

    static String listed(LocalBenchmark benchmark) {
        return NAME.formatted(benchmark.title()) + (benchmark.isFloor() ? "  floor: " : "  ") + benchmark.meaning();
    }

    String line() {
        String name = NAME.formatted(benchmark.title());
        return nanos.map(series -> name
                        + " %10.1f %10.1f %11.1f +- %6s %10.1f %10d  %s%s"
                                .formatted(
                                        series.min(),
                                        series.median(),
                                        series.mean(),
                                        Double.isFinite(error) ? "%.1f".formatted(error) : "-",
                                        series.max(),
                                        series.values().size(),
                                        benchmark.isFloor() ? "floor: " : "",
                                        benchmark.meaning()))
                .orElse(name + "  FAILED: " + problem);
    }

    /** For JSON. What was not measured has no member. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", benchmark.title());
        members.put("of", benchmark.meaning());
        members.put("floor", benchmark.isFloor());
        members.put("right", isRight());
        if (nanos.isPresent()) {
            measured(members, nanos.get());
        } else {
            members.put("problem", problem);
        }
        return members;
    }

    private void measured(Map<String, Object> members, Series series) {
        members.put("unit", "ns");
        members.put("mean", series.mean());
        if (Double.isFinite(error)) {
            members.put("error", error);
        }
        members.put("min", series.min());
        members.put("median", series.median());
        members.put("max", series.max());
        members.put("iterations", series.values().size());
    }

    static List<Map<String, Object>> members(List<LocalRow> rows) {
        return rows.stream().map(LocalRow::members).toList();
    }
}
