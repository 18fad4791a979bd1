package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.work.Colour;

/** Visits the mall again after each meeting, until it is closed. */
final class Chameneo extends UntypedAbstractActor {
    /** Another, the sender, has come to the mall; it waits to be told its new colour. */
    record Meet(Colour colour) {}

    /** The one that was met has worked out the new colour. */
    record Change(Colour colour) {}

    record Closed() {}

    private final ActorRef mall;
    private Colour colour;
    private int meetings;

    Chameneo(ActorRef mall, Colour colour) {
        this.mall = mall;
        this.colour = colour;
    }

    @Override
    public void preStart() {
        visit();
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Meet(var colourOfOther) -> {
                colour = colour.meet(colourOfOther);
                meetings++;
                getSender().tell(new Change(colour), getSelf());
                visit();
            }
            case Change(var changed) -> {
                colour = changed;
                meetings++;
                visit();
            }
            case Closed() -> {
                mall.tell(new Mall.Faded(meetings, colour), getSelf());
                getContext().stop(getSelf());
            }
            default -> unhandled(message);
        }
    }

    private void visit() {
        mall.tell(new Mall.Visit(colour), getSelf());
    }
}
