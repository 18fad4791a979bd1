package org.sojourn.bench.hal;

import java.util.List;
import java.util.Optional;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Has many selectors do the same work, message by message, and adds up what they have. */
final class Sower extends Actor<Object> {
    /** What a message of work is: a number of Fibonacci's sequence by plain calls, some tens of microseconds. */
    private static final int NUMBER = 21;

    /** Its value. */
    static final long VALUE = 10_946;

    /**
     * Begins.
     *
     * @param grains how many selectors
     * @param rounds how many messages each gets
     * @param isEven whether they are dealt out to the places; otherwise all are here
     * @param asker gets the sum
     */
    record Sow(int grains, int rounds, boolean isEven, ReplyTo<Long> asker) {}

    /** Works once for each message. */
    private static final class Grain extends Actor<Integer> {
        private final Handle<Object> sower;
        private final int rounds;
        private int done;
        private long sum;

        Grain(Handle<Object> sower, int rounds) {
            this.sower = sower;
            this.rounds = rounds;
        }

        @Override
        protected void process(Integer number) {
            sum += FibonacciNumber.call(number);
            done++;
            if (done == rounds) {
                sower.send(sum);
                exit();
            }
        }
    }

    private Optional<ReplyTo<Long>> asker = Optional.empty();
    private int open;
    private long sum;

    @Override
    protected void process(Object message) {
        switch (message) {
            case Sow sow -> {
                asker = Optional.of(sow.asker());
                open = sow.grains();
                sow(sow);
            }
            case Long part -> {
                sum += part;
                open--;
                if (open == 0) {
                    asker.ifPresent(to -> to.reply(sum));
                    exit();
                }
            }
            default -> throw new IllegalArgumentException("not a message of this program: " + message);
        }
    }

    private void sow(Sow sow) {
        Handle<Object> self = self();
        int rounds = sow.rounds();
        List<Place> places = system().places();
        for (int i = 0; i < sow.grains(); i++) {
            Handle<Integer> grain = sow.isEven()
                    ? create(places.get(i % places.size()), () -> new Grain(self, rounds))
                    : create(() -> new Grain(self, rounds));
            for (int round = 0; round < rounds; round++) {
                grain.send(NUMBER);
            }
        }
    }
}
