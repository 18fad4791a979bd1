package org.sojourn.bench.corpus;

import java.util.List;
import java.util.Optional;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Corpus;
import org.sojourn.bench.CorpusProgram;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.concurrency.ConcurrentDictionaryTwin;
import org.sojourn.bench.pekko.concurrency.ConcurrentSortedListTwin;
import org.sojourn.bench.pekko.concurrency.LogisticMapTwin;
import org.sojourn.bench.pekko.corpus.BangTwin;
import org.sojourn.bench.pekko.corpus.BeamFormerTwin;
import org.sojourn.bench.pekko.corpus.MandelbrotTwin;
import org.sojourn.bench.pekko.corpus.PolynomialTwin;
import org.sojourn.bench.pekko.corpus.SerialMessagesTwin;
import org.sojourn.bench.savina.concurrency.ConcurrentDictionary;
import org.sojourn.bench.savina.concurrency.ConcurrentSortedList;
import org.sojourn.bench.savina.concurrency.LogisticMap;
import org.sojourn.bench.work.SortedListTraffic.Mix;

/**
 * The fifteen programs of figure 9 in G. Upadhyaya, H. Rajan, <i>Effectively Mapping Linguistic Abstractions for Message-passing
 * Concurrency to Threads on the Java Virtual Machine</i>, 2015. Which kinds there are and who sends what to whom is the paper's; the
 * code is our own, and sizes are such that a run takes a fraction of a second.
 */
public final class Fifteen implements Corpus {
    private static final String SAVINA = "org.sojourn.bench.savina.concurrency.";
    private static final String PEKKO = "org.sojourn.bench.pekko.concurrency.";
    private static final List<String> SERIES = List.of("SeriesMaster", "SeriesWorker", "RateComputer");
    private static final int LIST_REQUESTS = 1_000;
    private static final int LIST_WORKERS = 20;
    private static final Mix LIST_MIX = new Mix(10, 1);

    /** For {@link java.util.ServiceLoader}. */
    public Fifteen() {}

    @Override
    public List<CorpusProgram> programs() {
        return List.of(
                crowded(new Bang(), "BenchErl", new BangTwin(Bang.SENDERS, Bang.MESSAGES)),
                crowded(new Mandelbrot(), "BenchErl", new MandelbrotTwin(Mandelbrot.WORKERS, Mandelbrot.SIDE)),
                crowded(
                        new SerialMessages(),
                        "BenchErl",
                        new SerialMessagesTwin(SerialMessages.GENERATORS, SerialMessages.MESSAGES)),
                alone(new Fannkuch(), "Computer Language Benchmarks Game"),
                alone(new Fasta(), "Computer Language Benchmarks Game"),
                alone(new Knucleotide(), "Computer Language Benchmarks Game"),
                alone(new FileSearch(), "Actor Collection"),
                alone(new ScratchPad(), "Actor Collection"),
                new CorpusProgram(
                        new Polynomial(),
                        "Actor Collection",
                        own(new Polynomial()),
                        false,
                        Optional.of(twin(
                                new PolynomialTwin(Polynomial.INTERVALS, Polynomial.PIECES, Polynomial.COMPUTERS)))),
                crowded(
                        new BeamFormer(),
                        "StreamIt",
                        new BeamFormerTwin(BeamFormer.CHANNELS, BeamFormer.SAMPLES, BeamFormer.TAPS)),
                alone(new Dct(), "StreamIt"),
                new CorpusProgram(
                        new LogisticMap(),
                        "Savina",
                        in(SAVINA, SERIES),
                        false,
                        Optional.of(new CorpusProgram.Counterpart(new LogisticMapTwin(), in(PEKKO, SERIES)))),
                crowded(new ConcurrentDictionary(), "Savina", new ConcurrentDictionaryTwin()),
                crowded(
                        new ConcurrentSortedList(LIST_WORKERS, LIST_REQUESTS, LIST_MIX),
                        "Savina",
                        new ConcurrentSortedListTwin(LIST_WORKERS, LIST_REQUESTS, LIST_MIX)),
                alone(new RayTracer(), "Java Grande Forum"));
    }

    private static CorpusProgram alone(Benchmark benchmark, String source) {
        return new CorpusProgram(benchmark, source, own(benchmark), false, Optional.empty());
    }

    private static CorpusProgram crowded(Benchmark benchmark, String source, Twin twin) {
        return new CorpusProgram(benchmark, source, own(benchmark), true, Optional.of(twin(twin)));
    }

    private static CorpusProgram.Counterpart twin(Twin twin) {
        return new CorpusProgram.Counterpart(twin, own(twin));
    }

    /** The classes within a program's. */
    private static List<String> own(Object program) {
        return List.of(program.getClass().getName() + '$');
    }

    private static List<String> in(String packageName, List<String> classes) {
        return classes.stream().map(packageName::concat).toList();
    }
}
