package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.BusyWait;
import org.sojourn.bench.work.Smoke;

/** Takes what is on the table, says so, and smokes. */
final class Smoker extends UntypedAbstractActor {
    enum Order {
        EXIT
    }

    /** What it lacked is there. */
    record Light(int steps) {}

    private final int index;
    private final ActorRef arbiter;
    private final BusyWait pleasure;
    private Smoke smoked = Smoke.NONE;

    Smoker(int index, ActorRef arbiter) {
        this.index = index;
        this.arbiter = arbiter;
        this.pleasure = new BusyWait(index);
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Light(var steps) -> {
                arbiter.tell(Arbiter.Event.STARTED, getSelf());
                pleasure.spin(steps);
                smoked = smoked.plus(index, steps);
            }
            case Order.EXIT -> {
                arbiter.tell(new Arbiter.Report(smoked), getSelf());
                getContext().stop(getSelf());
            }
            default -> unhandled(message);
        }
    }
}
