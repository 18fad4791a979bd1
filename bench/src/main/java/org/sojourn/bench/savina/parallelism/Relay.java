package org.sojourn.bench.savina.parallelism;

import java.util.function.Function;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** Passes on what it is told. Mostly it is the entrance to a part of a network that it has built itself. */
final class Relay extends Actor<Flow> {
    private final Handle<? super Flow> next;

    Relay(Function<SelectorSystem, Handle<? super Flow>> built) {
        this.next = built.apply(system());
    }

    @Override
    protected void process(Flow message) {
        next.send(message);
        if (message instanceof Flow.End) {
            exit();
        }
    }
}
