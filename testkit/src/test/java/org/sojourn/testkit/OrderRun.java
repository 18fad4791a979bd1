package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/**
 * Numbered messages between selectors at several places, and the checker of order and delivery: per sender, receiver
 * and mailbox the numbers come in order (G1), and everything that was sent is processed or a dead letter, exactly
 * once (G2).
 */
final class OrderRun {
    private static final Mailbox<Numbered> FIRST = Mailbox.of("first", Numbered.class);
    private static final Mailbox<Large> LARGE = Mailbox.of("large", Large.class);
    private static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);
    private static final int CLOSES_EVERY = 7;
    private static final int LARGE_BYTES = 1_200_000;

    /** What the checker has seen on this thread. */
    private static final ThreadLocal<Checker> CHECKER = ThreadLocal.withInitial(() -> new Checker(true));

    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(OrderRun::newCodec);

    private OrderRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Numbered("", 0));
        codec.encode(new Large("", 0, new byte[0]));
        codec.encode(new Talk(List.of(), 0, false));
        codec.encode(new End(0));
        codec.encode(new Open());
        return codec;
    }

    /** A numbered message. */
    private record Numbered(String stream, long number) {}

    /** A numbered message that doesn't fit a frame. */
    private record Large(String stream, long number, byte[] payload) {}

    /** Tells a sender to talk to these, in the order of creation. */
    private record Talk(List<Handle<Object>> receivers, int rounds, boolean large) {}

    /** Tells a receiver to end after so many more messages. */
    private record End(int after) {}

    /** Opens the first mailbox again. */
    private record Open() {}

    /** Keeps the last number of each stream. */
    private static final class Checker {
        private final boolean isOn;
        private final Map<String, Long> last = new TreeMap<>();
        private final List<String> wrong = new ArrayList<>();
        private long sent;
        private long processed;
        private long inversions;

        /** Per receiver, what was sent to it and isn't processed. */
        private final Map<String, Long> open = new TreeMap<>();

        Checker(boolean isOn) {
            this.isOn = isOn;
        }

        void sent(String receiver) {
            sent++;
            open.merge(receiver, 1L, Long::sum);
        }

        void processed(String receiver) {
            processed++;
            open.merge(receiver, -1L, Long::sum);
        }

        void processed(String receiver, String stream, long number) {
            processed(receiver);
            Long before = last.put(stream, number);
            if (isOn && before != null && before >= number) {
                inversions++;
                if (wrong.size() < 5) {
                    wrong.add(stream + ": " + number + " after " + before);
                }
            }
        }
    }

    /** A sender and receiver in one. */
    private static final class Peer extends Selector<Object> {
        private final String name;
        private int left = Integer.MAX_VALUE;

        Peer(String name) {
            super(FIRST.priority(1), LARGE.priority(1), ORDERS.priority(1));
            this.name = name;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Talk talk) {
                CHECKER.get().processed(name);
                talk(talk);
            } else if (message instanceof End end) {
                CHECKER.get().processed(name);
                left = end.after();
            } else if (message instanceof Open) {
                CHECKER.get().processed(name);
                setEnabled(FIRST, true);
            } else if (message instanceof Numbered numbered) {
                received(numbered.stream() + " to " + name, numbered.number());
                if (numbered.number() % CLOSES_EVERY == 0 && isEnabled(FIRST)) {
                    setEnabled(FIRST, false);
                    CHECKER.get().sent(name);
                    self().send(ORDERS, new Open());
                }
            } else if (message instanceof Large large) {
                received(large.stream() + " to " + name, large.number());
            }
        }

        private void received(String stream, long number) {
            CHECKER.get().processed(name, stream, number);
            if (--left == 0) {
                exit();
            }
        }

        private void talk(Talk talk) {
            for (int number = 0; number < talk.rounds(); number++) {
                for (int i = 0; i < talk.receivers().size(); i++) {
                    Handle<Object> each = talk.receivers().get(i);
                    String receiver = "s" + i;
                    CHECKER.get().sent(receiver);
                    each.send(FIRST, new Numbered(name + " first", number));
                    CHECKER.get().sent(receiver);
                    each.send(ORDERS, new Numbered(name + " orders", number));
                    if (talk.large() && number % 5 == 0) {
                        CHECKER.get().sent(receiver);
                        each.send(
                                LARGE,
                                new Large(name + " large", number, new byte[number % 10 == 0 ? LARGE_BYTES : 10]));
                    }
                }
            }
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        return run(seed, isChecked, "");
    }

    /** Runs one seed under the policies given. */
    static String run(long seed, boolean isChecked, String policies) {
        SplittableRandom random = new SplittableRandom(seed);
        Checker checker = new Checker(isChecked);
        CHECKER.set(checker);
        int places = 2 + random.nextInt(3);
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(places)
                .seed(seed)
                .workers(1 + random.nextInt(3))
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << random.nextInt(8)))
                .lostConnections(random.nextInt(2) * 30_000)
                .refusedConnections(random.nextInt(2) * 200_000)
                .codec(CODEC.get())
                .policies(policies)
                .start()) {
            List<Handle<Object>> peers = new ArrayList<>();
            for (int i = 0; i < 2 * places; i++) {
                // Asked for at one place, living at another; the handles go to third ones before some of them exist.
                String name = "s" + i;
                SelectorSystem asker = cluster.place(random.nextInt(places));
                peers.add(asker.create(new Place(random.nextInt(places)), () -> new Peer(name)));
            }
            Set<String> ending = new TreeSet<>();
            for (int i = 0; i < peers.size(); i++) {
                Handle<Object> each = peers.get(i);
                String receiver = "s" + i;
                if (random.nextInt(6) == 0) {
                    ending.add(receiver);
                    checker.sent(receiver);
                    each.send(ORDERS, new End(1 + random.nextInt(40)));
                }
                checker.sent(receiver);
                each.send(ORDERS, new Talk(peers, 1 + random.nextInt(30), random.nextInt(8) == 0));
            }
            Ending end = cluster.run();
            checker.open.keySet().removeAll(ending);
            return isChecked ? judge(cluster, checker, places, end) : "";
        } finally {
            CHECKER.remove();
        }
    }

    private static String judge(SimulatedCluster cluster, Checker checker, int places, Ending ending) {
        long dead = 0;
        for (int i = 0; i < places; i++) {
            dead += cluster.deadLetters(i);
        }
        List<String> wrong = new ArrayList<>();
        if (checker.inversions > 0) {
            wrong.add(checker.inversions + " inversions, such as " + checker.wrong);
        }
        if (checker.sent != checker.processed + dead) {
            wrong.add("lost or repeated: " + checker.sent + " sent, " + checker.processed + " processed, " + dead
                    + " dead letters");
        }
        checker.open.values().removeIf(count -> count == 0);
        if (!checker.open.isEmpty()) {
            wrong.add("undelivered to receivers that live on: " + checker.open);
        }
        if (ending.word() != Ending.Word.QUIESCENT && ending.word() != Ending.Word.FINISHED) {
            wrong.add(ending.word() + " " + ending.sentences());
        }
        return String.join("; ", wrong);
    }

    /** Runs the seeds 1 to {@code most}, and says for the first that is wrong what is; empty if none is. */
    static String search(long most, boolean isChecked) {
        for (long seed = 1; seed <= most; seed++) {
            String wrong = run(seed, isChecked);
            if (!wrong.isEmpty()) {
                return "seed " + seed + " " + wrong;
            }
        }
        return "";
    }
}
