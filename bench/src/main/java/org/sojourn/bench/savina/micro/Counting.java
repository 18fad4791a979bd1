package org.sojourn.bench.savina.micro;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** One actor sends another as many messages as it can, and asks at the end how many have come. */
public final class Counting implements Benchmark {
    private static final int DEFAULT_INCREMENTS = 1_000_000;

    private final int increments;

    /** The suite's parameters. */
    public Counting() {
        this(DEFAULT_INCREMENTS);
    }

    /**
     * Other parameters.
     *
     * @param increments how many messages are counted
     */
    public Counting(int increments) {
        this.increments = increments;
    }

    @Override
    public String name() {
        return "Counting";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "%,d increments".formatted(increments);
    }

    @Override
    public long messages() {
        // Produce, increments, the producer's question and its answer, and the answer to produce.
        return 1L + increments + 2 + 1;
    }

    @Override
    public String answer() {
        return "the increments that the counter has counted";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToCounter> counter = system.create(Counter::new);
        Handle<Produce> producer = system.create(() -> new Producer(increments, counter));
        int counted = producer.<Integer>request(Produce::new, Patience.LIMIT).join();
        Answers.same("increments", increments, counted);
    }

    private record Produce(ReplyTo<Integer> asker) {}

    /** What a counter is told. */
    private sealed interface ToCounter {
        record Increment() implements ToCounter {}

        record Retrieve(ReplyTo<Integer> asker) implements ToCounter {}
    }

    private static final class Producer extends Actor<Produce> {
        private final int increments;
        private final Handle<ToCounter> counter;

        Producer(int increments, Handle<ToCounter> counter) {
            this.increments = increments;
            this.counter = counter;
        }

        @Override
        protected void process(Produce message) {
            ToCounter increment = new ToCounter.Increment();
            for (int i = 0; i < increments; i++) {
                counter.send(increment);
            }
            counter.<Integer>request(ToCounter.Retrieve::new, Patience.LIMIT).thenAccept(count -> {
                message.asker().reply(count);
                exit();
            });
        }
    }

    private static final class Counter extends Actor<ToCounter> {
        private int count;

        @Override
        protected void process(ToCounter message) {
            switch (message) {
                case ToCounter.Increment() -> count++;
                case ToCounter.Retrieve(var asker) -> {
                    asker.reply(count);
                    exit();
                }
            }
        }
    }
}
