package org.sojourn.bench.savina.concurrency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sojourn.bench.savina.concurrency.SeriesMaster.Message;
import org.sojourn.bench.work.LogisticSeries;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Orders all terms of all series at once, and gathers the last ones. */
final class SeriesMaster extends Selector<Message> {
    static final Mailbox<Last> TERMS = Mailbox.of("last terms", Last.class);
    static final Mailbox<Result> RESULTS = Mailbox.of("results", Result.class).initiallyDisabled();

    /** What a master is told. */
    sealed interface Message {}

    /** The last term of a series. */
    record Last(int index, double term) implements Message {}

    record Result(ReplyTo<List<Double>> asker) implements Message {}

    private final LogisticSeries series;
    private final List<Handle<RateComputer.Message>> computers = new ArrayList<>();
    private final List<Handle<SeriesWorker.Message>> workers = new ArrayList<>();
    private final double[] terms;
    private int received;

    SeriesMaster(LogisticSeries series) {
        super(TERMS, RESULTS);
        this.series = series;
        this.terms = new double[series.series()];
    }

    @Override
    protected void preStart() {
        Handle<Message> master = self();
        LogisticSeries all = series;
        for (int i = 0; i < all.series(); i++) {
            int index = i;
            var computer = create(() -> new RateComputer(all.rate(index)));
            computers.add(computer);
            workers.add(create(() -> new SeriesWorker(index, all.first(index), computer, master)));
        }
        for (int i = 0; i < all.terms(); i++) {
            workers.forEach(worker -> worker.send(SeriesWorker.ORDERS, new SeriesWorker.Next()));
        }
        workers.forEach(worker -> worker.send(SeriesWorker.ORDERS, new SeriesWorker.Tell()));
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Last(var index, var term) -> {
                terms[index] = term;
                received++;
                setEnabled(RESULTS, received == terms.length);
            }
            case Result(var asker) -> {
                asker.reply(Arrays.stream(terms).boxed().toList());
                computers.forEach(computer -> computer.send(new RateComputer.Stop()));
                workers.forEach(worker -> worker.send(SeriesWorker.ORDERS, new SeriesWorker.Stop()));
                exit();
            }
        }
    }
}
