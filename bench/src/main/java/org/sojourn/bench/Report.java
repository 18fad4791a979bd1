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
        double[] logarithms = rows.stream()
                .flatMap(row -> row.countedRatio().stream())
                .mapToDouble(Math::log)
                .toArray();
        if (logarithms.length == 0) {
            return Optional.empty();
        }
        double sum = 0;
        for (double logarithm : logarithms) {
            sum += logarithm;
        }
        return Optional.of(Math.exp(sum / logarithms.length));
    }

    boolean isRight() {
        return rows.stream().noneMatch(Row::isWrong);
    }
}
