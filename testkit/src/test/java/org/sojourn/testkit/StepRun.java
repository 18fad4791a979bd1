package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.testkit.simulation.Tap;

/** Selectors that move, and a place that is lost at one step of one packet of the protocol, and is started anew perhaps. */
final class StepRun {
    /** What moves parts, and what is sent to them meanwhile. For answers to them see {@link AskingRun}. */
    static final List<PacketKind> KINDS = List.of(
            PacketKind.MAIL,
            PacketKind.SHIP,
            PacketKind.SHIPPED,
            PacketKind.GO,
            PacketKind.LOCATE,
            PacketKind.LOCATED,
            PacketKind.HINT,
            PacketKind.ROLL);

    private static final int FIRST_FEW = 6;
    private static final long LATEST_RESTART_NANOS = 3_000_000;

    /** Who is lost. */
    enum Victim {
        SENDER,
        RECEIVER,
        /** Another one: where the part was born, where a sender is, or where it has been. */
        BYSTANDER
    }

    /**
     * Where a place is lost.
     *
     * @param kind at which packet
     * @param step how far the packet has come
     * @param victim who is lost
     */
    record Point(PacketKind kind, Tap.Step step, Victim victim) {
        static List<Point> all() {
            List<Point> all = new ArrayList<>();
            KINDS.forEach(kind -> all.addAll(of(kind)));
            return all;
        }

        /** At each step of a kind of packet. */
        static List<Point> of(PacketKind kind) {
            List<Point> all = new ArrayList<>();
            for (Tap.Step step : Tap.Step.values()) {
                for (Victim victim : Victim.values()) {
                    all.add(new Point(kind, step, victim));
                }
            }
            return all;
        }
    }

    /** Loses the place at one of the first few such packets. */
    private static final class Ambush implements Tap {
        private final Point point;
        private final TrafficRun run;
        private final SimulatedCluster cluster;
        private final SplittableRandom random;
        private final EpochChain chain;

        /** What keeps the run open until the place is started anew; null if it isn't. */
        private final @Nullable KeepAlive restart;

        private int passed;

        Ambush(Point point, TrafficRun run, boolean isRestarting) {
            this.point = point;
            this.run = run;
            this.cluster = run.cluster();
            this.random = run.random();
            this.chain = new EpochChain(cluster.cluster(), Ambush::isLost, History.current()::wrong);
            this.restart = isRestarting ? cluster.place(0).keepAlive() : null;
            this.passed = random.nextInt(FIRST_FEW);
        }

        @Override
        public void packet(Step step, PacketKind kind, int from, int to) {
            chain.packet(step, kind, from, to);
            if (passed >= 0 && step == point.step() && kind == point.kind()) {
                int victim = switch (point.victim()) {
                    case SENDER -> from;
                    case RECEIVER -> to;
                    case BYSTANDER -> bystander(from, to);
                };
                if (victim > 0 && !isLost(victim) && passed-- == 0) {
                    run.crash(victim);
                    if (restart != null) {
                        cluster.cluster()
                                .simulation()
                                .schedule(random.nextLong(LATEST_RESTART_NANOS), "restart", victim, () -> {
                                    run.restart(victim);
                                    // Until the init place has its view, what it does is no part of the run.
                                    cluster.cluster()
                                            .simulation()
                                            .schedule(Troubles.BACKLOG_NANOS, "source", 0, restart::close);
                                });
                    }
                }
            }
        }

        /** The packet may not come so often. */
        private void giveUp() {
            if (passed >= 0 && restart != null) {
                passed = -1;
                restart.close();
            }
        }

        private static boolean isLost(int place) {
            return History.current().isLostNow(place);
        }

        /** Any other place than the init place; 0 if there is none. */
        private int bystander(int from, int to) {
            int places = cluster.cluster().members();
            int first = 1 + random.nextInt(places - 1);
            for (int i = 0; i < places - 1; i++) {
                int place = 1 + (first + i) % (places - 1);
                if (place != from && place != to && !isLost(place)) {
                    return place;
                }
            }
            return 0;
        }
    }

    private StepRun() {}

    /** Runs one seed; says what is wrong, or nothing. */
    static String run(long seed, Point point) {
        return run(seed, point, false);
    }

    /** Runs one seed in which the place that is lost comes back. */
    static String runWithRestart(long seed, Point point) {
        return run(seed, point, true);
    }

    /** Roll calls begin when a place is lost, so another is lost before. */
    private static String run(long seed, Point point, boolean isRestarting) {
        boolean isSecond = point.kind() == PacketKind.ROLL;
        return TrafficRun.movingShortly(seed, isSecond ? 4 : 3, run -> {
            if (isSecond) {
                TrafficRun.Trouble.CRASH.prepare(run);
            }
            Ambush ambush = new Ambush(point, run, isRestarting);
            run.cluster().cluster().packets().tap(ambush);
            run.cluster().cluster().simulation().schedule(TrafficRun.LONGEST_NANOS, "too late", 0, ambush::giveUp);
        });
    }

    /** Runs the seeds 1 to {@code most} with a point each, one after the other. */
    static String search(long most, boolean isChecked) {
        List<Point> all = Point.all();
        return Fault.first(most, seed -> run(seed, all.get((int) (seed % all.size()))));
    }

    /** The same where the place comes back. */
    static String searchRestarting(long most, boolean isChecked) {
        List<Point> all = Point.all();
        return Fault.first(most, seed -> runWithRestart(seed, all.get((int) (seed % all.size()))));
    }
}
