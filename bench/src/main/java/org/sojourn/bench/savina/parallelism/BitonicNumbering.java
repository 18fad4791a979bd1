package org.sojourn.bench.savina.parallelism;

import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Stands in front of a joiner, and tells it from which sender the values come. */
final class BitonicNumbering extends Actor<Flow> {
    private final int number;
    private final Handle<BitonicJoiner.Message> next;

    BitonicNumbering(int number, Handle<BitonicJoiner.Message> next) {
        this.number = number;
        this.next = next;
    }

    @Override
    protected void process(Flow message) {
        switch (message) {
            case Flow.Value value -> next.send(new BitonicJoiner.Numbered(number, value));
            case Flow.End end -> {
                next.send(end);
                exit();
            }
        }
    }
}
