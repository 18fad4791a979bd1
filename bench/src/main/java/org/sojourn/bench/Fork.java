package org.sojourn.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.sojourn.bench.jvm.ChildJvm;

/**
 * Measures a benchmark in a JVM of its own, as the suite's own runner has it: what the compiler has learnt from other
 * programs would be in the way of this one, and of its twin.
 */
final class Fork {
    private Fork() {}

    /**
     * Measures a benchmark in a new process with the class path and the flags of this one. A failure is the result's problem.
     *
     * @param properties more flags
     */
    static Taken measure(Benchmark benchmark, Terms terms, List<String> properties)
            throws IOException, InterruptedException {
        return run(benchmark, terms, properties, Taken::parse, Taken::failed);
    }

    /** Profiles a benchmark as {@link #measure} measures one. */
    static ProgramProfile profile(Benchmark benchmark, Terms terms, List<String> properties)
            throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>(properties);
        flags.addAll(Profiler.FLAGS);
        return run(
                benchmark,
                terms,
                flags,
                lines -> ProgramProfile.parse(benchmark, lines),
                problem -> ProgramProfile.failed(benchmark, problem));
    }

    private static <T> T run(
            Benchmark benchmark,
            Terms terms,
            List<String> properties,
            Function<List<String>, T> parse,
            Function<String, T> failed)
            throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>(ChildJvm.flags());
        flags.addAll(properties);
        List<String> words = new ArrayList<>(List.of(benchmark.name()));
        words.addAll(terms.words());
        try (ChildJvm child = new ChildJvm(flags, Fork.class, words.toArray(String[]::new))) {
            List<String> lines = child.remainingLines();
            int status = child.status();
            return status == 0 ? parse.apply(lines) : failed.apply("its process ended with status " + status);
        }
    }

    /**
     * The process: measures or profiles, and says what came of it.
     *
     * @param args the benchmark's name, and the terms
     */
    public static void main(String[] args) {
        ChildJvm.endWithParent();
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        Suite suite = Suite.load();
        Benchmark benchmark = suite.only(List.of(args[0])).getFirst();
        Terms terms = Terms.of(Arrays.asList(args).subList(1, args.length));
        try (Contest contest = new Contest(terms)) {
            if (terms.profileSeconds() > 0) {
                System.out.println(
                        contest.profile(benchmark, suite.twin(benchmark)).line());
            } else {
                contest.measure(benchmark, suite.twin(benchmark)).lines().forEach(System.out::println);
            }
        }
        System.exit(0);
    }
}
