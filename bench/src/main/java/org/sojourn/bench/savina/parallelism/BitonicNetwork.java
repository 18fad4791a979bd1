package org.sojourn.bench.savina.parallelism;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sojourn.bench.savina.parallelism.BitonicComparison.Order;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/**
 * The plan of Batcher's network (1968). A stage of some order sorts sequences of that length, upwards and downwards by
 * turns, and so makes sequences of twice the length that rise and fall; the last stage sorts the whole upwards. Of its
 * steps the first compares values half an order apart, the next a quarter, and so on. Built from the exit to the
 * entrance.
 */
final class BitonicNetwork {
    private BitonicNetwork() {}

    /** Builds all stages for so many values. */
    static Handle<? super Flow> stages(SelectorSystem system, int count, Handle<? super Flow> exit) {
        Handle<? super Flow> next = exit;
        for (int order = count; order >= 2; order /= 2) {
            int thisOrder = order;
            Handle<? super Flow> then = next;
            next = system.create(() -> new Relay(inside -> steps(inside, thisOrder, count, then)));
        }
        return next;
    }

    private static Handle<? super Flow> steps(SelectorSystem system, int order, int count, Handle<? super Flow> exit) {
        Handle<? super Flow> next = exit;
        for (int length = 2; length <= order; length *= 2) {
            Step step = new Step(order, length, count);
            Handle<? super Flow> then = next;
            next = system.create(() -> new Relay(inside -> step.build(inside, then)));
        }
        return next;
    }

    /**
     * One step.
     *
     * @param order of its stage
     * @param length of the sequences of which the halves are compared
     * @param count of all values
     */
    private record Step(int order, int length, int count) {
        Handle<? super Flow> build(SelectorSystem system, Handle<? super Flow> exit) {
            Handle<? super Flow> next = order == count ? exit : system.create(() -> new Relay(inside -> exit));
            return fork(system, count / length, length, next, this::part);
        }

        /** Builds what takes the sequence of some number. */
        private Part part(int index) {
            Order direction = index / (order / length) % 2 == 0 ? Order.UP : Order.DOWN;
            return length == 2
                    ? (system, exit) -> system.create(() -> new BitonicComparison(index, direction, exit))
                    : (system, exit) ->
                            system.create(() -> new Relay(inside -> halves(inside, index, direction, exit)));
        }

        private Handle<? super Flow> halves(
                SelectorSystem system, int index, Order direction, Handle<BitonicJoiner.Message> exit) {
            Handle<Flow> numbering = system.create(() -> new BitonicNumbering(index, exit));
            return fork(
                    system,
                    length / 2,
                    1,
                    numbering,
                    pair -> (inside, joiner) -> inside.create(() -> new BitonicComparison(pair, direction, joiner)));
        }

        /** Builds parts side by side, with a splitter in front of them and a joiner behind. */
        private static Handle<? super Flow> fork(
                SelectorSystem system, int parts, int run, Handle<? super Flow> exit, IntFunction<Part> part) {
            Handle<BitonicJoiner.Message> joiner = system.create(() -> new BitonicJoiner(parts, run, exit));
            List<Handle<Flow>> built = IntStream.range(0, parts)
                    .mapToObj(index -> part.apply(index).build(system, joiner))
                    .toList();
            return system.create(() -> new BitonicSplitter(built, run));
        }
    }

    /** What is built between a splitter and a joiner. */
    private interface Part {
        Handle<Flow> build(SelectorSystem system, Handle<BitonicJoiner.Message> joiner);
    }
}
