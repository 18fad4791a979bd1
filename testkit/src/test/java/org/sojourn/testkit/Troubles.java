package org.sojourn.testkit;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.testkit.simulation.Cluster;

/**
 * What may happen to the places of a {@link TrafficRun}, each at some time while its selectors talk. A place that is cut off or
 * does nothing for less than the silence bound stays in the run, and nothing may be lost by that. One of which
 * nothing is heard for longer is out; whatever it does from the beginning of its silence on counts for nothing, as if it had been
 * killed then.
 */
final class Troubles {
    /** How long silence is borne. */
    static final Duration SILENCE = Duration.ofSeconds(2);

    private static final long MILLI = 1_000_000;

    /** What a place that was out has still sent, if it is taken anywhere, has been by then. */
    static final long BACKLOG_NANOS = 50 * MILLI;

    private Troubles() {}

    /** A place is lost. */
    static void crash(TrafficRun run) {
        long nanos = run.random().nextLong(TrafficRun.LONGEST_NANOS);
        int place = anyButInit(run);
        run.cluster().cluster().simulation().schedule(nanos, "crash", place, () -> run.crash(place));
    }

    /** A place leaves in order: at any time if nobody is asked for there from outside, else when nobody is any more. */
    static void leave(TrafficRun run) {
        if (run.cluster().cluster().members() == 1) {
            return;
        }
        int place = run.withoutHandles();
        long nanos =
                run.random().nextLong(TrafficRun.LONGEST_NANOS) + (run.isAsked(place) ? TrafficRun.LONGEST_NANOS : 0);
        KeepAlive open = run.cluster().place(0).keepAlive();
        run.cluster().cluster().simulation().schedule(nanos, "leave", place, () -> {
            run.cluster().cluster().leave(place).whenComplete((left, failure) -> open.close());
        });
    }

    /**
     * A place leaves in order while ways between places, its own or those of others, are slow now and then. When it is out all are greeted
     * once more by those who have asked for them.
     */
    static void leaveSlowly(TrafficRun run) {
        SplittableRandom random = run.random();
        Cluster cluster = run.cluster().cluster();
        int members = cluster.members();
        int place = run.withoutHandles();
        long nanos =
                random.nextLong(TrafficRun.LONGEST_NANOS / 2) + (run.isAsked(place) ? TrafficRun.LONGEST_NANOS : 0);
        for (int slow = 1 + random.nextInt(4); slow > 0; slow--) {
            int from = random.nextInt(members);
            int to = (from + 1 + random.nextInt(members - 1)) % members;
            long at = random.nextLong(nanos + TrafficRun.LONGEST_NANOS);
            KeepAlive open = run.cluster().place(0).keepAlive();
            cluster.simulation().schedule(at, "slow", 0, () -> cluster.block(from, to));
            cluster.simulation().schedule(at + random.nextLong(MILLI << random.nextInt(10)), "its end", 0, () -> {
                cluster.heal();
                open.close();
            });
        }
        KeepAlive open = run.cluster().place(0).keepAlive();
        cluster.simulation()
                .schedule(
                        nanos,
                        "leave",
                        place,
                        () -> cluster.leave(place)
                                .whenComplete((left, failure) -> cluster.simulation()
                                        .schedule(random.nextLong(MILLI << random.nextInt(6)), "source", 0, () -> {
                                            run.greetAll();
                                            open.close();
                                        })));
    }

    /** Some ways between places are cut, both ways or one way; nobody is lost by it. */
    static void partition(TrafficRun run) {
        SimulatedCluster cluster = run.cluster();
        SplittableRandom random = run.random();
        int[] some = someButInit(run);
        boolean isOneWay = random.nextInt(3) == 0;
        boolean isIn = random.nextBoolean();
        int other = random.nextInt(cluster.cluster().members());
        begins(
                run,
                () -> {
                    if (!isOneWay) {
                        cluster.partition(some);
                    } else if (isIn) {
                        cluster.block(other, some[0]);
                    } else {
                        cluster.block(some[0], other);
                    }
                },
                shortly(random),
                cluster::heal);
    }

    /** One place or more, but not all, are cut off together, until they are out and have ended or long afterwards. */
    static void expulsion(TrafficRun run) {
        int[] some = someButInit(run);
        begins(
                run,
                () -> {
                    run.lose(some);
                    run.cluster().partition(some);
                },
                tooLong(run.random()),
                run.cluster()::heal);
    }

    /** A place, the init place perhaps, does nothing; nobody is lost by it. */
    static void pause(TrafficRun run) {
        int place = run.random().nextInt(run.cluster().cluster().members());
        begins(
                run,
                () -> run.cluster().pause(place),
                shortly(run.random()),
                () -> run.cluster().resume(place));
    }

    /** A place does nothing until it is out, and goes on afterwards. */
    static void stop(TrafficRun run) {
        int place = anyButInit(run);
        begins(
                run,
                () -> {
                    run.lose(place);
                    run.cluster().pause(place);
                },
                tooLong(run.random()),
                () -> run.cluster().resume(place));
    }

    /** A place is started anew, at once or some time after it was killed, and takes part again. */
    static void restart(TrafficRun run) {
        int place = run.withoutHandles();
        boolean isAtOnce = run.random().nextInt(3) == 0;
        begins(
                run,
                () -> run.crash(place),
                isAtOnce ? 0 : run.random().nextLong(TrafficRun.LONGEST_NANOS),
                () -> run.restart(place));
    }

    /** Something begins at some time and ends later; the run stays open until then. */
    private static void begins(TrafficRun run, Runnable begins, long forNanos, Runnable ends) {
        SimulatedCluster cluster = run.cluster();
        KeepAlive open = cluster.place(0).keepAlive();
        long nanos = run.random().nextLong(TrafficRun.LONGEST_NANOS / 2);
        var simulation = cluster.cluster().simulation();
        simulation.schedule(nanos, "trouble", 0, begins);
        simulation.schedule(nanos + forNanos, "its end", 0, ends);
        simulation.schedule(nanos + forNanos + BACKLOG_NANOS, "source", 0, open::close);
    }

    /** Less than the bound, and mostly as long as mail is on its way. */
    private static long shortly(SplittableRandom random) {
        return random.nextLong(Math.min(MILLI << random.nextInt(12), SILENCE.toNanos()));
    }

    /** Long enough for all to know that a place is out, after the bound and a tenth. */
    private static long tooLong(SplittableRandom random) {
        long known = SILENCE.toNanos() * 11 / 10 + 20 * MILLI;
        return known + random.nextLong(SILENCE.toNanos());
    }

    private static int anyButInit(TrafficRun run) {
        return 1 + run.random().nextInt(run.cluster().cluster().members() - 1);
    }

    /** One place at least, and never the init place. */
    private static int[] someButInit(TrafficRun run) {
        int one = anyButInit(run);
        int members = run.cluster().cluster().members();
        int salt = run.random().nextInt(1 << members);
        return IntStream.range(1, members)
                .filter(each -> each == one || (salt >> each & 1) > 0 && (salt & 1) > 0)
                .toArray();
    }
}
