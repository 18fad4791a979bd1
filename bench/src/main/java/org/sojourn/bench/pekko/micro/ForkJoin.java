package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Hands out work to its children and adds up what comes back; whoever asks for the result hears of it then. */
abstract class ForkJoin extends UntypedAbstractActor {
    record Done(double sum) {}

    private enum Order {
        FORK,
        RESULT
    }

    private int working;
    private double sum;
    private ActorRef asker = getContext().getSystem().deadLetters();
    private boolean asked;

    ForkJoin(int workers) {
        this.working = workers;
    }

    /** Starts a master, and returns what its workers' reports add up to. */
    static double run(ActorRef master) {
        master.tell(Order.FORK, ActorRef.noSender());
        return Question.ask(master, Order.RESULT, Double.class);
    }

    /** Creates the workers and hands out all work. */
    abstract void fork();

    @Override
    public final void onReceive(Object message) {
        switch (message) {
            case Order.FORK -> fork();
            case Order.RESULT -> {
                asker = getSender();
                asked = true;
                answerWhenDone();
            }
            case Done(var part) -> {
                sum += part;
                working--;
                answerWhenDone();
            }
            default -> unhandled(message);
        }
    }

    private void answerWhenDone() {
        if (asked && working == 0) {
            asker.tell(sum, getSelf());
            getContext().stop(getSelf());
        }
    }
}
