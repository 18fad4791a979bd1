package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.RateComputer.Message;
import org.sojourn.bench.work.LogisticSeries;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Computes the next term for a rate. */
final class RateComputer extends Actor<Message> {
    /** What a computer is told. */
    sealed interface Message {}

    record Compute(double term, Handle<SeriesWorker.Message> worker) implements Message {}

    record Stop() implements Message {}

    private final double rate;

    RateComputer(double rate) {
        this.rate = rate;
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Compute(var term, var worker) ->
                worker.send(SeriesWorker.TERMS, new SeriesWorker.Term(LogisticSeries.next(rate, term)));
            case Stop() -> exit();
        }
    }
}
