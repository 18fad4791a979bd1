package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Takes what comes, from the waiting room and from the barber, and goes home. */
final class Customer extends UntypedAbstractActor {
    enum Event {
        /** There is a seat. */
        WAIT,
        START,
        DONE
    }

    private final ActorRef street;
    private boolean seated;
    private boolean begun;
    private boolean finished;

    Customer(ActorRef street) {
        this.street = street;
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Event.WAIT -> seated = true;
            case Event.START -> begun = true;
            case Event.DONE -> finished = begun;
            default -> unhandled(message);
        }
        // Two have sent this, and their messages come in any order.
        if (seated && finished) {
            street.tell(Street.Event.HOME, getSelf());
            getContext().stop(getSelf());
        }
    }
}
