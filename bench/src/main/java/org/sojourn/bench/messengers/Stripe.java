package org.sojourn.bench.messengers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** A stripe of the ocean as a selector. A creature that wants a cell of the next stripe is sent there as a copy, which stays if there is room. */
final class Stripe extends Actor<Stripe.Message> {
    /** Its messages. */
    sealed interface Message {}

    /** The stripes beside it. */
    record Neighbours(Handle<Message> north, Handle<Message> south) implements Message {}

    /** A chronon begins. */
    record Tick(int now, int grain, ReplyTo<int[]> asker) implements Message {}

    /** How many are here? */
    record Count(ReplyTo<int[]> asker) implements Message {}

    /** It is over. */
    record Over() implements Message {}

    /** Somebody wants a cell; the walk is its stripe's number for it. */
    private record Come(Creature creature, boolean isHunt, int column, int row, int walk, Handle<Message> from)
            implements Message {}

    /** Somebody has got a cell, or hasn't. */
    private record Came(int walk, boolean hasGone) implements Message {}

    /** A question to all stripes. */
    @FunctionalInterface
    interface Question {
        /** Returns it for one of them. */
        Message of(ReplyTo<int[]> asker);
    }

    private final Waters.Extent extent;
    private final Waters waters;
    private final List<Waters.Walk> walks = new ArrayList<>();
    private Optional<Neighbours> neighbours = Optional.empty();
    private Optional<ReplyTo<int[]>> asker = Optional.empty();
    private int answered;

    Stripe(Waters.Extent extent, short[] world) {
        this.extent = extent;
        waters = new Waters(extent, world, this::ask);
    }

    @Override
    protected void process(Message message) {
        switch (message) {
            case Neighbours its -> neighbours = Optional.of(its);
            case Tick tick -> {
                walks.clear();
                answered = 0;
                asker = Optional.of(tick.asker());
                waters.begin(tick.now(), tick.grain());
                replyIfDone();
            }
            case Come come ->
                come.from()
                        .send(new Came(
                                come.walk(), waters.takes(come.creature(), come.isHunt(), come.column(), come.row())));
            case Came came -> {
                answered++;
                waters.answered(walks.get(came.walk()), came.hasGone());
                replyIfDone();
            }
            case Count count -> count.asker().reply(waters.counts());
            case Over _ -> exit();
        }
    }

    private void ask(Waters.Walk walk, int column, int row) {
        Neighbours beside = neighbours.orElseThrow();
        walks.add(walk);
        (row == extent.south() % extent.side() ? beside.south() : beside.north())
                .send(new Come(walk.creature.gone(), walk.isHunt(), column, row, walks.size() - 1, self()));
    }

    private void replyIfDone() {
        if (answered == walks.size()) {
            asker.ifPresent(to -> to.reply(new int[Waters.COUNTS]));
            asker = Optional.empty();
        }
    }
}
