package org.sojourn.bench.pekko.concurrency;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Smoke;

/** Lets one smoker after the other begin; when all cigarettes have been begun, gathers what was smoked. */
final class Arbiter extends Answering {
    enum Event {
        /** The table is free again. */
        STARTED
    }

    /** A smoker has exited. */
    record Report(Smoke smoked) {}

    private final Smoke.Lots lots;
    private final List<ActorRef> smokers;
    private int left;
    private int reports;
    private Smoke smoked = Smoke.NONE;

    Arbiter(int rounds, int smokers) {
        this.lots = new Smoke.Lots(rounds, smokers);
        this.left = rounds;
        ActorRef arbiter = getSelf();
        this.smokers = IntStream.range(0, smokers)
                .mapToObj(i -> getContext().actorOf(Props.create(Smoker.class, () -> new Smoker(i, arbiter))))
                .toList();
    }

    @Override
    public void preStart() {
        round();
    }

    @Override
    protected void process(Object message) {
        switch (message) {
            case Event.STARTED -> round();
            case Report(var part) -> {
                smoked = smoked.plus(part);
                reports++;
                if (reports == smokers.size()) {
                    finish(smoked);
                }
            }
            default -> unhandled(message);
        }
    }

    private void round() {
        if (left > 0) {
            left--;
            smokers.get(lots.smoker()).tell(new Smoker.Light(lots.steps()), getSelf());
        } else {
            smokers.forEach(smoker -> smoker.tell(Smoker.Order.EXIT, getSelf()));
        }
    }
}
