package org.sojourn.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;

/**
 * Selectors that set timers and move between places whose clocks have nothing to do with each other; and the checker: no message of
 * a timer comes before the clocks of the places that its selector was at have measured its time, none is lost, and none comes twice.
 */
final class ClockRun {
    private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
    private static final int TRAVELLERS = 4;
    private static final int ROUNDS = 8;
    private static final long SHORT_NANOS = 5_000_000;
    private static final long LONG_NANOS = 60_000_000_000L;

    private static final ThreadLocal<@Nullable Ledger> LEDGER = new ThreadLocal<>();
    private static final ThreadLocal<Codec> CODEC = ThreadLocal.withInitial(ClockRun::newCodec);

    private ClockRun() {}

    /** Numbers the classes in one order before any run. */
    private static Codec newCodec() {
        Codec codec = SimulatedCluster.builder().newCodec();
        codec.encode(new Round(0, 0));
        codec.encode(new Due(0, 0));
        return codec;
    }

    /** Time for the next timers. */
    private record Round(int left, long salt) {}

    /** A timer's message: which timer, and what the traveller's own stopwatch must show at least. */
    private record Due(int timer, long notBefore) {}

    /** What the run of one seed has done. */
    private static final class Ledger implements Judged.Checker {
        private final List<Integer> rung = new ArrayList<>();
        private final List<String> wrong = new ArrayList<>();
        private @Nullable SimulatedCluster cluster;

        int set() {
            rung.add(0);
            return rung.size() - 1;
        }

        long clock(Place place) {
            return cluster == null
                    ? 0
                    : cluster.cluster().kernel(place.id()).site().clock().nanoTime();
        }

        void rang(Due due, long measured) {
            if (rung.set(due.timer(), rung.get(due.timer()) + 1) > 0) {
                wrong.add("repeated: timer " + due.timer());
            }
            if (measured < due.notBefore()) {
                wrong.add("early: timer " + due.timer() + " by " + (due.notBefore() - measured) + " ns");
            }
        }

        @Override
        public void end(SimulatedCluster cluster, Ending ending) {
            long silent = rung.stream().filter(times -> times == 0).count();
            if (silent > 0) {
                wrong.add("lost: " + silent + " timers");
            }
        }

        @Override
        public List<String> found() {
            return wrong.subList(0, Math.min(wrong.size(), 5));
        }
    }

    private static Ledger ledger() {
        Ledger ledger = LEDGER.get();
        if (ledger == null) {
            throw new IllegalStateException("no run has begun on this thread");
        }
        return ledger;
    }

    /** Sets timers, moves, and has a stopwatch that runs by the clock of wherever it is; on its way, by that of where it goes. */
    private static final class Traveller extends Selector<Object> {
        private long measured;
        private long since;

        Traveller() {
            super(ALL);
            since = ledger().clock(here());
        }

        @Override
        protected void beforeMove(Place to) {
            measured = stopwatch();
            since = ledger().clock(to);
        }

        private long stopwatch() {
            return measured + ledger().clock(here()) - since;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Due due) {
                ledger().rang(due, stopwatch());
            } else if (message instanceof Round round) {
                SplittableRandom random = new SplittableRandom(round.salt());
                long delay = random.nextLong(random.nextInt(4) == 0 ? LONG_NANOS : SHORT_NANOS);
                after(Duration.ofNanos(delay), new Due(ledger().set(), stopwatch() + delay));
                if (random.nextBoolean()) {
                    List<Place> places = system().places();
                    migrateTo(places.get(random.nextInt(places.size())));
                }
                if (round.left() > 0) {
                    after(
                            Duration.ofNanos(random.nextLong(SHORT_NANOS)),
                            new Round(round.left() - 1, random.nextLong()));
                }
            }
        }
    }

    /** Runs one seed; returns what is wrong, or nothing. */
    static String run(long seed, boolean isChecked) {
        SimulatedCluster.Builder places = SimulatedCluster.builder()
                .places(3)
                .seed(seed)
                .codec(CODEC.get())
                .ownClocks();
        Ledger ledger = new Ledger();
        LEDGER.set(ledger);
        try {
            return Judged.run(places, isChecked, ledger, word -> word == Ending.Word.QUIESCENT, cluster -> {
                ledger.cluster = cluster;
                SplittableRandom random = new SplittableRandom(seed);
                for (int i = 0; i < TRAVELLERS; i++) {
                    cluster.place(0)
                            .create(new Place(random.nextInt(3)), Traveller::new)
                            .send(new Round(ROUNDS, random.nextLong()));
                }
            });
        } finally {
            LEDGER.remove();
        }
    }

    /** Runs seeds until one shows something wrong. */
    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, isChecked));
    }
}
