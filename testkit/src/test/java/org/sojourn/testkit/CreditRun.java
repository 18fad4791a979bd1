package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.simulation.Cluster;

/**
 * Many senders at few receivers, over several places, with small bounds of mailboxes and links, and the checker of credit: every
 * sender comes to its end, what it sends to one mailbox is processed in order and once, and what a receiver holds, with what is on
 * its way, stays within its bound, the links' and what senders in mid-message or let pass have added.
 *
 * <p>Some receivers close their mailbox after each few messages, for a while, or until a sender opens it, so that somebody must pass
 * who is muted at another place; some pass on what they get to a receiver at a third place; some runs have everybody move, and in some a place is lost.
 */
final class CreditRun {
    private static final int LOOK = Bound.UNCOUNTED_SENDS.intValue();

    /** What an item takes on its way at least. */
    private static final int ITEM_BYTES = 40;

    /** How long a receiver pauses that opens its mailbox again by itself. */
    private static final Duration PAUSE = Duration.ofNanos(40_000);

    /** One run of so many with a place that is lost is so long that who isn't held up afterwards gets beyond all bounds. */
    private static final int LONG_ONES = 16;

    private static final int BOUNDS = 8;

    /**
     * One run in so many is a flood: many send much, by links that are soon full, to receivers with a worker each. What isn't
     * bounded shows there; the others are short, so that there may be many. In few floods parts move: no bound is judged then, and to
     * carry all of it along again and again took most of the time of all runs.
     */
    private static final int FLOOD_ONE_IN = 8;

    private static final int FLOOD_ITEMS = 400;
    private static final int MOVES_ONE_IN = 4;
    private static final int FLOOD_MOVES_ONE_IN = 16;
    private static final List<Mailbox<Open>> ORDERS = IntStream.range(0, BOUNDS)
            .mapToObj(i -> Mailbox.of("orders", Open.class).bound(1 << i))
            .toList();
    private static final List<Mailbox<Word>> WORDS = IntStream.range(0, BOUNDS)
            .mapToObj(i -> Mailbox.of("words", Word.class).bound(1 << i))
            .toList();
    private static final List<Mailbox<Item>> ITEMS = IntStream.range(0, BOUNDS)
            .mapToObj(i -> Mailbox.of("items", Item.class).bound(1 << i))
            .toList();
    private static final int ITEMS_AT = 2;

    /** What the checker has seen on this thread. */
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();

    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(CreditRun::newCodec);

    private CreditRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        Shape any = new Shape(0, 0, 0, 0, 0, 0, Gate.NEVER_CLOSED, false, false, 0);
        codec.encode(new Item(0, 0));
        codec.encode(new Word(new Item(0, 0)));
        codec.encode(new Open(true));
        codec.encode(new GoOn(any, List.of()));
        return codec;
    }

    private record Item(int sender, int number) {}

    /** An item for another mailbox, which is never closed. */
    private record Word(Item item) {}

    /** Opens a sink; the last one of a sender for good. */
    private record Open(boolean isLast) {}

    /** What a sender processes, to send a burst. */
    private record GoOn(Shape shape, List<Handle<Object>> sinks) {}

    /** Who opens a mailbox again that closes after each few messages. */
    private enum Gate {
        NEVER_CLOSED,
        SENDERS_OPEN,
        OPENS_LATER
    }

    /** The shape of one run. {@code bound} says how many bits the bound has; apart, no sender is at a receiver's place. */
    private record Shape(
            int places,
            int workers,
            int senders,
            int sinks,
            int burst,
            int items,
            Gate gate,
            boolean isMoving,
            boolean isApart,
            int bound) {
        static Shape of(SplittableRandom random, boolean isCrashing) {
            boolean isFlood = random.nextInt(FLOOD_ONE_IN) == 0;
            return new Shape(
                    2 + random.nextInt(3),
                    isFlood ? 1 : 1 + random.nextInt(2),
                    isFlood ? 10 + random.nextInt(10) : 1 + random.nextInt(20),
                    1 + random.nextInt(3),
                    1 + random.nextInt(8),
                    isCrashing && random.nextInt(LONG_ONES) == 0
                            ? 20 + random.nextInt(5_000)
                            : isFlood ? FLOOD_ITEMS + random.nextInt(200) : 20 + random.nextInt(80),
                    Gate.values()[random.nextInt(3)],
                    !isCrashing && random.nextInt(isFlood ? FLOOD_MOVES_ONE_IN : MOVES_ONE_IN) == 0,
                    random.nextInt(3) == 0,
                    random.nextInt(BOUNDS));
        }

        boolean isFlood() {
            return items >= FLOOD_ITEMS;
        }

        /** Where a sender is at first. */
        int at(int sender) {
            return isApart ? 1 + sender % (places - 1) : sender % places;
        }

        /**
         * What a sink may hold: in two mailboxes; by looks not yet taken or taken at somebody else; on every link what its window
         * and its queue hold, and what a batch takes at once; and what was sent in mid-message, or by those who passed.
         *
         * <p>A sink whose worker was put aside files nothing, and for which of its mailboxes the mail is nobody knows until it does.
         * So whoever looks compares all of it with the largest bound that one of them has, and looks again after as many sends more
         * as it has counted. The mailboxes of a sink have one bound here, which this is; one without, for orders, would let the
         * others have its 4,096.
         */
        long most(long lifted, int linkBytes) {
            return 2L * (1 << bound)
                    + 4L * workers * (LOOK + (1 << bound))
                    + 3L * places * linkBytes / ITEM_BYTES
                    + (senders + lifted) * 2L * (burst + 1);
        }
    }

    /** Counts what each sink holds, what is on its way to it included, and keeps the last number of each pair. */
    private static final class Checker implements Judged.Checker {
        private final Shape shape;
        private final int linkBytes;

        /** The place that is lost, or -1. */
        private final int lost;

        private final int[][] last;
        private final long[] held;
        private final long[] peak;
        private final boolean[] isDone;

        /** The place of each sink whose bound is judged, if nobody moves. */
        private final int[] home;

        private final List<String> wrong = new ArrayList<>();

        Checker(Shape shape, int linkBytes, int lost) {
            this.shape = shape;
            this.linkBytes = linkBytes;
            this.lost = lost;
            last = new int[shape.sinks() + 1][Math.max(shape.senders(), shape.sinks())];
            held = new long[shape.sinks() + 1];
            peak = new long[shape.sinks() + 1];
            isDone = new boolean[shape.senders()];
            home = new int[shape.sinks()];
        }

        void sent(int sink) {
            peak[sink] = Math.max(peak[sink], ++held[sink]);
        }

        void processed(int sink, Item item) {
            held[sink]--;
            int due = last[sink][item.sender()]++;
            if (due != item.number() && wrong.size() < 5) {
                wrong.add("out of order: " + item + " at sink " + sink + " where " + due + " was due");
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            long lifted = ending.reports().values().stream()
                    .mapToLong(PlaceReport::lifted)
                    .sum();
            ending.reports().forEach((place, report) -> {
                if (report.lifted() > report.mutes()) {
                    wrong.add(place + " says that " + report.lifted() + " of " + report.mutes() + " mutes were lifted");
                }
            });
            for (int sink = 0; sink <= shape.sinks(); sink++) {
                if (isBounded(sink) && peak[sink] > shape.most(lifted, linkBytes)) {
                    wrong.add("sink " + sink + " held " + peak[sink] + ", which is beyond its bound of "
                            + (1 << shape.bound()) + " and what may come on top, " + shape.most(lifted, linkBytes)
                            + " in all; " + shape);
                }
                if (lost < 0 && held[sink] != 0) {
                    wrong.add("sink " + sink + " never processed " + held[sink]);
                }
            }
            if (shape.gate() == Gate.NEVER_CLOSED && !shape.isMoving() && lifted > 0) {
                wrong.add("more lifted than need be: " + lifted + " where no mailbox closes; " + shape);
            }
            for (int i = 0; i < shape.senders(); i++) {
                if (!isDone[i] && shape.at(i) != lost) {
                    wrong.add("sender " + i + " never came to its end");
                }
                for (int sink = 0; sink < shape.sinks(); sink++) {
                    if (isDelivered(i, sink) && last[sink][i] != shape.items()) {
                        wrong.add("sink " + sink + " processed " + last[sink][i] + " of sender " + i);
                    }
                }
            }
        }

        /**
         * Not bounded is what parts send that move all the time; not asserted, what receivers pass on to the last one. What a
         * receiver that is lost would have got is a dead letter. What was on its way from a lost place counts as held for ever, and is
         * no more than what that place's link holds at any time.
         */
        private boolean isBounded(int sink) {
            return sink < shape.sinks() && !shape.isMoving() && home[sink] != lost;
        }

        /** Whether neither is lost, nor who opens the mailbox. */
        private boolean isDelivered(int sender, int sink) {
            return shape.gate() != Gate.SENDERS_OPEN && shape.at(sender) != lost && home[sink] != lost;
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    /** Takes items; may close after each few, until somebody opens; may pass them on. */
    private static final class Sink extends Selector<Object> {
        private final int index;
        private final Shape shape;
        private final List<Handle<Object>> next;
        private int taken;
        private int passed;
        private int ended;

        Sink(int index, Shape shape, List<Handle<Object>> next) {
            super(ORDERS.get(shape.bound()), WORDS.get(shape.bound()), ITEMS.get(shape.bound()));
            this.index = index;
            this.shape = shape;
            this.next = next;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Item item) {
                CHECKER.get().processed(index, item);
                passOn();
                taken++;
                if (shape.gate() != Gate.NEVER_CLOSED
                        && index < shape.sinks()
                        && taken % 7 == 0
                        && ended < shape.senders()) {
                    disable(ITEMS_AT);
                    openLater();
                }
                if (shape.isMoving() && taken % 50 == 1) {
                    migrateTo(system().places()
                            .get(item.number() % system().places().size()));
                }
            } else if (message instanceof Word word) {
                CHECKER.get().processed(index, word.item());
                passOn();
            } else if (message instanceof Open open) {
                CHECKER.get().held[index]--;
                ended += open.isLast() ? 1 : 0;
                enable(ITEMS_AT);
            }
        }

        private void openLater() {
            if (shape.gate() == Gate.OPENS_LATER) {
                CHECKER.get().sent(index);
                after(PAUSE, ORDERS.get(shape.bound()), new Open(false));
            }
        }

        private void passOn() {
            for (Handle<Object> each : next) {
                CHECKER.get().sent(shape.sinks());
                each.send(new Item(index, passed++));
            }
        }
    }

    /** Sends a burst to each sink in each handler. */
    private static final class Sender extends Selector<GoOn> {
        private static final Mailbox<GoOn> ORDERS = Mailbox.of("orders", GoOn.class);
        private final int index;
        private int number;

        Sender(int index) {
            super(ORDERS);
            this.index = index;
        }

        @Override
        protected void process(GoOn message) {
            Shape shape = message.shape();
            int until = Math.min(shape.items(), number + shape.burst());
            boolean isLast = until == shape.items();
            for (; number < until; number++) {
                for (int sink = 0; sink < message.sinks().size(); sink++) {
                    Item item = new Item(index, number);
                    send(message, sink, shape.gate() == Gate.NEVER_CLOSED && index % 2 == 1 ? new Word(item) : item);
                }
            }
            for (int sink = 0; sink < message.sinks().size() && shape.gate() == Gate.SENDERS_OPEN; sink++) {
                send(message, sink, new Open(isLast));
            }
            if (isLast) {
                CHECKER.get().isDone[index] = true;
                return;
            }
            self().send(message);
            if (shape.isMoving() && number % 5 == 0) {
                migrateTo(system().places().get(number % system().places().size()));
            }
        }

        private static void send(GoOn to, int sink, Object message) {
            CHECKER.get().sent(sink);
            to.sinks().get(sink).send(message);
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        return run(seed, isChecked, false, false);
    }

    /** Runs one seed in which a place is lost. */
    static String runWithCrash(long seed) {
        return run(seed, true, true, false);
    }

    private static String run(long seed, boolean isChecked, boolean isCrashing, boolean isPreempted) {
        SplittableRandom random = new SplittableRandom(seed);
        Shape shape = Shape.of(random, isCrashing);
        int linkBytes = shape.isFlood() || random.nextBoolean() ? 4 << 10 : 1 << 20;
        SimulatedCluster.Builder places = SimulatedCluster.builder()
                .places(shape.places())
                .seed(seed)
                .workers(shape.workers())
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(6)))
                .lostConnections(random.nextInt(2) * 10_000)
                .linkBytes(linkBytes)
                .codec(CODEC.get())
                .copies(); // a handle belongs to the place that sends by it
        int lost = isCrashing ? 1 + random.nextInt(shape.places() - 1) : -1;
        Checker checker = new Checker(shape, linkBytes, lost);
        CHECKER.set(checker);
        try {
            return Judged.run(places, isChecked, checker, word -> isWell(word, shape, isCrashing), cluster -> {
                if (isPreempted) {
                    Preemption.begin(cluster.cluster().simulation());
                }
                begin(cluster, shape, random);
                if (isCrashing) {
                    Cluster inside = cluster.cluster();
                    inside.simulation().schedule(random.nextLong(10_000_000), "crash", lost, () -> inside.crash(lost));
                }
            });
        } finally {
            CHECKER.remove();
        }
    }

    /** The sender that would have opened a mailbox may be lost. */
    private static boolean isWell(Ending.Word word, Shape shape, boolean isCrashing) {
        return word == Ending.Word.QUIESCENT
                || isCrashing
                        && (word == Ending.Word.TERMINATED_WITH_LOSS
                                || word == Ending.Word.STALLED && shape.gate() == Gate.SENDERS_OPEN);
    }

    private static void begin(SimulatedCluster cluster, Shape shape, SplittableRandom random) {
        SelectorSystem init = cluster.place(0);
        List<Handle<Object>> ends = random.nextInt(3) > 0
                ? List.of()
                : List.of(init.create(
                        new Place(random.nextInt(shape.places())), () -> new Sink(shape.sinks(), shape, List.of())));
        List<Handle<Object>> sinks = new ArrayList<>();
        for (int i = 0; i < shape.sinks(); i++) {
            int index = i;
            int home = shape.isApart() ? 0 : random.nextInt(shape.places());
            CHECKER.get().home[i] = home;
            sinks.add(init.create(new Place(home), () -> new Sink(index, shape, ends)));
        }
        for (int i = 0; i < shape.senders(); i++) {
            int index = i;
            init.create(new Place(shape.at(i)), () -> new Sender(index)).send(new GoOn(shape, sinks));
        }
    }

    /** Runs the seeds 1 to {@code most}, each without and with a place that is lost, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> {
            String wrong = run(seed, isChecked);
            return wrong.isEmpty() ? run(seed, isChecked, true, false) : wrong;
        });
    }

    /** Runs the seeds 1 to {@code most}, each with a place that is lost, and says for the first that is wrong what is. */
    static String searchCrashing(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked, true, false));
    }

    /**
     * Runs the seeds 1 to {@code most} in a kernel that has {@link Preemption#HERE} somewhere, and says for the first that is wrong
     * what is.
     */
    static String searchPreempted(long most, boolean isChecked) {
        try {
            return Fault.first(most, seed -> run(seed, isChecked, false, true));
        } finally {
            Preemption.end();
        }
    }
}
