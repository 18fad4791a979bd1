package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.membership.SilenceJudge;

/**
 * The shipped links and the shipped judge in virtual time: connections are reset all the time, packets don't arrive for seconds, either
 * way or one way, processes are stopped, briefly or for longer than the bound, and judges with them.
 */
class SilenceTest {
    private static final int SEEDS = Integer.getInteger("sojourn.silences", 30);
    private static final long FIRST_SEED = Long.getLong("sojourn.seed", 1);
    private static final int PLACES = 4;
    private static final long BOUND = TimeUnit.SECONDS.toNanos(10);
    private static final long BEAT = BOUND / 30;
    private static final long LONGEST_BLOCK = TimeUnit.SECONDS.toNanos(3);
    private static final long LONGEST_STOP = TimeUnit.SECONDS.toNanos(2);
    private static final long RUN = TimeUnit.SECONDS.toNanos(60);

    /** What was sent before the end may come so much later, and still counts as heard. */
    private static final long LATE_WORD = 2 * LONGEST_BLOCK + TimeUnit.SECONDS.toNanos(1);

    private enum Fault {
        NONE,
        /** A late look makes up for those that were missed. */
        LATENESS_COUNTS,
        /** A connection that is lost is a verdict. */
        RESET_IS_A_VERDICT,
        NO_SIGNS_OF_LIFE,
        /** What comes isn't told. */
        NOTHING_IS_HEARD,
        /** Somebody hears those who have ended. */
        THE_DEAD_ARE_HEARD,
        NOBODY_LOOKS
    }

    private record Verdict(int by, int on, long time, long heardAt) {}

    /** How a place ends for the init place, or the init place for it. */
    private enum End {
        PROCESS_KILLED,
        PROCESS_STOPPED,
        CUT_ONE_WAY,
        CUT_BOTH_WAYS
    }

    /** A star, as between an init place and the others. */
    private static final class Watch {
        final Cluster cluster;
        final SplittableRandom random;
        final Fault fault;
        final List<Verdict> verdicts = new ArrayList<>();
        private final List<SilenceJudge> judges = new ArrayList<>();
        private final List<Map<Member, Long>> heard = new ArrayList<>();
        private final long[] looked = new long[PLACES];

        Watch(long seed, Fault fault) {
            this.cluster = new Cluster(seed, PLACES, 1 << 20);
            this.random = cluster.time.random.split();
            this.fault = fault;
            for (int i = 0; i < PLACES; i++) {
                judges.add(new SilenceJudge(BOUND, 0));
                heard.add(new HashMap<>());
                int self = i;
                Touch touch = new Touch(
                        BEAT,
                        member -> fault != Fault.NO_SIGNS_OF_LIFE && watches(self, member.place()),
                        member -> hear(self, member),
                        judges.get(i)::ended);
                cluster.meshes.get(i).keepInTouch(touch);
                judges.get(i)
                        .watch(cluster.members.stream()
                                .filter(each -> watches(self, each.place()))
                                .toList());
            }
            cluster.start();
            for (int i = 0; i < PLACES; i++) {
                look(i);
            }
        }

        static boolean watches(int one, int other) {
            return one != other && (one == 0 || other == 0);
        }

        VirtualWire wire(int place) {
            return cluster.net.wires.get(place);
        }

        private void hear(int self, Member from) {
            if (fault != Fault.NOTHING_IS_HEARD) {
                heard.get(self).put(from, cluster.time.now());
                judges.get(self).heard(from);
            }
        }

        private void look(int self) {
            long now = cluster.time.now();
            long period = judges.get(self).periodNanos();
            if (fault == Fault.LATENESS_COUNTS) {
                for (long missed = looked[self] + period; missed < now; missed += period) {
                    judge(self, missed);
                }
            }
            if (fault == Fault.THE_DEAD_ARE_HEARD) {
                cluster.members.forEach(judges.get(self)::heard);
            }
            if (fault != Fault.NOBODY_LOOKS) {
                judge(self, now);
            }
            looked[self] = now;
            // Another thread's timer, in a process that other processes keep waiting now and then.
            wire(self).loop().schedule(period + random.nextLong(period / 10), () -> look(self));
        }

        private void judge(int self, long time) {
            for (Member out : judges.get(self).look(time)) {
                put(self, out.place());
            }
        }

        private void put(int by, int on) {
            long last = heard.get(by).getOrDefault(cluster.members.get(on), 0L);
            verdicts.add(new Verdict(by, on, cluster.time.now(), last));
        }

        /** Resets a connection each 20 to 400 ms, here and there, for so long. */
        void resets(long until) {
            long next = cluster.time.now() + TimeUnit.MILLISECONDS.toNanos(20 + random.nextInt(380));
            if (next < until) {
                cluster.time.at(next, () -> {
                    reset(wire(random.nextInt(PLACES)));
                    resets(until);
                });
            }
        }

        private void reset(VirtualWire wire) {
            for (VirtualWire.End each : List.copyOf(wire.ends)) {
                each.reset();
                if (fault == Fault.RESET_IS_A_VERDICT) {
                    put(0, 1);
                }
            }
        }

        /** Now and then nothing arrives for a while, anywhere or one way between two; never at once after another. */
        void blocks(long until) {
            long next = cluster.time.now() + TimeUnit.SECONDS.toNanos(8) + random.nextLong(LONGEST_BLOCK);
            if (next < until) {
                cluster.time.at(next, () -> {
                    long nanos = LONGEST_BLOCK / 2 + random.nextLong(LONGEST_BLOCK / 2);
                    int one = random.nextBoolean() ? -1 : random.nextInt(PLACES);
                    for (int from = 0; from < PLACES; from++) {
                        for (int to = 0; to < PLACES; to++) {
                            if (one < 0 || one == from) {
                                cluster.net.block(wire(from), wire(to), nanos);
                            }
                        }
                    }
                    blocks(until);
                });
            }
        }

        /** Stops a process now and then: for moments, one after the other, or for longer. */
        void stops(long until, int... places) {
            long next = cluster.time.now() + TimeUnit.MILLISECONDS.toNanos(10 + random.nextInt(200));
            if (next < until) {
                cluster.time.at(next, () -> {
                    int place = places[random.nextInt(places.length)];
                    long nanos = random.nextInt(40) == 0 ? LONGEST_STOP : TimeUnit.MILLISECONDS.toNanos(50);
                    stop(place, 1 + random.nextLong(nanos));
                    cluster.time.at(cluster.time.now() + nanos, () -> stops(until, places));
                });
            }
        }

        void stop(int place, long nanos) {
            wire(place).stopProcess();
            cluster.time.at(cluster.time.now() + nanos, wire(place)::continueProcess);
        }

        void end(int place, End how) {
            switch (how) {
                case PROCESS_KILLED -> {
                    wire(place).close();
                    wire(place).stopProcess();
                }
                case PROCESS_STOPPED -> wire(place).stopProcess();
                case CUT_ONE_WAY -> cluster.net.block(wire(place), wire(0), TimeUnit.DAYS.toNanos(1));
                case CUT_BOTH_WAYS -> {
                    cluster.net.block(wire(place), wire(0), TimeUnit.DAYS.toNanos(1));
                    cluster.net.block(wire(0), wire(place), TimeUnit.DAYS.toNanos(1));
                }
            }
        }
    }

    /** The silence of those who live is shorter than the bound. */
    private static @Nullable String whoIsJudgedThoughEverybodyLives(long seed, Fault fault) {
        Watch watch = new Watch(seed, fault);
        watch.resets(RUN);
        watch.blocks(RUN);
        watch.stops(RUN, 0, 1, 2, 3);
        watch.cluster.time.run(RUN);
        return watch.verdicts.isEmpty() ? null : "everybody lives: " + watch.verdicts;
    }

    /** A judge that was stopped for longer than the bound hasn't heard anybody meanwhile, and holds that against nobody. */
    private static @Nullable String whoIsJudgedByWhoeverWasStopped(long seed, Fault fault) {
        Watch watch = new Watch(seed, fault);
        watch.resets(RUN);
        watch.cluster.time.run(TimeUnit.SECONDS.toNanos(5) + watch.random.nextLong(BOUND));
        int sleeper = watch.random.nextInt(PLACES);
        watch.stop(sleeper, BOUND + watch.random.nextLong(3 * BOUND));
        watch.cluster.time.run(5 * BOUND);
        List<Verdict> wrong =
                watch.verdicts.stream().filter(each -> each.by() == sleeper).toList();
        return wrong.isEmpty() ? null : "by p" + sleeper + ", which was stopped: " + wrong;
    }

    /** Whoever is gone is judged after the bound, and no sooner, while all the rest goes on. */
    private static @Nullable String whoIsNotJudgedInTime(long seed, Fault fault, End end) {
        Watch watch = new Watch(seed, fault);
        long over = watch.cluster.time.now() + 10 * BOUND;
        watch.resets(over);
        watch.blocks(over);
        watch.cluster.time.run(TimeUnit.SECONDS.toNanos(5) + watch.random.nextLong(BOUND));
        int victim = end == End.CUT_ONE_WAY || watch.random.nextBoolean() ? 1 + watch.random.nextInt(PLACES - 1) : 0;
        int[] others = Arrays.stream(new int[] {0, 1, 2, 3})
                .filter(each -> each != victim)
                .toArray();
        watch.stops(over, others);
        long gone = watch.cluster.time.now();
        watch.end(victim, end == End.CUT_BOTH_WAYS && victim == 0 ? End.PROCESS_STOPPED : end);
        watch.cluster.time.run(3 * BOUND);
        for (int judge : victim == 0 ? others : new int[] {0}) {
            Verdict first = watch.verdicts.stream()
                    .filter(each -> each.by() == judge && each.on() == victim)
                    .findFirst()
                    .orElse(null);
            // Its looks were late by as much as it was stopped: two seconds at a time, or fractions of 50 ms in 100.
            long latest = gone + LATE_WORD + 2 * BOUND;
            if (first == null || first.time() > latest) {
                return "p" + judge + " says of p" + victim + ", gone at " + gone + ": " + first + " of "
                        + watch.verdicts;
            }
            if (first.time() - first.heardAt() < BOUND) {
                return "too soon: " + first;
            }
        }
        boolean isOther = watch.verdicts.stream().anyMatch(each -> each.on() != victim && each.by() != victim);
        return isOther ? "others were judged: " + watch.verdicts : null;
    }

    private static @Nullable String anythingWrong(long seed, Fault fault) {
        for (String wrong : Arrays.asList(
                whoIsJudgedThoughEverybodyLives(seed, fault),
                whoIsJudgedByWhoeverWasStopped(seed, fault),
                whoIsNotJudgedInTime(seed, fault, End.values()[(int) (seed % End.values().length)]))) {
            if (wrong != null) {
                return "seed " + seed + " (-Dsojourn.seed=" + seed + " -Dsojourn.silences=1): " + wrong;
            }
        }
        return null;
    }

    @Test
    void silence_whateverHappensToConnections_isTheOnlyVerdict() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            assertThat(anythingWrong(seed, Fault.NONE)).isNull();
        }
    }

    @Tag("planted")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void fault_planted_isFound(Fault fault) {
        String found = null;
        for (long seed = FIRST_SEED; found == null && seed < FIRST_SEED + SEEDS; seed++) {
            found = anythingWrong(seed, fault);
        }
        assertThat(found).as("%s", fault).isNotNull();
    }
}
