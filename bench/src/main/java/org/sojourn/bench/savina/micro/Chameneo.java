package org.sojourn.bench.savina.micro;

import org.sojourn.bench.savina.micro.Chameneo.Message;
import org.sojourn.bench.work.Colour;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Visits the mall again after each meeting, until it is closed. */
final class Chameneo extends Actor<Message> {
    /** What a chameneo is told. */
    sealed interface Message {}

    /** Another has come to the mall; it waits to be told its new colour. */
    record Meet(Colour colour, Handle<Message> other) implements Message {}

    /** The one that was met has worked out the new colour. */
    record Change(Colour colour) implements Message {}

    record Closed() implements Message {}

    private final Handle<Mall.Message> mall;
    private Colour colour;
    private int meetings;

    Chameneo(Handle<Mall.Message> mall, Colour colour) {
        this.mall = mall;
        this.colour = colour;
    }

    @Override
    protected void preStart() {
        visit();
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Meet(var colourOfOther, var other) -> {
                colour = colour.meet(colourOfOther);
                meetings++;
                other.send(new Change(colour));
                visit();
            }
            case Change(var changed) -> {
                colour = changed;
                meetings++;
                visit();
            }
            case Closed() -> {
                mall.send(Mall.FADED, new Mall.Faded(meetings, colour));
                exit();
            }
        }
    }

    private void visit() {
        mall.send(Mall.VISITS, new Mall.Visit(colour, self()));
    }
}
