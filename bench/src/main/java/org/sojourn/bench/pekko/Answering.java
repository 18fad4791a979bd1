package org.sojourn.bench.pekko;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.pekko.micro.Question;

/** Tells its answer, when there is one, to whoever asks from outside, and stops. */
public abstract class Answering extends UntypedAbstractActor {
    private enum Order {
        RESULT
    }

    private final ActorRef nobody = getContext().getSystem().deadLetters();
    private ActorRef asker = nobody;
    private Object answer = nobody;

    /** Has no answer yet. */
    protected Answering() {}

    /**
     * Waits for the answer of an actor.
     *
     * @param actor who is asked
     * @param type the answer's class
     * @param <R> the answer's type
     * @return the answer
     */
    public static <R> R result(ActorRef actor, Class<R> type) {
        return Question.ask(actor, Order.RESULT, type);
    }

    /**
     * Is called with every other message.
     *
     * @param message what was sent
     */
    protected abstract void process(Object message);

    /**
     * Gives the answer.
     *
     * @param result told as soon as somebody asks
     */
    protected final void finish(Object result) {
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
