package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Has one term after the other computed. While it waits for one, it counts the orders for more. */
final class SeriesWorker extends UntypedAbstractActor {
    enum Order {
        /** Compute one term more. */
        NEXT,
        /** Tell the master the last term. */
        TELL,
        STOP
    }

    /** What the computer answers. */
    record Term(double value) {}

    private final int index;
    private final ActorRef computer;
    private final ActorRef master;
    private double term;
    private boolean computing;
    private int ordered;
    private boolean asked;

    SeriesWorker(int index, double first, ActorRef computer, ActorRef master) {
        this.index = index;
        this.term = first;
        this.computer = computer;
        this.master = master;
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Order.NEXT -> {
                ordered++;
                goOn();
            }
            case Term(var value) -> {
                term = value;
                computing = false;
                goOn();
            }
            case Order.TELL -> {
                asked = true;
                goOn();
            }
            case Order.STOP -> getContext().stop(getSelf());
            default -> unhandled(message);
        }
    }

    private void goOn() {
        if (computing) {
            return;
        }
        if (ordered > 0) {
            ordered--;
            computing = true;
            computer.tell(new RateComputer.Compute(term), getSelf());
        } else if (asked) {
            master.tell(new SeriesMaster.Last(index, term), getSelf());
        }
    }
}
