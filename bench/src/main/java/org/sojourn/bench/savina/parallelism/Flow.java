package org.sojourn.bench.savina.parallelism;

/** What flows through a network of sorters, towards a {@link Validator}. */
sealed interface Flow extends Validator.Message {
    record Value(long value) implements Flow {}

    /** No more values come this way. */
    record End() implements Flow, BitonicJoiner.Message {}
}
