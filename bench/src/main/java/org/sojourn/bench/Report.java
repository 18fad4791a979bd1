package org.sojourn.bench;

import java.util.List;
import java.util.Optional;

/**
 * A finished run of the bench.
 *
 * @param environment what it ran on
 * @param rows one for each benchmark, in order
 */
record Report(Environment environment, List<Row> rows) {
    /** Returns the geometric mean of the ratios that count, if there are any. */
    Optional<Double> geometricMean() {
        List<Double> ratios =
                rows.stream().flatMap(row -> row.countedRatio().stream()).toList();
        return ratios.isEmpty() ? Optional.empty() : Optional.of(new Series(ratios).geometricMean());
    }

    boolean isRight() {
        return rows.stream().noneMatch(Row::isWrong);
    }
}
