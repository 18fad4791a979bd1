package org.sojourn.strands.roaming;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ReplyTo;

/** Says what it is told. */
final class Echo extends Actor<Echo.Ask> {
    record Ask(long number, ReplyTo<Long> asker) {}

    @Override
    protected void process(Ask ask) {
        ask.asker().reply(ask.number());
    }
}
