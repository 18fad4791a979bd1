package org.sojourn.bench.corpus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Cosine;
import org.sojourn.bench.work.Expected;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/**
 * Blocks are read, split into rows, transformed row by row, turned, transformed column by column and written (StreamIt). Blocks may
 * overtake each other, so lines carry their block's number.
 */
public final class Dct extends PaperProgram {
    private static final int DEFAULT_BLOCKS = 4_000;
    private static final int FORWARDERS = 4;

    private final int blocks;
    private final Expected<Long> digests;

    /** Sized for the fraction of a second. */
    public Dct() {
        this(DEFAULT_BLOCKS);
    }

    /**
     * Another size.
     *
     * @param blocks how many are transformed
     */
    public Dct(int blocks) {
        super(
                "DCT",
                Family.PARALLELISM,
                "%,d blocks of %d x %d".formatted(blocks, Cosine.SIDE, Cosine.SIDE),
                // The start; each block to a forwarder and on, its rows and columns to be transformed and back, and the
                // whole to the writer; the question and its answer; the end of all but reader and writer.
                1 + blocks * (2 + 4L * Cosine.SIDE + 1) + 2 + FORWARDERS + 1 + 2L * Cosine.SIDE + 2,
                "all values of all blocks, to the last bit, against a loop");
        this.blocks = blocks;
        this.digests = new Expected<>(() -> Cosine.digests(blocks));
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToWriter> writer = system.create(() -> new Writer(blocks));
        Handle<ToJoiner> joiner = system.create(() -> new Joiner(writer));
        List<Handle<ToLine>> columns = lines(system, joiner);
        Handle<ToJoiner> turner = system.create(() -> new XSplitter(columns));
        List<Handle<ToLine>> rows = lines(system, turner);
        Handle<ToBlock> splitter = system.create(() -> new YSplitter(rows));
        List<Handle<ToBlock>> forwarders = IntStream.range(0, FORWARDERS)
                .mapToObj(i -> system.<ToBlock>create(() -> new Forwarder(splitter)))
                .toList();
        Handle<Start> reader = system.create(() -> new Reader(forwarders));
        reader.send(new Start(blocks));
        long got = writer.<Long, Result>request(Writer.RESULTS, Result::new, Patience.LIMIT)
                .join();
        forwarders.forEach(forwarder -> forwarder.send(new NoMoreBlocks()));
        splitter.send(new NoMoreBlocks());
        rows.forEach(row -> row.send(new NoMoreLines()));
        columns.forEach(column -> column.send(new NoMoreLines()));
        turner.send(new AllDone());
        joiner.send(new AllDone());
        Answers.same("digests", digests.get(), (Long) got);
    }

    private static List<Handle<ToLine>> lines(SelectorSystem system, Handle<ToJoiner> next) {
        return IntStream.range(0, Cosine.SIDE)
                .mapToObj(i -> system.<ToLine>create(() -> new OneDimension(next)))
                .toList();
    }

    private record Start(int blocks) {}

    /** What passes blocks on is told. */
    private sealed interface ToBlock {}

    private record Block(int number, double[][] rows) implements ToBlock {}

    private record NoMoreBlocks() implements ToBlock {}

    /** What transforms lines is told. */
    private sealed interface ToLine {}

    private record Line(int block, int index, double[] coefficients) implements ToLine {}

    private record NoMoreLines() implements ToLine {}

    /** What puts lines together is told. */
    private sealed interface ToJoiner {}

    private record Transformed(int block, int index, double[] values) implements ToJoiner {}

    private record AllDone() implements ToJoiner {}

    /** What the writer is told. */
    private sealed interface ToWriter {}

    private record Written(int block, double[][] columns) implements ToWriter {}

    private record Result(ReplyTo<Long> asker) implements ToWriter {}

    private static final class Reader extends Actor<Start> {
        private final List<Handle<ToBlock>> forwarders;

        Reader(List<Handle<ToBlock>> forwarders) {
            this.forwarders = forwarders;
        }

        @Override
        protected void process(Start start) {
            for (int i = 0; i < start.blocks(); i++) {
                forwarders.get(i % forwarders.size()).send(new Block(i, Cosine.block(i)));
            }
            exit();
        }
    }

    private static final class Forwarder extends Actor<ToBlock> {
        private final Handle<ToBlock> next;

        Forwarder(Handle<ToBlock> next) {
            this.next = next;
        }

        @Override
        protected void process(ToBlock message) {
            switch (message) {
                case Block block -> next.send(block);
                case NoMoreBlocks() -> exit();
            }
        }
    }

    private static final class YSplitter extends Actor<ToBlock> {
        private final List<Handle<ToLine>> rows;

        YSplitter(List<Handle<ToLine>> rows) {
            this.rows = rows;
        }

        @Override
        protected void process(ToBlock message) {
            switch (message) {
                case Block(var number, var lines) -> {
                    for (int i = 0; i < lines.length; i++) {
                        rows.get(i).send(new Line(number, i, lines[i]));
                    }
                }
                case NoMoreBlocks() -> exit();
            }
        }
    }

    private static final class OneDimension extends Actor<ToLine> {
        private final Handle<ToJoiner> next;

        OneDimension(Handle<ToJoiner> next) {
            this.next = next;
        }

        @Override
        protected void process(ToLine message) {
            switch (message) {
                case Line(var block, var index, var coefficients) ->
                    next.send(new Transformed(block, index, Cosine.inverse(coefficients)));
                case NoMoreLines() -> exit();
            }
        }
    }

    /** The lines of blocks that aren't whole yet. */
    private static final class Unfinished {
        private final Map<Integer, Lines> blocks = new HashMap<>();

        private static final class Lines {
            private final double[][] all = new double[Cosine.SIDE][];
            private int missing = Cosine.SIDE;
        }

        /** Keeps a line, and returns all of its block's if it was the last, none otherwise. */
        double[][] add(Transformed line) {
            Lines lines = blocks.computeIfAbsent(line.block(), any -> new Lines());
            lines.all[line.index()] = line.values();
            lines.missing--;
            if (lines.missing > 0) {
                return new double[0][];
            }
            blocks.remove(line.block());
            return lines.all;
        }
    }

    private static final class XSplitter extends Actor<ToJoiner> {
        private final List<Handle<ToLine>> columns;
        private final Unfinished unfinished = new Unfinished();

        XSplitter(List<Handle<ToLine>> columns) {
            this.columns = columns;
        }

        @Override
        protected void process(ToJoiner message) {
            switch (message) {
                case Transformed line -> {
                    double[][] rows = unfinished.add(line);
                    if (rows.length > 0) {
                        double[][] turned = Cosine.transposed(rows);
                        for (int i = 0; i < turned.length; i++) {
                            columns.get(i).send(new Line(line.block(), i, turned[i]));
                        }
                    }
                }
                case AllDone() -> exit();
            }
        }
    }

    private static final class Joiner extends Actor<ToJoiner> {
        private final Handle<ToWriter> writer;
        private final Unfinished unfinished = new Unfinished();

        Joiner(Handle<ToWriter> writer) {
            this.writer = writer;
        }

        @Override
        protected void process(ToJoiner message) {
            switch (message) {
                case Transformed line -> {
                    double[][] columns = unfinished.add(line);
                    if (columns.length > 0) {
                        writer.send(Writer.BLOCKS, new Written(line.block(), columns));
                    }
                }
                case AllDone() -> exit();
            }
        }
    }

    private static final class Writer extends Selector<ToWriter> {
        static final Mailbox<Written> BLOCKS = Mailbox.of("blocks", Written.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private long sum;
        private int missing;

        Writer(int blocks) {
            super(BLOCKS, RESULTS);
            this.missing = blocks;
        }

        @Override
        protected void process(ToWriter message) {
            switch (message) {
                case Written(var block, var columns) -> {
                    sum += Cosine.digest(block, columns);
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
