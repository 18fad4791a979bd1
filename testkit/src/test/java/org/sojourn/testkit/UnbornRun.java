package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.testkit.simulation.Cluster;
import org.sojourn.testkit.simulation.Simulation;

/**
 * Many senders at all places, and a receiver that isn't there yet: its factory or its constructor takes long, or its creation is
 * late, so that mail for it comes first. And the checker of that: what waits for it stays within the bound of a mailbox, with what
 * links, looks and senders in mid-message have added; all of it is processed, in order; and nobody is lifted, since no mailbox is closed.
 */
final class UnbornRun {
    private static final int LOOK = Bound.UNCOUNTED_SENDS.intValue();
    private static final int UNKNOWN = Bound.MAILBOX_MESSAGES.intValue();
    private static final int LINK_BYTES = 4 << 10;

    /** What an item takes on its way at least. */
    private static final int ITEM_BYTES = 30;

    /** What all send: far beyond what may wait. */
    private static final int ITEMS = 48_000;

    private static final ThreadLocal<@Nullable Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(UnbornRun::newCodec);

    private UnbornRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Item(0, 0));
        codec.encode(new Word(new Item(0, 0)));
        codec.encode(new Begin(1, new GoOn(1, 1, List.of())));
        return codec;
    }

    private record Item(int sender, int number) {}

    /** An item for another mailbox. */
    private record Word(Item item) {}

    private record GoOn(int burst, int items, List<Handle<Object>> receiver) {}

    /** Begins with this after so many nanoseconds. */
    private record Begin(long nanos, GoOn with) {}

    /** Why the receiver isn't there yet. */
    private enum Late {
        FACTORY,
        CONSTRUCTOR,
        BOTH,
        CREATION
    }

    /** One run; {@code nanos} is how late the receiver is, at its place {@code home}. */
    private record Shape(int places, int workers, int senders, int burst, Late late, int home, long nanos) {
        static Shape of(SplittableRandom random) {
            int places = 1 + random.nextInt(3);
            Late late = Late.values()[random.nextInt(places == 1 ? 3 : 4)];
            return new Shape(
                    places,
                    places == 1 ? 2 : 1 + random.nextInt(2),
                    4 + random.nextInt(8),
                    1 + random.nextInt(16),
                    late,
                    late == Late.CREATION ? 1 + random.nextInt(places - 1) : random.nextInt(places),
                    20_000_000 + random.nextInt(100_000_000));
        }

        int items() {
            return ITEMS / senders;
        }

        /**
         * What may wait: what a mailbox may hold; what each worker sends between two looks, which grows with what it counts; what is on
         * the links; and what senders in mid-message add, once more when it is known for which mailbox that is.
         */
        long most() {
            return UNKNOWN
                    + (long) workers * (LOOK + UNKNOWN)
                    + 3L * places * LINK_BYTES / ITEM_BYTES
                    + 3L * senders * (burst + 1);
        }
    }

    /** Counts what waits for the receiver, what is on its way included. */
    private static final class Checker implements Judged.Checker {
        private final Shape shape;
        private final int[] next;
        private final List<String> wrong = new ArrayList<>();
        private @Nullable Simulation simulation;
        private long held;
        private long peak;

        Checker(Shape shape) {
            this.shape = shape;
            next = new int[shape.senders()];
        }

        void sent() {
            peak = Math.max(peak, ++held);
        }

        void processed(Item item) {
            held--;
            int due = next[item.sender()]++;
            if (due != item.number() && wrong.size() < 5) {
                wrong.add("out of order: " + item + " where " + due + " was due");
            }
        }

        /** What calls this takes long. */
        void pause(Late here) {
            if (shape.late() == here || shape.late() == Late.BOTH) {
                Simulation all = Objects.requireNonNull(simulation);
                wrong.addAll(Meanwhile.othersGoOn(all, shape.nanos(), () -> CHECKER.set(this)));
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            if (peak > shape.most()) {
                wrong.add(peak + " waited, which is beyond the bound of " + UNKNOWN + " and what may come on top, "
                        + shape.most() + " in all; " + shape);
            }
            for (int i = 0; i < shape.senders(); i++) {
                if (next[i] != shape.items()) {
                    wrong.add("of sender " + i + " came " + next[i] + "; " + shape);
                }
            }
            long lifted = ending.reports().values().stream()
                    .mapToLong(PlaceReport::lifted)
                    .sum();
            if (lifted > 0) {
                wrong.add("more lifted than need be: " + lifted + "; " + shape);
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    private static Checker checker() {
        return Objects.requireNonNull(CHECKER.get());
    }

    /** Two small mailboxes, so that all is crowded when it comes to be. */
    private static final class Receiver extends Selector<Object> {
        private static final Mailbox<Word> WORDS =
                Mailbox.of("words", Word.class).bound(64);
        private static final Mailbox<Item> ITEMS =
                Mailbox.of("items", Item.class).bound(64);

        Receiver() {
            super(WORDS, ITEMS);
            checker().pause(Late.CONSTRUCTOR);
        }

        static Receiver make() {
            checker().pause(Late.FACTORY);
            return new Receiver();
        }

        @Override
        protected void process(Object message) {
            checker().processed(message instanceof Word word ? word.item() : (Item) message);
        }
    }

    private static final class Sender extends Selector<Object> {
        private static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);
        private final int index;
        private int number;

        Sender(int index) {
            super(ORDERS);
            this.index = index;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof GoOn on) {
                goOn(on);
            } else if (message instanceof Begin begin) {
                after(Duration.ofNanos(begin.nanos()), ORDERS, begin.with());
            }
        }

        private void goOn(GoOn message) {
            int until = Math.min(message.items(), number + message.burst());
            for (; number < until; number++) {
                checker().sent();
                Item item = new Item(index, number);
                message.receiver().get(0).send(index % 2 == 0 ? item : new Word(item));
            }
            if (number < message.items()) {
                self().send(message);
            }
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        SplittableRandom random = new SplittableRandom(seed);
        Shape shape = Shape.of(random);
        SimulatedCluster.Builder places = SimulatedCluster.builder()
                .places(shape.places())
                .seed(seed)
                .workers(shape.workers())
                .delays(Duration.ofNanos(2_000), Duration.ofNanos(10_000L << random.nextInt(3)))
                .linkBytes(LINK_BYTES)
                .codec(CODEC.get())
                .copies();
        Checker checker = new Checker(shape);
        CHECKER.set(checker);
        try {
            return Judged.run(places, isChecked, checker, word -> word == Ending.Word.QUIESCENT, cluster -> {
                checker.simulation = cluster.cluster().simulation();
                begin(cluster, shape, random);
            });
        } finally {
            CHECKER.remove();
        }
    }

    /** Half of the senders begin at once, the others when those may be muted already. */
    private static void begin(SimulatedCluster cluster, Shape shape, SplittableRandom random) {
        List<Handle<Object>> senders = new ArrayList<>();
        for (int i = 0; i < shape.senders(); i++) {
            int index = i;
            senders.add(cluster.place(0).create(new Place(i % shape.places()), () -> new Sender(index)));
        }
        Cluster inside = cluster.cluster();
        inside.settle(() -> false);
        if (shape.late() == Late.CREATION) {
            inside.packets().hold((from, to, kind) -> kind == PacketKind.CREATE);
            inside.simulation()
                    .schedule(
                            shape.nanos(),
                            "created",
                            shape.home(),
                            () -> inside.packets().release());
        }
        Handle<Object> receiver = cluster.place(0).create(new Place(shape.home()), Receiver::make);
        GoOn order = new GoOn(shape.burst(), shape.items(), List.of(receiver));
        for (int i = 0; i < shape.senders(); i++) {
            senders.get(i).send(i < shape.senders() / 2 ? order : new Begin(random.nextLong(2 * shape.nanos()), order));
        }
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
