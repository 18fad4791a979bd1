package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.pekko.micro.Question;

/** Tells its answer, when there is one, to whoever asks from outside, and stops. */
abstract class Answering extends UntypedAbstractActor {
    private enum Order {
        RESULT
    }

    private final ActorRef nobody = getContext().getSystem().deadLetters();
    private ActorRef asker = nobody;
    private Object answer = nobody;

    /** Waits for the answer of an actor. */
    static <R> R result(ActorRef actor, Class<R> type) {
        return Question.ask(actor, Order.RESULT, type);
    }

    /** Is called with every other message. */
    abstract void process(Object message);

    /** Gives the answer. */
    final void finish(Object result) {
        answer = result;
        answerWhenAsked();
    }

    @Override
    public final void onReceive(Object message) {
        if (message == Order.RESULT) {
            asker = getSender();
            answerWhenAsked();
        } else {
            process(message);
        }
    }

    private void answerWhenAsked() {
        if (asker != nobody && answer != nobody) {
            asker.tell(answer, getSelf());
            getContext().stop(getSelf());
        }
    }
}
