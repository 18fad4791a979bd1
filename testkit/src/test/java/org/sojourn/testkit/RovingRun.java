package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;

/**
 * Senders that move on with each message, some of which send only as they leave, and a slow receiver at a place where none of them comes. What they outrun is the word that
 * they have no credit. The checker: the receiver gets all in order, and what it holds, with what is on its way, stays within its
 * bound and what each sender may add at each place.
 */
final class RovingRun {
    private static final int BOUNDS = 6;
    private static final int ITEMS_EACH = 400;
    private static final Duration PAUSE = Duration.ofMillis(2);
    private static final int AT_ONCE = 8;

    /** How often a sender comes to one place, at most, before the word that it has no credit; two are rarely exceeded. */
    private static final long VISITS = 8;

    private static final Mailbox<Open> ORDERS = Mailbox.of("orders", Open.class);
    private static final List<Mailbox<Item>> ITEMS = IntStream.range(0, BOUNDS)
            .mapToObj(i -> Mailbox.of("items", Item.class).bound(1 << i))
            .toList();
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(RovingRun::newCodec);

    private RovingRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Item(0, 0));
        codec.encode(new Open());
        return codec;
    }

    private record Item(int sender, int number) {}

    private record Open() {}

    /** What a sender processes, to send a burst, now or when it leaves, and to move on; it roams the places from 1 on. */
    private record GoOn(Handle<Object> sink, int burst, boolean asItLeaves, int places) {}

    private static final class Checker implements Judged.Checker {
        private final int bound;
        private final int burst;
        private final boolean asTheyLeave;
        private final int places;
        private final int[] due;
        private final List<String> wrong = new ArrayList<>();
        private int held;
        private int peak;

        Checker(int bound, int burst, boolean asTheyLeave, int places, int senders) {
            this.asTheyLeave = asTheyLeave;
            this.bound = bound;
            this.burst = burst;
            this.places = places;
            this.due = new int[senders];
        }

        void sent() {
            peak = Math.max(peak, ++held);
        }

        void processed(Item item) {
            held--;
            if (due[item.sender()]++ != item.number() && wrong.size() < 5) {
                wrong.add("out of order: " + item);
            }
        }

        /**
         * The bound; for each sender a burst on each visit to a place that hasn't heard of the crowding; and one for each that was let
         * pass, or two if it sends as it leaves.
         */
        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            long lifted = ending.reports().values().stream()
                    .mapToLong(PlaceReport::lifted)
                    .sum();
            long passed = asTheyLeave ? 2 : 1;
            long most = 2L * bound + (VISITS * due.length * places + passed * lifted) * burst;
            if (peak > most) {
                wrong.add("the receiver held " + peak + ", which is beyond its bound of " + bound
                        + " and what may come on top, " + most + " in all");
            }
            for (int each : due) {
                if (each != ITEMS_EACH) {
                    wrong.add("processed " + each + " of " + ITEMS_EACH);
                }
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    /** Takes some items, and then none for a while. */
    private static final class Sink extends Selector<Object> {
        private static final int ITEMS_AT = 1;
        private int taken;

        Sink(Mailbox<Item> items) {
            super(ORDERS, items);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Item item) {
                CHECKER.get().processed(item);
                if (++taken % AT_ONCE == 0) {
                    disable(ITEMS_AT);
                    after(PAUSE, ORDERS, new Open());
                }
            } else {
                enable(ITEMS_AT);
            }
        }
    }

    private static final class Rover extends Selector<GoOn> {
        private static final Mailbox<GoOn> GO_ON = Mailbox.of("orders", GoOn.class);
        private final int index;
        private int number;
        private @Nullable GoOn last;

        Rover(int index) {
            super(GO_ON);
            this.index = index;
        }

        @Override
        protected void process(GoOn message) {
            last = message;
            if (!message.asItLeaves()) {
                burst(message);
            }
            if (number < ITEMS_EACH) {
                self().send(message);
                migrateTo(next(message));
            }
        }

        private Place next(GoOn message) {
            return new Place(1 + here().id() % (message.places() - 1));
        }

        @Override
        protected void beforeMove(Place to) {
            GoOn message = last;
            if (message != null && message.asItLeaves()) {
                burst(message);
                if (number % 2 == 0) {
                    migrateTo(next(message)); // in place of this move, or after it
                }
            }
        }

        private void burst(GoOn message) {
            int until = Math.min(ITEMS_EACH, number + message.burst());
            for (; number < until; number++) {
                CHECKER.get().sent();
                message.sink().send(new Item(index, number));
            }
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        int places = 3 + random.nextInt(2);
        int senders = 2 + random.nextInt(6);
        int burst = 1 + random.nextInt(3);
        int bits = random.nextInt(BOUNDS);
        boolean asTheyLeave = random.nextBoolean();
        SimulatedCluster.Builder builder = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1)
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(4)))
                .codec(CODEC.get())
                .copies();
        Checker checker = new Checker(1 << bits, burst, asTheyLeave, places, senders);
        CHECKER.set(checker);
        try {
            return Judged.run(builder, isChecked, checker, word -> word == Ending.Word.QUIESCENT, cluster -> {
                Handle<Object> sink = cluster.place(0).create(new Place(0), () -> new Sink(ITEMS.get(bits)));
                for (int i = 0; i < senders; i++) {
                    int index = i;
                    cluster.place(0)
                            .create(new Place(1 + i % (places - 1)), () -> new Rover(index))
                            .send(new GoOn(sink, burst, asTheyLeave, places));
                }
            });
        } finally {
            CHECKER.remove();
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
