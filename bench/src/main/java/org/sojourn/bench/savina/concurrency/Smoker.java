package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.savina.concurrency.Smoker.Message;
import org.sojourn.bench.work.BusyWait;
import org.sojourn.bench.work.Smoke;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Takes what is on the table, says so, and smokes. */
final class Smoker extends Actor<Message> {
    /** What a smoker is told. */
    sealed interface Message {}

    /** What it lacked is there. */
    record Light(int steps) implements Message {}

    record Exit() implements Message {}

    private final int index;
    private final Handle<Arbiter.Message> arbiter;
    private final BusyWait pleasure;
    private Smoke smoked = Smoke.NONE;

    Smoker(int index, Handle<Arbiter.Message> arbiter) {
        this.index = index;
        this.arbiter = arbiter;
        this.pleasure = new BusyWait(index);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Light(var steps) -> {
                arbiter.send(Arbiter.STARTED, new Arbiter.Started());
                pleasure.spin(steps);
                smoked = smoked.plus(index, steps);
            }
            case Exit() -> {
                arbiter.send(Arbiter.REPORTS, new Arbiter.Report(smoked));
                exit();
            }
        }
    }
}
