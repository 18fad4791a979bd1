package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.sojourn.kernel.port.Codec;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;

/** Selectors that send each other messages, in several mailboxes, small and large, and may move; each tells the {@link History}. */
final class Traffic {
    static final Mailbox<Small> FIRST = Mailbox.of("first", Small.class);
    static final Mailbox<Small> SECOND = Mailbox.of("second", Small.class);
    static final Mailbox<Large> LARGE = Mailbox.of("large", Large.class);
    static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);
    private static final int CLOSES_EVERY = 5;
    private static final int LARGE_EVERY = 5;
    private static final int LARGE_BYTES = 1_200_000;
    private static final int STEADY_PAUSE_NANOS = 40_000;
    private static final int LONGEST_PAUSE_NANOS = 500_000;

    /** By then a move is over. */
    private static final Duration MOVED = Duration.ofSeconds(1);

    /** Clusters of one thread share a codec, whose classes are numbered in one order before any run. */
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(Traffic::newCodec);

    private Traffic() {}

    static Codec codec() {
        return CODEC.get();
    }

    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        Talk talk = new Talk(0, List.of(), 0, 0, 0, Manner.TRAVELLING);
        List<Object> all = List.of(
                new Small(0),
                new Large(0, new byte[0]),
                talk,
                new Next(talk),
                new Open(0),
                new End(0, 0),
                new Go(0, 0),
                new Watch(new ArrayList<>(), 1),
                new Watching(""),
                new ExitReason.Normal(),
                new ExitReason.PlaceLost(""),
                new ExitReason.Unknown());
        all.forEach(codec::encode);
        codec.encode(all.toArray()); // as they are in luggage
        move(codec);
        return codec;
    }

    /** What a selector is known by in luggage is found out by a move only. */
    private static void move(Codec codec) {
        History.begin();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).codec(codec).copies().start()) {
            Handle<Object> moved = cluster.place(0).create(() -> new Peer("first"));
            cluster.place(0).move(moved, new Place(1));
            cluster.advance(MOVED); // in a kernel with a planted fault it may never end
        } finally {
            History.end();
        }
    }

    /** How a sender talks. */
    enum Manner {
        /** All at once, without moving. */
        AT_ONCE,
        /** All at once, without moving, and now and then more than a frame holds. */
        LARGE_TOO,
        /** A round at a time, with a pause of the same length between two. */
        STEADY,
        /** A round at a time, with a pause and now and then a move between two. */
        TRAVELLING
    }

    /** A message that is small. */
    record Small(int id) implements History.Numbered {}

    /** One that doesn't fit a frame, or does. */
    record Large(int id, byte[] payload) implements History.Numbered {}

    /** Tells a sender to talk to these, in the order of creation. */
    record Talk(int id, List<Handle<Object>> receivers, int number, int rounds, long salt, Manner manner)
            implements History.Numbered {}

    /** The next round, by a timer, which moves as well. */
    record Next(Talk talk) {}

    /** Opens the first mailbox again. */
    record Open(int id) implements History.Numbered {}

    /** Tells a receiver to end after so many more messages. */
    record End(int id, int after) implements History.Numbered {}

    /** Tells a selector to move. */
    record Go(int id, int to) implements History.Numbered {}

    /** Tells a watcher whom to watch, in the order of creation, and how often each. */
    record Watch(List<Handle<Object>> whom, int times) {}

    /** The name of the selector that was created as the n-th. */
    static String name(int number) {
        return "s" + number;
    }

    /** Watches others, tells the {@link History}, and stays where it is. */
    static final class Watcher extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Watching watching;

        Watcher(String name) {
            super(ALL);
            watching = new Watching(name);
            History.current().lives(name, at());
        }

        private int at() {
            return History.current().at(here().id());
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Watch watch) {
                watching.begin(watch, at(), each -> watch(each, ALL));
            } else if (message instanceof Exited exited) {
                watching.told(exited, at());
            }
        }
    }

    /** Whom a selector watches; moves with it. */
    private record Watching(String name, List<Handle<Object>> watched) {
        Watching(String name) {
            this(name, new ArrayList<>());
        }

        void begin(Watch watch, int at, Consumer<Handle<Object>> begins) {
            watched.clear();
            watched.addAll(watch.whom());
            for (int i = 0; i < watched.size(); i++) {
                for (int time = 0; time < watch.times(); time++) {
                    History.current().watches(name, at, Traffic.name(i));
                    begins.accept(watched.get(i));
                }
            }
        }

        void told(Exited exited, int at) {
            History.current().noticed(name, at, Traffic.name(watched.indexOf(exited.who())));
        }
    }

    /** A sender and receiver in one. */
    static final class Peer extends Selector<Object> {
        private final String name;
        private final Watching watching;
        private int life;
        private int left = Integer.MAX_VALUE;
        private int taken;
        private transient boolean isHere;

        Peer(String name) {
            super(FIRST.priority(1), SECOND.priority(1), LARGE.priority(1), ORDERS.priority(1));
            this.name = name;
            watching = new Watching(name);
            isHere = true;
            History history = History.current();
            history.lives(name, at(history));
        }

        @Override
        protected void process(Object message) {
            History history = History.current();
            int at = at(history);
            history.runs(name, life, at);
            if (!isHere) {
                history.wrong("afterMove wasn't called: " + name);
            }
            if (message instanceof Next next) {
                talk(history, next.talk());
                return;
            }
            if (message instanceof Watch watch) {
                watching.begin(watch, at, each -> watch(each, ORDERS));
                return;
            }
            if (message instanceof Exited exited) {
                watching.told(exited, at);
                return;
            }
            history.processed(at, ((History.Numbered) message).id());
            if (message instanceof Talk talk) {
                talk(history, talk);
            } else if (message instanceof Open) {
                setEnabled(FIRST, true);
            } else if (message instanceof End end) {
                left = end.after() + 1;
            } else if (message instanceof Go go) {
                goTo(go.to());
            } else if (++taken % CLOSES_EVERY == 0 && isEnabled(FIRST)) {
                setEnabled(FIRST, false);
                self().send(ORDERS, new Open(history.sent(name, name, "orders", at)));
            }
            if (--left == 0) {
                history.ended(at, name);
                exit();
            }
        }

        private int at(History history) {
            return history.at(here().id());
        }

        private void talk(History history, Talk talk) {
            SplittableRandom random = new SplittableRandom(talk.salt());
            boolean isTravelling = talk.manner() == Manner.TRAVELLING;
            boolean isPausing = isTravelling || talk.manner() == Manner.STEADY;
            int until = isPausing ? talk.number() + 1 : talk.rounds();
            for (int number = talk.number(); number < until; number++) {
                round(history, talk, number);
            }
            if (isTravelling && random.nextInt(3) == 0) {
                goTo(random.nextInt(system().places().size()));
            }
            if (isPausing && until < talk.rounds()) {
                int pause = isTravelling ? random.nextInt(LONGEST_PAUSE_NANOS) : STEADY_PAUSE_NANOS;
                Talk next = new Talk(0, talk.receivers(), until, talk.rounds(), random.nextLong(), talk.manner());
                after(Duration.ofNanos(pause), ORDERS, new Next(next));
            }
        }

        private void round(History history, Talk talk, int number) {
            int from = at(history);
            for (int i = 0; i < talk.receivers().size(); i++) {
                Handle<Object> each = talk.receivers().get(i);
                String to = name(i);
                each.send(FIRST, new Small(history.sent(name, to, "first", from)));
                each.send(SECOND, new Small(history.sent(name, to, "second", from)));
                // To one receiver after the other: a large one, and then a small one that might overtake it.
                boolean isTurn =
                        i == number / (2 * LARGE_EVERY) % talk.receivers().size();
                if (talk.manner() == Manner.LARGE_TOO && number % LARGE_EVERY == 0 && isTurn) {
                    int bytes = number % (2 * LARGE_EVERY) == 0 ? LARGE_BYTES : 10;
                    each.send(LARGE, new Large(history.sent(name, to, "large", from), new byte[bytes]));
                }
            }
        }

        /** To the n-th of the places that are usable now. */
        private void goTo(int number) {
            List<Place> places = system().places();
            migrateTo(places.get(number % places.size()));
        }

        @Override
        protected void beforeMove(Place to) {
            History history = History.current();
            history.leaves(name, life, at(history), history.at(to.id()));
            isHere = false;
        }

        @Override
        protected void afterMove(Place from) {
            isHere = true;
            life++;
            History history = History.current();
            history.runs(name, life, at(history));
            history.lives(name, at(history));
        }
    }
}
