package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.Colour;

/** Brings chameneos together in pairs. When it has closed, it gathers what they have seen. */
final class Mall extends UntypedAbstractActor {
    /** A chameneo, the sender, has come, and waits for another. */
    record Visit(Colour colour) {}

    /** A chameneo knows that the mall is closed. */
    record Faded(int meetings, Colour colour) {}

    record Result() {}

    /** Over all chameneos: the meetings that they had, and the numbers of their colours. */
    record Sums(long meetings, long colours) {}

    private final int chameneos;
    private final ActorRef nobody = getContext().getSystem().deadLetters();
    private int left;
    private ActorRef waiting = nobody;
    private int faded;
    private long meetings;
    private long colours;
    private ActorRef asker = nobody;

    Mall(int chameneos, int meetings) {
        this.chameneos = chameneos;
        this.left = meetings;
    }

    @Override
    public void preStart() {
        ActorRef mall = getSelf();
        for (int i = 0; i < chameneos; i++) {
            Colour colour = Colour.ofIndex(i);
            getContext().actorOf(Props.create(Chameneo.class, () -> new Chameneo(mall, colour)));
        }
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Visit visit -> visit(visit);
            case Faded(var had, var colour) -> {
                meetings += had;
                colours += colour.ordinal();
                faded++;
                answerWhenClosed();
            }
            case Result() -> {
                asker = getSender();
                answerWhenClosed();
            }
            default -> unhandled(message);
        }
    }

    private void visit(Visit visit) {
        if (left == 0) {
            getSender().tell(new Chameneo.Closed(), getSelf());
        } else if (waiting == nobody) {
            waiting = getSender();
        } else {
            left--;
            // In the second one's name: the first answers it directly.
            waiting.tell(new Chameneo.Meet(visit.colour()), getSender());
            waiting = nobody;
        }
    }

    private void answerWhenClosed() {
        if (asker != nobody && faded == chameneos) {
            asker.tell(new Sums(meetings, colours), getSelf());
            getContext().stop(getSelf());
        }
    }
}
