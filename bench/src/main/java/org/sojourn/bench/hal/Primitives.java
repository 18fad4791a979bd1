package org.sojourn.bench.hal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Does one primitive many times in a row, within one place, and says how long one took. */
final class Primitives extends Actor<Object> {
    private static final int RECEIVERS = 128;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final double NANOS_PER_MICRO = 1e3;

    /** What can be done. */
    enum Primitive {
        CREATION,
        SEND_TO_IDLE,
        SEND_QUEUED,
        LOCALITY_CHECK
    }

    /**
     * Do it.
     *
     * @param primitive what
     * @param times how often
     * @param asker gets the microseconds for one
     */
    record Do(Primitive primitive, int times, ReplyTo<Double> asker) {}

    /** One of the messages that wait in the own mailbox. */
    private record Queued(int left, long began, Do all) {}

    /** How many messages were there? */
    private record Question(ReplyTo<Integer> asker) {}

    /** Counts what it gets. */
    private static final class Receiver extends Actor<Object> {
        private int got;

        @Override
        protected void process(Object message) {
            if (message instanceof Question(var asker)) {
                asker.reply(got);
                exit();
            } else {
                got++;
            }
        }
    }

    @Override
    protected void process(Object message) {
        switch (message) {
            case Do all -> {
                switch (all.primitive()) {
                    case CREATION -> create(all);
                    case SEND_TO_IDLE -> sendToIdle(all);
                    case SEND_QUEUED -> self().send(new Queued(all.times(), System.nanoTime(), all));
                    case LOCALITY_CHECK -> checkLocality(all);
                }
            }
            case Queued(int left, long began, Do all) -> {
                if (left > 0) {
                    self().send(new Queued(left - 1, began, all));
                } else {
                    tell(all, System.nanoTime() - began);
                }
            }
            default -> throw new IllegalArgumentException("not a message of this program: " + message);
        }
    }

    private void tell(Do all, long nanos) {
        all.asker().reply(nanos / NANOS_PER_MICRO / all.times());
        exit();
    }

    private void create(Do all) {
        long began = System.nanoTime();
        List<Handle<Object>> created = new ArrayList<>(all.times());
        for (int i = 0; i < all.times(); i++) {
            created.add(create(Receiver::new));
        }
        long took = System.nanoTime() - began;
        ask(created, 0, () -> tell(all, took));
    }

    private void sendToIdle(Do all) {
        List<Handle<Object>> receivers = receivers();
        long began = System.nanoTime();
        for (int i = 0; i < all.times(); i++) {
            receivers.get(i % RECEIVERS).send(all.primitive());
        }
        long took = System.nanoTime() - began;
        ask(receivers, all.times(), () -> tell(all, took));
    }

    /** Asks all how many messages they have got, and goes on if that is right. */
    private void ask(List<Handle<Object>> receivers, int expected, Runnable then) {
        var join = this.<Integer>join(PATIENCE);
        receivers.forEach(receiver -> join.<Integer, Object>ask(receiver, Question::new));
        join.all(joined -> {
            int got = joined.values().stream().mapToInt(Integer::intValue).sum();
            if (got != expected) {
                throw new IllegalStateException(got + " messages came of " + expected);
            }
            then.run();
        });
    }

    /** Of many in turn: the answer of one alone would be worked out once, before the loop. */
    private void checkLocality(Do all) {
        List<Handle<Object>> someones = receivers();
        Place here = here();
        int local = 0;
        long began = System.nanoTime();
        for (int i = 0; i < all.times(); i++) {
            local += someones.get(i % RECEIVERS).place().equals(here) ? 1 : 0;
        }
        long took = System.nanoTime() - began;
        if (local != all.times()) {
            throw new IllegalStateException("a selector of this place was elsewhere");
        }
        someones.forEach(Handle::stop);
        tell(all, took);
    }

    private List<Handle<Object>> receivers() {
        List<Handle<Object>> receivers = new ArrayList<>();
        for (int i = 0; i < RECEIVERS; i++) {
            receivers.add(create(Receiver::new));
        }
        return receivers;
    }
}
