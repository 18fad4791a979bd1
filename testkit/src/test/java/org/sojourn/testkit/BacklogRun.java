package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.testkit.simulation.Cluster;

/**
 * Senders at all places, and a receiver that moves to a place which is paused meanwhile, so that its mail is held back for long; and the
 * checker of that: no place holds back more than its bound, with what senders in mid-message and links have added; everybody comes
 * to the end, in order. In some runs the place where the receiver goes is lost.
 */
final class BacklogRun {
    private static final int PLACES = 3;
    private static final int BOUND = 16;
    private static final int ITEMS = 300;
    private static final int LINK_BYTES = 4 << 10;

    /** What an item takes on its way at least. */
    private static final int ITEM_BYTES = 40;

    private static final Pattern HELD = Pattern.compile("(\\d+) messages? (?:and questions|or question) for");
    private static final ThreadLocal<Checker> CHECKER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(BacklogRun::newCodec);

    private BacklogRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Item(0, 0));
        codec.encode(new Move(1));
        codec.encode(new GoOn(1, List.of()));
        return codec;
    }

    private record Item(int sender, int number) {}

    private record Move(int to) {}

    private record GoOn(int burst, List<Handle<Object>> receiver) {}

    /** Counts what places hold back, and what comes. */
    private static final class Checker implements Judged.Checker {
        private final int senders;
        private final int burst;
        private final boolean isLossy;
        private final int[] next;
        private @Nullable Cluster cluster;
        private int peak;
        private final List<String> wrong = new ArrayList<>();

        Checker(int senders, int burst, boolean isLossy) {
            this.senders = senders;
            this.burst = burst;
            this.isLossy = isLossy;
            next = new int[senders];
        }

        void look() {
            for (int place = 0; place < PLACES; place++) {
                for (String each : Objects.requireNonNull(cluster)
                        .kernel(place)
                        .migration()
                        .heldBack()) {
                    Matcher held = HELD.matcher(each);
                    if (held.find()) {
                        peak = Math.max(peak, Integer.parseInt(held.group(1)));
                    }
                }
            }
        }

        void processed(Item item) {
            int due = next[item.sender()];
            next[item.sender()] = item.number() + 1;
            if (isLossy ? item.number() < due : item.number() != due) {
                wrong.add("out of order: " + item + " where " + due + " was due");
            }
        }

        @Override
        public void end(SimulatedCluster at, Ending ending) {
            int most = BOUND + 2 * senders * (burst + 1) + 2 * PLACES * LINK_BYTES / ITEM_BYTES;
            if (peak > most) {
                wrong.add("a place held back " + peak + ", which is beyond its bound of " + BOUND
                        + " and what may come on top, " + most + " in all");
            }
            for (int i = 0; i < senders && !isLossy; i++) {
                if (next[i] != ITEMS) {
                    wrong.add("of sender " + i + " came " + next[i]);
                }
            }
        }

        @Override
        public List<String> found() {
            return wrong;
        }
    }

    /** Its mailbox is crowded as well in half of the runs. */
    private static final class Receiver extends Selector<Object> {
        private static final Mailbox<Object> WIDE = Mailbox.of("all", Object.class);
        private static final Mailbox<Object> NARROW =
                Mailbox.of("all", Object.class).bound(BOUND / 4);

        Receiver(boolean isNarrow) {
            super(isNarrow ? NARROW : WIDE);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Item item) {
                CHECKER.get().processed(item);
            } else if (message instanceof Move move) {
                migrateTo(new Place(move.to()));
            }
        }
    }

    private static final class Sender extends Actor<GoOn> {
        private final int index;
        private int number;

        Sender(int index) {
            this.index = index;
        }

        @Override
        protected void process(GoOn message) {
            int until = Math.min(ITEMS, number + message.burst());
            for (; number < until; number++) {
                message.receiver().get(0).send(new Item(index, number));
            }
            CHECKER.get().look();
            if (number < ITEMS) {
                self().send(message);
            }
        }
    }

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, boolean isChecked, boolean isCrashing) {
        SplittableRandom random = new SplittableRandom(seed);
        int senders = 3 + random.nextInt(6);
        int burst = 1 + random.nextInt(4);
        SimulatedCluster.Builder places = SimulatedCluster.builder()
                .places(PLACES)
                .seed(seed)
                .delays(Duration.ofNanos(2_000), Duration.ofNanos(10_000L << random.nextInt(4)))
                .lostConnections(random.nextInt(2) * 10_000)
                .linkBytes(LINK_BYTES)
                .codec(CODEC.get())
                .copies();
        int from = random.nextInt(PLACES);
        int paused = 1 + random.nextInt(PLACES - 1);
        Checker checker = new Checker(senders, burst, isCrashing);
        CHECKER.set(checker);
        try {
            return Judged.run(places, isChecked, checker, word -> isWell(word, isCrashing), cluster -> {
                checker.cluster = cluster.cluster();
                for (int i = 0; i < PLACES; i++) {
                    cluster.cluster().kernel(i).muting().heldBound(BOUND);
                }
                begin(cluster, from, paused, senders, burst, random.nextBoolean());
                disturb(cluster, paused, random, isCrashing, checker);
            });
        } finally {
            CHECKER.remove();
        }
    }

    private static boolean isWell(Ending.Word word, boolean isCrashing) {
        return word == Ending.Word.QUIESCENT || isCrashing && word == Ending.Word.TERMINATED_WITH_LOSS;
    }

    private static void begin(
            SimulatedCluster cluster, int from, int paused, int senders, int burst, boolean isNarrow) {
        Handle<Object> receiver = cluster.place(0).create(new Place(from), () -> new Receiver(isNarrow));
        for (int i = 0; i < senders; i++) {
            int index = i;
            cluster.place(0)
                    .create(new Place(i % PLACES), () -> new Sender(index))
                    .send(new GoOn(burst, List.of(receiver)));
        }
        receiver.send(new Move(paused));
        receiver.send(new Move((paused + 1) % PLACES));
    }

    /** The place is paused about when the receiver comes, and goes on when others have filled what they may; or it is lost. */
    private static void disturb(
            SimulatedCluster cluster, int paused, SplittableRandom random, boolean isCrashing, Checker checker) {
        long begin = random.nextLong(200_000);
        long end = begin + 2_000_000 + random.nextLong(8_000_000);
        Cluster inside = cluster.cluster();
        inside.simulation().schedule(end - 1, "look", paused, checker::look);
        inside.simulation().schedule(begin, "pause", paused, () -> inside.pause(paused));
        if (isCrashing) {
            inside.simulation().schedule(end, "crash", paused, () -> inside.crash(paused));
        } else {
            inside.simulation().schedule(end, "resume", paused, () -> inside.resume(paused));
        }
    }

    /** Runs the seeds 1 to {@code most}, each without and with a place that is lost, and says for the first that is wrong what is. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> {
            String wrong = run(seed, isChecked, false);
            return wrong.isEmpty() ? run(seed, isChecked, true) : wrong;
        });
    }
}
