package org.example.visits;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ReplyTo;

/** Counts visits. */
final class Counter extends Actor<Counter.Visit> {
    record Visit(ReplyTo<Integer> asker) {}

    private int visits;

    @Override
    protected void process(Visit visit) {
        visit.asker().reply(++visits);
    }
}
