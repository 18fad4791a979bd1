package org.sojourn.bench;

import java.util.List;
import java.util.Optional;
import org.sojourn.bench.SmallPrograms.Small;
import org.sojourn.bench.corpus.Bang;
import org.sojourn.bench.corpus.BeamFormer;
import org.sojourn.bench.corpus.Dct;
import org.sojourn.bench.corpus.Fannkuch;
import org.sojourn.bench.corpus.Fasta;
import org.sojourn.bench.corpus.FileSearch;
import org.sojourn.bench.corpus.Knucleotide;
import org.sojourn.bench.corpus.Mandelbrot;
import org.sojourn.bench.corpus.Polynomial;
import org.sojourn.bench.corpus.RayTracer;
import org.sojourn.bench.corpus.ScratchPad;
import org.sojourn.bench.corpus.SerialMessages;
import org.sojourn.bench.pekko.corpus.BangTwin;
import org.sojourn.bench.pekko.corpus.BeamFormerTwin;
import org.sojourn.bench.pekko.corpus.MandelbrotTwin;
import org.sojourn.bench.pekko.corpus.PolynomialTwin;
import org.sojourn.bench.pekko.corpus.SerialMessagesTwin;
import org.sojourn.bench.work.TextTree;

/** The programs of bench mapping that aren't the suite's, and their twins, with the same small parameters. */
final class CorpusPrograms {
    private static final int RECEIVERS = 5;

    private CorpusPrograms() {}

    static List<Small> all() {
        return List.of(
                new Small(new Bang(7, 30), new BangTwin(7, 30)),
                new Small(new Mandelbrot(3, 9), new MandelbrotTwin(3, 9)),
                new Small(
                        new SerialMessages(RECEIVERS, 40),
                        Optional.of(new SerialMessagesTwin(RECEIVERS, 40)),
                        RECEIVERS,
                        RECEIVERS),
                new Small(new Fannkuch(6, 4)),
                new Small(new Fasta(500)),
                new Small(new Knucleotide(700)),
                new Small(new FileSearch(new TextTree(2, 3, 4), 3)),
                new Small(new ScratchPad(new TextTree(3, 4, 2), 6, 3)),
                new Small(new Polynomial(40, 250, 7), new PolynomialTwin(40, 250, 7)),
                new Small(new BeamFormer(3, 50, 8), new BeamFormerTwin(3, 50, 8)),
                new Small(new Dct(5)),
                new Small(new RayTracer(12, 5)));
    }
}
