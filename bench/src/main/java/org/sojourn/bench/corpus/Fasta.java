package org.sojourn.bench.corpus;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Dna;
import org.sojourn.bench.work.Expected;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/**
 * Three sequences of nucleotides, two of which ask for each line by its frequencies, are written by one selector (Computer Language
 * Benchmarks Game).
 */
public final class Fasta extends PaperProgram {
    private static final int DEFAULT_LETTERS = 300_000;
    private static final int REPEATED = 2;
    private static final int FIRST_DRAWN = 3;
    private static final int SECOND_DRAWN = 5;

    private final int letters;
    private final Expected<Long> checksum;

    /** Sized for the fraction of a second. */
    public Fasta() {
        this(DEFAULT_LETTERS);
    }

    /**
     * Another size.
     *
     * @param letters the sequences have twice, three times and five times as many
     */
    public Fasta(int letters) {
        super(
                "fasta",
                Family.CONCURRENCY,
                "%,d letters x (2 + 3 + 5)".formatted(letters),
                // Starts; a line of the repeated sequence once, a drawn one three times; three ends, two of them on to
                // who knows the frequencies; the question and its answer.
                3
                        + lines(REPEATED * letters)
                        + 3 * (lines(FIRST_DRAWN * letters) + lines(SECOND_DRAWN * letters))
                        + 3
                        + 2
                        + 2,
                "the checksum of all that is written, against a loop");
        this.letters = letters;
        this.checksum = new Expected<>(() -> {
            CRC32 sum = new CRC32();
            sum.update(Dna.repeated(0, REPEATED * letters));
            sum.update(Dna.sequence(Dna.Frequencies.IUB, FIRST_DRAWN * letters));
            sum.update(Dna.sequence(Dna.Frequencies.HUMAN, SECOND_DRAWN * letters));
            return sum.getValue();
        });
    }

    private static long lines(int letters) {
        return (letters + Dna.LINE - 1) / Dna.LINE;
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToWriter> writer = system.create(Writer::new);
        Handle<Start> repeat = system.create(() -> new RepeatFasta(writer));
        repeat.send(new Start(REPEATED * letters));
        draw(system, writer, Section.TWO, Dna.Frequencies.IUB, FIRST_DRAWN * letters);
        draw(system, writer, Section.THREE, Dna.Frequencies.HUMAN, SECOND_DRAWN * letters);
        long got = writer.<Long, Result>request(Writer.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("checksum", checksum.get(), (Long) got);
    }

    private static void draw(
            SelectorSystem system, Handle<ToWriter> writer, Section section, Dna.Frequencies frequencies, int count) {
        Handle<ToFrequencies> chooser = system.create(() -> new FloatProbFreq(frequencies));
        Handle<ToRandom> random = system.create(() -> new RandomFasta(section, chooser, writer));
        random.send(new Draw(count));
    }

    /** What is written first, second and third. */
    private enum Section {
        ONE,
        TWO,
        THREE
    }

    private record Start(int letters) {}

    /** What a drawn sequence is told. */
    private sealed interface ToRandom {}

    private record Draw(int letters) implements ToRandom {}

    private record Drawn(byte[] line) implements ToRandom {}

    /** What knows the frequencies is told. */
    private sealed interface ToFrequencies {}

    private record Choose(float[] draws, Handle<ToRandom> asker) implements ToFrequencies {}

    private record Stop() implements ToFrequencies {}

    /** What the writer is told. */
    private sealed interface ToWriter {}

    private sealed interface Written extends ToWriter {}

    private record Line(Section section, byte[] letters) implements Written {}

    private record End() implements Written {}

    private record Result(ReplyTo<Long> asker) implements ToWriter {}

    private static final class RepeatFasta extends Actor<Start> {
        private final Handle<ToWriter> writer;

        RepeatFasta(Handle<ToWriter> writer) {
            this.writer = writer;
        }

        @Override
        protected void process(Start start) {
            for (int done = 0; done < start.letters(); done += Dna.LINE) {
                writer.send(Writer.LINES, new Line(Section.ONE, Dna.repeated(done, Dna.line(done, start.letters()))));
            }
            writer.send(Writer.LINES, new End());
            exit();
        }
    }

    private static final class RandomFasta extends Actor<ToRandom> {
        private final Section section;
        private final Handle<ToFrequencies> frequencies;
        private final Handle<ToWriter> writer;
        private final Dna.Draws draws = new Dna.Draws();
        private int letters;
        private int done;

        RandomFasta(Section section, Handle<ToFrequencies> frequencies, Handle<ToWriter> writer) {
            this.section = section;
            this.frequencies = frequencies;
            this.writer = writer;
        }

        @Override
        protected void process(ToRandom message) {
            switch (message) {
                case Draw(var count) -> {
                    letters = count;
                    ask();
                }
                case Drawn(var line) -> {
                    writer.send(Writer.LINES, new Line(section, line));
                    done += line.length;
                    if (done < letters) {
                        ask();
                    } else {
                        writer.send(Writer.LINES, new End());
                        frequencies.send(new Stop());
                        exit();
                    }
                }
            }
        }

        private void ask() {
            frequencies.send(new Choose(draws.next(Dna.line(done, letters)), self()));
        }
    }

    private static final class FloatProbFreq extends Actor<ToFrequencies> {
        private final Dna.Frequencies frequencies;

        FloatProbFreq(Dna.Frequencies frequencies) {
            this.frequencies = frequencies;
        }

        @Override
        protected void process(ToFrequencies message) {
            switch (message) {
                case Choose(var draws, var asker) -> asker.send(new Drawn(frequencies.letters(draws)));
                case Stop() -> exit();
            }
        }
    }

    /** Keeps the sequences apart as they come, and writes one after the other at the end. */
    private static final class Writer extends Selector<ToWriter> {
        static final Mailbox<Written> LINES = Mailbox.of("lines", Written.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final Map<Section, List<byte[]>> sections = new EnumMap<>(Section.class);
        private int ended;

        Writer() {
            super(LINES, RESULTS);
        }

        @Override
        protected void process(ToWriter message) {
            switch (message) {
                case Line(var section, var letters) ->
                    sections.computeIfAbsent(section, any -> new ArrayList<>()).add(letters);
                case End() -> {
                    ended++;
                    setEnabled(RESULTS, ended == Section.values().length);
                }
                case Result(var asker) -> {
                    CRC32 sum = new CRC32();
                    sections.values().forEach(lines -> lines.forEach(sum::update));
                    asker.reply(sum.getValue());
                    exit();
                }
            }
        }
    }
}
