package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Outcome;

/** The master of workers that share one collection: when the last of them has reported, it ends the collection. */
abstract class Crowd extends Answering {
    /** Asks a collection what it holds at its end. */
    record End() {}

    /** A worker has had all its replies. */
    record Done(int fitting) {}

    private final int workers;
    private int done;
    private long fitting;

    Crowd(int workers) {
        this.workers = workers;
    }

    /** Waits for the outcome. */
    static Outcome outcome(ActorRef master) {
        return result(master, Outcome.class);
    }

    /** Creates one of the workers. */
    abstract ActorRef worker(int index);

    /** Returns what the workers share. */
    abstract ActorRef collection();

    @Override
    public void preStart() {
        for (int i = 0; i < workers; i++) {
            worker(i).tell(Worker.Order.START, getSelf());
        }
    }

    @Override
    protected final void process(Object message) {
        switch (message) {
            case Done(var part) -> {
                fitting += part;
                done++;
                if (done == workers) {
                    collection().tell(new End(), getSelf());
                }
            }
            case Outcome.Contents contents -> finish(new Outcome(fitting, contents));
            default -> unhandled(message);
        }
    }
}
