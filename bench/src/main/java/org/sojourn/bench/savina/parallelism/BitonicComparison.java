package org.sojourn.bench.savina.parallelism;

import java.util.Optional;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Takes two values, and gives them in order. */
final class BitonicComparison extends Actor<Flow> {
    /** Which of two values goes first. */
    enum Order {
        /** The lesser one. */
        UP,
        /** The greater one. */
        DOWN
    }

    private final int number;
    private final Order order;
    private final Handle<BitonicJoiner.Message> next;
    private Optional<Flow.Value> first = Optional.empty();

    BitonicComparison(int number, Order order, Handle<BitonicJoiner.Message> next) {
        this.number = number;
        this.order = order;
        this.next = next;
    }

    @Override
    protected void process(Flow message) {
        switch (message) {
            case Flow.Value value when first.isEmpty() -> first = Optional.of(value);
            case Flow.Value second -> {
                compare(first.get(), second);
                first = Optional.empty();
            }
            case Flow.End end -> {
                next.send(end);
                exit();
            }
        }
    }

    private void compare(Flow.Value a, Flow.Value b) {
        boolean inOrder = order == Order.UP ? a.value() <= b.value() : a.value() >= b.value();
        next.send(new BitonicJoiner.Numbered(number, inOrder ? a : b));
        next.send(new BitonicJoiner.Numbered(number, inOrder ? b : a));
    }
}
