package org.sojourn.bench.pekko.concurrency;

import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.LogisticSeries;

/** LogisticMap for Pekko. */
public final class LogisticMapTwin implements Twin {
    private final LogisticSeries series;
    private final Expected<List<Double>> last;

    /** The suite's parameters. */
    public LogisticMapTwin() {
        this(LogisticSeries.SUITE);
    }

    /**
     * Other parameters.
     *
     * @param series what is computed
     */
    public LogisticMapTwin(LogisticSeries series) {
        this.series = series;
        this.last = new Expected<>(series::last);
    }

    @Override
    public String name() {
        return "LogisticMap";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef master = system.actorOf(Dispatchers.props(SeriesMaster.class, () -> new SeriesMaster(series)));
        Answers.same("last terms", last.get(), Answering.result(master, List.class));
    }
}
