package org.sojourn.bench.savina.parallelism;

/** What flows through a bank of filters, towards a {@link FilterSink}. */
sealed interface Signal extends FilterSink.Message {
    record Sample(double value) implements Signal {}

    /**
     * No more samples come this way.
     *
     * @param passed the sum of all that has passed filters on this way
     */
    record End(double passed) implements Signal {}
}
