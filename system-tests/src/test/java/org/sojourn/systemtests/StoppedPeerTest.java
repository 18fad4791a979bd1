package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four processes with small heaps, one of which is stopped while all flood each other. With {@code -Psoak} that goes on for ten
 * minutes: the first half of the time it is stopped and continued again and again, the second half it is stopped in one piece.
 */
class StoppedPeerTest {
    private static final long SOAK_SECONDS = Long.getLong("sojourn.soak.seconds", 0);
    private static final int PLACES = 4;
    private static final int PEER = PLACES - 1;
    private static final List<Integer> OTHERS = List.of(0, 1, 2);
    private static final int MEMBERS = 6 * (PLACES + PLACES - 1);
    private static final int FAR = 0;
    private static final int NEAR = 1;

    /** Longer than a connection may be silent, so that it is made anew; shorter than a place may be by default. */
    private static final int LONGEST_STOP_MILLIS = 25_000;

    private static final long MIB = 1 << 20;

    /** What waits for a peer that takes nothing, and what is on its way to it. */
    private static final long LINK_BYTES = 16 * MIB;

    /** Of the members' mailboxes, if all were at one place. */
    private static final long MAILBOX_BYTES = MEMBERS * 2 * 64 * 1200;

    private static final long SLACK_BYTES = 64 * MIB;

    /** Letters that show that a circle goes on. */
    private static final int MORE = 5_000;

    @TempDir
    private Path logs;

    @Test
    void peer_stoppedWhileAllFloodEachOther_costsTheOthersABoundedHeapAndLosesNothing() throws IOException {
        long seed = NomadRun.newSeed();
        SplittableRandom random = new SplittableRandom(seed);
        try (Sojourn run = start(seed, "nothing")) {
            long peer = run.places(PLACES).get(PEER).pid();
            awaitMore(run, FAR, List.of(0, 1, 2, 3));
            long began = System.nanoTime();
            long half = Duration.ofSeconds(SOAK_SECONDS).toNanos() / 2;
            int stops = 0;
            while (System.nanoTime() - began < half) {
                stop(run, peer, Duration.ofMillis(random.nextInt(LONGEST_STOP_MILLIS)));
                stops++;
            }
            stop(run, peer, Duration.ofNanos(half));
            end(run);

            CircleLogs said = CircleLogs.read(logs);
            System.out.println("seed " + seed + ", " + (stops + 1) + " stops; letters, questions, children: " + said.sums()
                    + "; MiB held at most: " + held(said));
            assertThat(said.judged(MEMBERS, limits())).as("seed %s: %s", seed, run).isEmpty();
        }
    }

    private Sojourn start(long seed, String fault) {
        return Sojourn.start(
                OwnPrograms.environment(),
                "run", "own.Circles", "--places", "" + PLACES, "--heap", "128m", "--silence", "" + (SOAK_SECONDS + 30),
                "--env", "LOGS=" + logs, "--", "" + seed, SOAK_SECONDS == 0 ? "200" : "1000", fault);
    }

    /** Stops it until who sends to it is held up and the others have gone on, and for so long at least; then all go on. */
    private void stop(Sojourn run, long peer, Duration time) {
        Sojourn.signal(peer, "STOP");
        assertThat(run.endsWithin(time)).as("%s", run).isFalse();
        awaitMore(run, NEAR, OTHERS);
        await(run, said -> OTHERS.stream().allMatch(place -> isStill(said.of(place))));
        awaitMore(run, NEAR, OTHERS);
        Sojourn.signal(peer, "CONT");
        awaitMore(run, FAR, List.of(0, 1, 2, 3));
    }

    private static boolean isStill(List<CircleLogs.Look> looks) {
        int last = looks.size() - 1;
        return looks.get(last).received().get(FAR).equals(looks.get(last - 1).received().get(FAR));
    }

    /** Waits until the members of a circle at each of these places have received more than now. */
    private void awaitMore(Sojourn run, int circle, List<Integer> places) {
        CircleLogs now = CircleLogs.read(logs);
        await(
                run,
                said -> places.stream()
                        .allMatch(place -> received(said, place, circle) >= received(now, place, circle) + MORE));
    }

    private static long received(CircleLogs said, int place, int circle) {
        List<CircleLogs.Look> looks = said.of(place);
        return looks.isEmpty() ? 0 : looks.get(looks.size() - 1).received().get(circle);
    }

    private void await(Sojourn run, Predicate<CircleLogs> isThere) {
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(() -> isThere.test(CircleLogs.read(logs))
                        || !run.launcher().isAlive());
        assertThat(run.launcher().isAlive()).as("which has ended: %s", run).isTrue();
    }

    private void end(Sojourn run) throws IOException {
        Files.createFile(logs.resolve("enough"));
        assertThat(run.status()).as(run.toString()).isZero();
    }

    /** One peer costs the others what its link holds; it itself gets as much from each of them when it goes on. */
    private static List<Long> limits() {
        List<Long> limits = new ArrayList<>();
        for (int place = 0; place < PLACES; place++) {
            limits.add((place == PEER ? OTHERS.size() : 1) * LINK_BYTES + MAILBOX_BYTES + SLACK_BYTES);
        }
        return limits;
    }

    private static List<Long> held(CircleLogs said) {
        List<Long> held = new ArrayList<>();
        for (int place = 0; place < PLACES; place++) {
            held.add(said.most(place) / MIB);
        }
        return held;
    }
}
