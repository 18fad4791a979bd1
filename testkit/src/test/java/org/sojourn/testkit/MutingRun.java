package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * Many senders at few receivers with small bounds, and the checker of muting: every sender comes to its end, what it sends
 * to one mailbox is processed in order, and what a receiver holds stays within its bound, but for what senders in
 * mid-message, those between two looks, and those that were lifted have added.
 *
 * <p>Some receivers close their mailbox after each few messages. Where only the senders can open it again, muting must be
 * lifted. Where all are open, or somebody opens who sends to another mailbox than they do, nothing may be.
 */
final class MutingRun {
    private static final int LOOK = Bound.UNCOUNTED_SENDS.intValue();

    /** What the checker has seen on this thread. */
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();

    private MutingRun() {}

    private record Item(int sender, int number) {}

    /** An item for another mailbox, which is never closed. */
    private record Word(Item item) {}

    private record Ask(Handle<Object> sink) {}

    /** Who opens a mailbox again that closes after each few messages. */
    private enum Gate {
        NEVER_CLOSED,
        SENDERS_OPEN,
        OTHERS_OPEN
    }

    /** Opens a sink; the last one of a sender for good. */
    private record Open(boolean isLast) {}

    /** What a sender processes, to send a burst. */
    private record GoOn() {}

    /** The shape of one run; main returns after {@code mainNanos}, when some have been muted already, or before. */
    private record Shape(
            int workers, int senders, int sinks, int burst, int items, int bound, Gate gate, long mainNanos) {
        static Shape of(SplittableRandom random) {
            return new Shape(
                    1 + random.nextInt(3),
                    1 + random.nextInt(30),
                    1 + random.nextInt(3),
                    1 + random.nextInt(8),
                    20 + random.nextInt(900),
                    1 << random.nextInt(8),
                    Gate.values()[random.nextInt(3)],
                    random.nextInt(1_000_000));
        }

        /**
         * What a sink may hold: in two mailboxes, by looks not yet taken or taken at somebody else, and in mid-message or
         * lifted.
         */
        long most(long lifted) {
            return 2L * bound + 4L * workers * (LOOK + bound) + (senders + lifted) * 2L * (burst + 1);
        }
    }

    /** Counts what each sink holds, and keeps the last number of each pair. */
    private static final class Checker implements Judged.Checker {
        private final Shape shape;
        private final int[][] last;
        private final long[] held;
        private final long[] peak;
        private final List<String> wrong = new ArrayList<>();
        private int done;

        Checker(Shape shape) {
            this.shape = shape;
            last = new int[shape.sinks()][shape.senders()];
            held = new long[shape.sinks()];
            peak = new long[shape.sinks()];
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
            PlaceReport report = ending.reports().values().iterator().next();
            long most = shape.most(report.lifted());
            for (int sink = 0; sink < shape.sinks(); sink++) {
                if (peak[sink] > most) {
                    wrong.add("sink " + sink + " held " + peak[sink] + ", which is beyond its bound of " + shape.bound()
                            + " and what may come on top, " + most + " in all; " + shape);
                }
                if (held[sink] != 0) {
                    wrong.add("sink " + sink + " never processed " + held[sink]);
                }
            }
            if (shape.gate() != Gate.SENDERS_OPEN && report.lifted() > 0) {
                wrong.add("more lifted than need be: " + report.lifted() + " where no sender must open; " + shape);
            }
            if (done != shape.senders()) {
                wrong.add(shape.senders() - done + " senders never came to their end");
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    /** Its mailboxes, in the order of their priorities. */
    private record Boxes(Mailbox<Open> orders, Mailbox<Word> words, Mailbox<Object> items) {
        static Boxes of(int bound) {
            return new Boxes(
                    Mailbox.of("orders", Open.class).bound(bound),
                    Mailbox.of("words", Word.class).bound(bound),
                    Mailbox.of("items", Object.class).bound(bound));
        }
    }

    /** Takes items; may close after each few, until somebody opens. */
    private static final class Sink extends Selector<Object> {
        private final Mailbox<Object> items;
        private final int index;
        private final Shape shape;
        private final @Nullable Handle<Ask> opener;
        private int taken;
        private int ended;

        Sink(Mailbox<Object> items, int index, Shape shape) {
            super(items);
            this.items = items;
            this.index = index;
            this.shape = shape;
            this.opener = null;
        }

        Sink(Boxes boxes, int index, Shape shape) {
            super(boxes.orders(), boxes.words(), boxes.items());
            this.items = boxes.items();
            this.index = index;
            this.shape = shape;
            this.opener = shape.gate() == Gate.OTHERS_OPEN ? create(() -> new Opener(index)) : null;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Item item) {
                CHECKER.get().processed(index, item);
                if (shape.gate() != Gate.NEVER_CLOSED && ++taken % 7 == 0 && ended < shape.senders()) {
                    setEnabled(items, false);
                    if (opener != null) {
                        opener.send(new Ask(self()));
                    }
                }
            } else if (message instanceof Word word) {
                CHECKER.get().processed(index, word.item());
            } else if (message instanceof Open open) {
                CHECKER.get().held[index]--;
                ended += open.isLast() ? 1 : 0;
                setEnabled(items, true);
            }
        }
    }

    /** Opens a sink that asks for it. Muted, it couldn't. */
    private static final class Opener extends Actor<Ask> {
        private final int index;

        Opener(int index) {
            this.index = index;
        }

        @Override
        protected void process(Ask ask) {
            CHECKER.get().sent(index);
            ask.sink().send(new Open(false));
        }
    }

    /** Sends a burst to each sink in each handler. */
    private static final class Sender extends Selector<GoOn> {
        private final Group<GoOn> senders;
        private final int index;
        private final Group<Object> sinks;
        private final Shape shape;
        private int number;

        Sender(Group<GoOn> senders, int index, Group<Object> sinks, Shape shape) {
            this.senders = senders;
            this.index = index;
            this.sinks = sinks;
            this.shape = shape;
        }

        @Override
        protected void process(GoOn message) {
            int until = Math.min(shape.items(), number + shape.burst());
            boolean isLast = until == shape.items();
            for (; number < until; number++) {
                for (int sink = 0; sink < sinks.size(); sink++) {
                    Item item = new Item(index, number);
                    send(sink, shape.gate() == Gate.OTHERS_OPEN && index % 2 == 1 ? new Word(item) : item);
                }
            }
            for (int sink = 0; sink < sinks.size() && shape.gate() == Gate.SENDERS_OPEN; sink++) {
                send(sink, new Open(isLast));
            }
            if (isLast) {
                CHECKER.get().done++;
            } else {
                senders.member(index).send(message);
            }
        }

        private void send(int sink, Object message) {
            CHECKER.get().sent(sink);
            Handle<Object> to = sinks.member(sink);
            to.send(message);
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        return run(seed, isChecked, "");
    }

    /** The same under other policies than TASK. */
    static String run(long seed, boolean isChecked, String policies) {
        SplittableRandom random = new SplittableRandom(seed);
        Shape shape = Shape.of(random);
        Checker checker = new Checker(shape);
        CHECKER.set(checker);
        SimulatedCluster.Builder places = SimulatedCluster.builder()
                .places(1)
                .seed(seed)
                .workers(shape.workers())
                .policies(policies);
        try {
            return Judged.run(
                    places,
                    isChecked,
                    checker,
                    word -> word == Ending.Word.QUIESCENT,
                    cluster -> begin(cluster, shape));
        } finally {
            CHECKER.remove();
        }
    }

    private static void begin(SimulatedCluster cluster, Shape shape) {
        Boxes boxes = Boxes.of(shape.bound());
        Group<Object> sinks = cluster.place(0)
                .createGroup(
                        shape.sinks(),
                        (group, index) -> shape.gate() == Gate.NEVER_CLOSED
                                ? new Sink(boxes.items(), index, shape)
                                : new Sink(boxes, index, shape));
        Group<GoOn> senders =
                cluster.place(0).createGroup(shape.senders(), (group, index) -> new Sender(group, index, sinks, shape));
        senders.broadcast(new GoOn());
        cluster.cluster().advance(shape.mainNanos());
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
