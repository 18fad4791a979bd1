package org.sojourn.bench.savina.concurrency;

import java.util.List;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.LogisticSeries;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** Workers compute series of numbers, each term by asking another actor; meanwhile the orders for later terms wait. */
public final class LogisticMap implements Benchmark {
    private final LogisticSeries series;
    private final Expected<List<Double>> last;

    /** The suite's parameters. */
    public LogisticMap() {
        this(LogisticSeries.SUITE);
    }

    /**
     * Other parameters.
     *
     * @param series what is computed
     */
    public LogisticMap(LogisticSeries series) {
        this.series = series;
        this.last = new Expected<>(series::last);
    }

    @Override
    public String name() {
        return "LogisticMap";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "%d series x %,d terms, rates from %s by %s"
                .formatted(series.series(), series.terms(), LogisticSeries.RATE, LogisticSeries.INCREMENT);
    }

    @Override
    public long messages() {
        // A term: the order, and the question to the computer and its answer. A series: what its last term is, and the
        // answer; the end of its worker and of its computer. The question for the result and its answer.
        return series.series() * (3L * series.terms() + 4) + 2;
    }

    @Override
    public String answer() {
        return "the last term of each series, to the last bit, against an iteration";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<SeriesMaster.Message> master = system.create(() -> new SeriesMaster(series));
        List<Double> terms = master.<List<Double>, SeriesMaster.Result>request(
                        SeriesMaster.RESULTS, SeriesMaster.Result::new, Patience.LIMIT)
                .join();
        Answers.same("last terms", last.get(), terms);
    }
}
