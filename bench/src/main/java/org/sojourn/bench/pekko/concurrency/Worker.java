package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Asks a shared collection so many times, the next when it has got the last reply. */
abstract class Worker extends UntypedAbstractActor {
    enum Order {
        START
    }

    /** What the collection says. */
    record Reply(int value) {}

    private final ActorRef master;
    private int left;
    private int fitting;

    Worker(ActorRef master, int requests) {
        this.master = master;
        this.left = requests;
    }

    /** Sends a request. */
    abstract void ask();

    /** Tells whether the reply to the last request can be right. */
    abstract boolean fits(int value);

    @Override
    public final void onReceive(Object message) {
        switch (message) {
            case Reply(var value) -> {
                if (fits(value)) {
                    fitting++;
                }
                next();
            }
            case Order.START -> next();
            default -> unhandled(message);
        }
    }

    private void next() {
        if (left > 0) {
            left--;
            ask();
        } else {
            master.tell(new Crowd.Done(fitting), getSelf());
            getContext().stop(getSelf());
        }
    }
}
