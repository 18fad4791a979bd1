package org.sojourn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Has JMH run a benchmark, in processes with this one's class path and flags, and heap therefore.
 *
 * @param forks how many processes, one after the other; with 0 it runs in this one
 * @param iterations iterations to be measured in each
 * @param millis how long an iteration takes
 */
record JmhRun(int forks, int iterations, int millis) {
    private static final int WARM_UPS = 3;

    /** Runs a benchmark. A failure is the row's problem. */
    LocalRow measure(LocalBenchmark benchmark) throws IOException {
        // What JMH says is much, and of interest only to itself.
        Path said = Files.createTempFile("sojourn-bench", ".log");
        try {
            Collection<RunResult> results = new Runner(options(benchmark, said)).run();
            return results.stream()
                    .findFirst()
                    .map(result -> row(benchmark, result))
                    .orElseGet(() -> LocalRow.failed(benchmark, "JMH has run nothing"));
        } catch (RunnerException e) {
            return LocalRow.failed(benchmark, origin(e));
        } finally {
            Files.deleteIfExists(said);
        }
    }

    private Options options(LocalBenchmark benchmark, Path said) {
        TimeValue time = TimeValue.milliseconds(millis);
        return new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark.method()) + "$")
                .forks(forks)
                .warmupIterations(WARM_UPS)
                .warmupTime(time)
                .measurementIterations(iterations)
                .measurementTime(time)
                .shouldFailOnError(true)
                .output(said.toString())
                .build();
    }

    private static LocalRow row(LocalBenchmark benchmark, RunResult result) {
        List<Double> nanos = new ArrayList<>();
        result.getBenchmarkResults()
                .forEach(fork ->
                        fork.getIterationResults().stream().map(JmhRun::nanos).forEach(nanos::add));
        return new LocalRow(
                benchmark,
                Optional.of(new Series(nanos)),
                result.getPrimaryResult().getScoreError(),
                "");
    }

    private static double nanos(IterationResult iteration) {
        return iteration.getPrimaryResult().getScore();
    }

    /** JMH wraps what a benchmark has thrown, and keeps it among the suppressed. */
    private static String origin(Throwable thrown) {
        if (thrown.getCause() != null) {
            return origin(thrown.getCause());
        }
        if (thrown.getSuppressed().length > 0) {
            return origin(thrown.getSuppressed()[0]);
        }
        return thrown instanceof WrongAnswerException || thrown instanceof RunnerException
                ? String.valueOf(thrown.getMessage())
                : thrown.toString();
    }
}
