package org.sojourn.bench.corpus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Dna;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Fragments;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Selectors each count fragments of one sequence; a collector adds up (Computer Language Benchmarks Game, k-nucleotide). */
public final class Knucleotide extends PaperProgram {
    private static final int DEFAULT_LETTERS = 60_000;

    private final int letters;
    private final Expected<Map<Integer, Map<Long, Integer>>> counts;

    /** Sized for the fraction of a second. */
    public Knucleotide() {
        this(DEFAULT_LETTERS);
    }

    /**
     * Another size.
     *
     * @param letters of the sequence
     */
    public Knucleotide(int letters) {
        super(
                "Knucleotide",
                Family.PARALLELISM,
                "%,d letters, %d tasks".formatted(letters, Fragments.tasks().size()),
                // The start; the sequence to each and what it has counted; the question and its answer.
                1 + 2L * Fragments.tasks().size() + 2,
                "the counts of all fragments, against a loop");
        this.letters = letters;
        this.counts = new Expected<>(() -> Fragments.all(Dna.sequence(Dna.Frequencies.HUMAN, letters)));
    }

    @Override
    public void iterate(SelectorSystem system) {
        List<Fragments.Task> tasks = Fragments.tasks();
        Handle<ToCollector> collector = system.create(() -> new Collector(tasks.size()));
        List<Handle<Sequence>> counters = tasks.stream()
                .map(task -> system.<Sequence>create(() -> new Nucleotide(task, collector)))
                .toList();
        Handle<Start> generator = system.create(() -> new SequenceGen(counters));
        generator.send(new Start(letters));
        Map<Integer, Map<Long, Integer>> got = collector
                .<Map<Integer, Map<Long, Integer>>, Result>request(Collector.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("counts", counts.get().hashCode(), got.hashCode());
        Answers.same("whether all counts are the same", true, counts.get().equals(got));
    }

    private record Start(int letters) {}

    private record Sequence(byte[] letters) {}

    /** What the collector is told. */
    private sealed interface ToCollector {}

    private record Counted(int length, Map<Long, Integer> counts) implements ToCollector {}

    private record Result(ReplyTo<Map<Integer, Map<Long, Integer>>> asker) implements ToCollector {}

    private static final class SequenceGen extends Actor<Start> {
        private final List<Handle<Sequence>> counters;

        SequenceGen(List<Handle<Sequence>> counters) {
            this.counters = counters;
        }

        @Override
        protected void process(Start start) {
            Sequence sequence = new Sequence(Dna.sequence(Dna.Frequencies.HUMAN, start.letters()));
            counters.forEach(counter -> counter.send(sequence));
            exit();
        }
    }

    private static final class Nucleotide extends Actor<Sequence> {
        private final Fragments.Task task;
        private final Handle<ToCollector> collector;

        Nucleotide(Fragments.Task task, Handle<ToCollector> collector) {
            this.task = task;
            this.collector = collector;
        }

        @Override
        protected void process(Sequence sequence) {
            collector.send(Collector.COUNTS, new Counted(task.length(), task.count(sequence.letters())));
            exit();
        }
    }

    private static final class Collector extends Selector<ToCollector> {
        static final Mailbox<Counted> COUNTS = Mailbox.of("counts", Counted.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final Map<Integer, Map<Long, Integer>> sum = new HashMap<>();
        private int missing;

        Collector(int tasks) {
            super(COUNTS, RESULTS);
            this.missing = tasks;
        }

        @Override
        protected void process(ToCollector message) {
            switch (message) {
                case Counted(var length, var counts) -> {
                    Fragments.add(sum, length, counts);
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
