package org.sojourn.bench.pekko.concurrency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.bench.work.LogisticSeries;

/** Orders all terms of all series at once, and gathers the last ones. */
final class SeriesMaster extends Answering {
    /** The last term of a series. */
    record Last(int index, double term) {}

    private final LogisticSeries series;
    private final List<ActorRef> computers = new ArrayList<>();
    private final List<ActorRef> workers = new ArrayList<>();
    private final double[] terms;
    private int received;

    SeriesMaster(LogisticSeries series) {
        this.series = series;
        this.terms = new double[series.series()];
    }

    @Override
    public void preStart() {
        ActorRef master = getSelf();
        for (int i = 0; i < series.series(); i++) {
            int index = i;
            ActorRef computer = getContext()
                    .actorOf(Dispatchers.props(RateComputer.class, () -> new RateComputer(series.rate(index))));
            computers.add(computer);
            workers.add(getContext()
                    .actorOf(Dispatchers.props(
                            SeriesWorker.class, () -> new SeriesWorker(index, series.first(index), computer, master))));
        }
        for (int i = 0; i < series.terms(); i++) {
            workers.forEach(worker -> worker.tell(SeriesWorker.Order.NEXT, master));
        }
        workers.forEach(worker -> worker.tell(SeriesWorker.Order.TELL, master));
    }

    @Override
    protected void process(Object message) {
        if (!(message instanceof Last(var index, var term))) {
            unhandled(message);
            return;
        }
        terms[index] = term;
        received++;
        if (received == terms.length) {
            computers.forEach(computer -> computer.tell(RateComputer.Order.STOP, getSelf()));
            workers.forEach(worker -> worker.tell(SeriesWorker.Order.STOP, getSelf()));
            finish(Arrays.stream(terms).boxed().toList());
        }
    }
}
