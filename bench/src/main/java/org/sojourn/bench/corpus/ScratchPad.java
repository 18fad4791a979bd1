package org.sojourn.bench.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.TextTree;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** A walker finds files, an analyser deals them out to counters of lines, and accumulators add up (Actor Collection). */
public final class ScratchPad extends PaperProgram {
    private static final TextTree DEFAULT_TREE = new TextTree(20, 50, 20);
    private static final int DEFAULT_COUNTERS = 10;
    private static final int DEFAULT_ACCUMULATORS = 5;

    private final TextTree tree;
    private final int counters;
    private final int accumulators;
    private final Expected<TextTree.Lines> lines;

    /** Sized for the fraction of a second. */
    public ScratchPad() {
        this(DEFAULT_TREE, DEFAULT_COUNTERS, DEFAULT_ACCUMULATORS);
    }

    /**
     * Other parameters.
     *
     * @param tree the files
     * @param counters how many share them
     * @param accumulators how many share what the counters find; divides their number
     */
    public ScratchPad(TextTree tree, int counters, int accumulators) {
        super(
                "ScratchPad",
                Family.CONCURRENCY,
                "%d files, %,d lines, %d counters, %d accumulators"
                        .formatted(tree.count(), tree.allLines().total(), counters, accumulators),
                // The start; each file to the analyser, to a counter and to an accumulator; the end to all of these,
                // and
                // from the accumulators; the question and its answer.
                1 + 3L * tree.count() + 1 + 2L * counters + accumulators + 2,
                "lines of all files, of the shortest and of the longest, and which that is");
        this.tree = tree;
        this.counters = counters;
        this.accumulators = accumulators;
        this.lines = new Expected<>(tree::allLines);
    }

    @Override
    public void iterate(SelectorSystem system) {
        Path root = tree.root();
        Handle<ToResult> result = system.create(() -> new ResultAccumulator(accumulators));
        List<Handle<ToAccumulator>> sums = IntStream.range(0, accumulators)
                .mapToObj(i -> system.<ToAccumulator>create(() -> new Accumulator(counters / accumulators, result)))
                .toList();
        List<Handle<ToCounter>> counting = IntStream.range(0, counters)
                .mapToObj(i -> {
                    Handle<ToAccumulator> sum = sums.get(i % accumulators);
                    return system.<ToCounter>create(() -> new LocCounter(sum));
                })
                .toList();
        Handle<ToAnalyser> analyser = system.create(() -> new LocAnalyser(counting));
        Handle<Walk> walker = system.create(() -> new FilesystemWalker(analyser));
        walker.send(new Walk(root));
        TextTree.Lines got = result.<TextTree.Lines, Result>request(
                        ResultAccumulator.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("lines", lines.get(), got);
    }

    private record Walk(Path root) {}

    /** What the analyser is told. */
    private sealed interface ToAnalyser {}

    private record Located(Path file) implements ToAnalyser {}

    private record AllLocated() implements ToAnalyser {}

    /** What a counter is told. */
    private sealed interface ToCounter {}

    private record Count(Path file) implements ToCounter {}

    private record NoMore() implements ToCounter {}

    /** What an accumulator is told. */
    private sealed interface ToAccumulator {}

    private record Counted(String file, int lines) implements ToAccumulator {}

    private record AllCounted() implements ToAccumulator {}

    /** What the last accumulator is told. */
    private sealed interface ToResult {}

    private record Part(TextTree.Lines lines) implements ToResult {}

    private record Result(ReplyTo<TextTree.Lines> asker) implements ToResult {}

    private static final class FilesystemWalker extends Actor<Walk> {
        private final Handle<ToAnalyser> analyser;

        FilesystemWalker(Handle<ToAnalyser> analyser) {
            this.analyser = analyser;
        }

        @Override
        protected void process(Walk walk) throws IOException {
            try (Stream<Path> all = Files.walk(walk.root())) {
                all.filter(Files::isRegularFile).forEach(file -> analyser.send(new Located(file)));
            }
            analyser.send(new AllLocated());
            exit();
        }
    }

    private static final class LocAnalyser extends Actor<ToAnalyser> {
        private final List<Handle<ToCounter>> counters;
        private int next;

        LocAnalyser(List<Handle<ToCounter>> counters) {
            this.counters = counters;
        }

        @Override
        protected void process(ToAnalyser message) {
            switch (message) {
                case Located(var file) -> {
                    counters.get(next).send(new Count(file));
                    next = (next + 1) % counters.size();
                }
                case AllLocated() -> {
                    counters.forEach(counter -> counter.send(new NoMore()));
                    exit();
                }
            }
        }
    }

    private static final class LocCounter extends Actor<ToCounter> {
        private final Handle<ToAccumulator> accumulator;

        LocCounter(Handle<ToAccumulator> accumulator) {
            this.accumulator = accumulator;
        }

        @Override
        protected void process(ToCounter message) throws IOException {
            switch (message) {
                case Count(var file) -> {
                    try (Stream<String> lines = Files.lines(file)) {
                        accumulator.send(new Counted(file.getFileName().toString(), (int) lines.count()));
                    }
                }
                case NoMore() -> {
                    accumulator.send(new AllCounted());
                    exit();
                }
            }
        }
    }

    private static final class Accumulator extends Actor<ToAccumulator> {
        private final Handle<ToResult> result;
        private TextTree.Lines sum = TextTree.Lines.NONE;
        private int counting;

        Accumulator(int counters, Handle<ToResult> result) {
            this.counting = counters;
            this.result = result;
        }

        @Override
        protected void process(ToAccumulator message) {
            switch (message) {
                case Counted(var file, var lines) -> sum = sum.plus(TextTree.Lines.of(file, lines));
                case AllCounted() -> {
                    counting--;
                    if (counting == 0) {
                        result.send(ResultAccumulator.PARTS, new Part(sum));
                        exit();
                    }
                }
            }
        }
    }

    private static final class ResultAccumulator extends Selector<ToResult> {
        static final Mailbox<Part> PARTS = Mailbox.of("parts", Part.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private TextTree.Lines sum = TextTree.Lines.NONE;
        private int missing;

        ResultAccumulator(int accumulators) {
            super(PARTS, RESULTS);
            this.missing = accumulators;
        }

        @Override
        protected void process(ToResult message) {
            switch (message) {
                case Part(var lines) -> {
                    sum = sum.plus(lines);
                    missing--;
                    setEnabled(RESULTS, missing == 0);
                }
                case Result(var asker) -> {
                    asker.reply(sum);
                    exit();
                }
            }
        }
    }
}
