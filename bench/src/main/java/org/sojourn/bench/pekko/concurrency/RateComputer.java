package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.LogisticSeries;

/** Computes the next term for a rate. */
final class RateComputer extends UntypedAbstractActor {
    enum Order {
        STOP
    }

    /** The worker is the sender. */
    record Compute(double term) {}

    private final double rate;

    RateComputer(double rate) {
        this.rate = rate;
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Compute(var term) ->
                getSender().tell(new SeriesWorker.Term(LogisticSeries.next(rate, term)), getSelf());
            case Order.STOP -> getContext().stop(getSelf());
            default -> unhandled(message);
        }
    }
}
