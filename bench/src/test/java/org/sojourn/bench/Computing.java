package org.sojourn.bench;

import java.time.Duration;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** A program of which nearly all is work: one message, whose handler computes for many milliseconds. */
final class Computing implements Benchmark {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int TERMS = 20_000_000;

    /** The sum of what a generator gives: no compiler knows a shorter way to it. */
    private static final class Adding extends Actor<ReplyTo<Long>> {
        @Override
        protected void process(ReplyTo<Long> asker) {
            asker.reply(sum());
            exit();
        }
    }

    static long sum() {
        long value = 1;
        long sum = 0;
        for (int i = 0; i < TERMS; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
            sum += value;
        }
        return sum;
    }

    private final long expected = sum();

    @Override
    public String name() {
        return "Computing";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d terms".formatted(TERMS);
    }

    @Override
    public long messages() {
        return 2;
    }

    @Override
    public String answer() {
        return "the sum";
    }

    @Override
    public void iterate(SelectorSystem system) {
        long sum = system.create(Adding::new)
                .<Long>request(asker -> asker, PATIENCE)
                .join();
        Answers.same("sum", expected, sum);
    }
}
