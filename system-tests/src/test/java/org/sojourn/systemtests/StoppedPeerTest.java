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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Four processes with small heaps, one of which is stopped while all flood each other, for ten minutes: for half of the time it is
 * stopped and continued again and again, then it is stopped in one piece.
 */
@EnabledIfSystemProperty(named = "sojourn.soak.seconds", matches = "\\d+")
class StoppedPeerTest {
    private static final long SECONDS = Long.getLong("sojourn.soak.seconds", 0);
    private static final List<Integer> PLACES = List.of(0, 1, 2, 3);
    private static final List<Integer> OTHERS = List.of(0, 1, 2);
    private static final int PEER = 3;
    private static final int MEMBERS = 6 * (PLACES.size() + OTHERS.size());
    private static final int FAR = 0;
    private static final int NEAR = 1;

    /** Longer than a connection may be silent, so that it is made anew; shorter than a place may be if nobody says more. */
    private static final int LONGEST_STOP_MILLIS = 25_000;

    private static final long MIB = 1 << 20;

    /** What waits for a peer, and what is on its way to it. */
    private static final long LINK_BYTES = 16 * MIB;

    /** What a mailbox may hold, and what may be held back for a selector that moves: the program says so of the mailboxes. */
    private static final int BOUND = 64;

    /** A letter in the heap, and the objects around it. */
    private static final int LETTER_BYTES = 1200;

    /** Two mailboxes of each member, if all are at one place, and what is held back for each. */
    private static final long MAIL_BYTES = (long) MEMBERS * 3 * BOUND * LETTER_BYTES;

    private static final long LIMIT = OTHERS.size() * LINK_BYTES + MAIL_BYTES + 64 * MIB;

    /** Letters that show that a circle goes on. */
    private static final int MORE = 5_000;

    /** So many looks without a letter show that it doesn't. */
    private static final int STILL = 3;

    @TempDir
    private Path logs;

    @Test
    void peer_stoppedWhileAllFloodEachOther_costsTheOthersABoundedHeapAndLosesNothing() throws IOException {
        long seed = Storm.newSeed();
        SplittableRandom random = new SplittableRandom(seed);
        try (Sojourn run = start(seed, "128m", "nothing")) {
            long peer = run.places(PLACES.size()).get(PEER).pid();
            awaitMore(run, FAR, PLACES);
            long began = System.nanoTime();
            long half = Duration.ofSeconds(SECONDS).toNanos() / 2;
            int stops = 0;
            for (; System.nanoTime() - began < half; stops++) {
                stop(run, peer, Duration.ofMillis(random.nextInt(LONGEST_STOP_MILLIS)));
            }
            stop(run, peer, Duration.ofNanos(half));
            end(run);

            CircleLogs said = CircleLogs.read(logs);
            System.out.println("seed " + seed + ": stopped " + stops
                    + " times and once for long; letters, questions, children "
                    + said.sums() + "; each place held at most "
                    + PLACES.stream().map(place -> said.most(place) / MIB).toList() + " MiB, and may hold "
                    + LIMIT / MIB);
            assertThat(said.judged(MEMBERS, LIMIT)).as("seed %s: %s", seed, run).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        loses    | 40 of 42 have all that was sent to them
        reorders | wrong far1 [letter
        hoards   | bytes, of at most
        """)
    void run_plantedFault_isFound(String fault, String complaint) throws IOException {
        try (Sojourn run = start(Storm.newSeed(), "512m", fault)) {
            awaitMore(run, FAR, PLACES);
            await(run, said -> !fault.equals("hoards") || said.most(0) > LIMIT);
            end(run);

            assertThat(CircleLogs.read(logs).judged(MEMBERS, LIMIT))
                    .anySatisfy(found -> assertThat(found).contains(complaint));
        }
    }

    private Sojourn start(long seed, String heap, String fault) {
        List<String> words =
                new ArrayList<>(List.of("run", "own.Circles", "--places", "" + PLACES.size(), "--heap", heap));
        words.addAll(List.of("--jvm-opt", "-Dsojourn.held-messages=" + BOUND, "--env", "LOGS=" + logs));
        words.addAll(List.of("--silence", "" + (SECONDS + 30)));
        words.addAll(List.of("--", "" + seed, fault));
        return Sojourn.start(OwnPrograms.environment(), words.toArray(String[]::new));
    }

    /** Stops it until who sends to it is held up and the others have gone on, and for so long at least; then all go on. */
    private void stop(Sojourn run, long peer, Duration time) {
        Sojourn.signal(peer, "STOP");
        assertThat(run.endsWithin(time)).as("%s", run).isFalse();
        await(run, said -> OTHERS.stream().allMatch(place -> isStill(said.of(place))));
        awaitMore(run, NEAR, OTHERS);
        Sojourn.signal(peer, "CONT");
        awaitMore(run, FAR, PLACES);
    }

    private static boolean isStill(List<CircleLogs.Look> looks) {
        return looks.size() >= STILL
                && looks.subList(looks.size() - STILL, looks.size()).stream()
                                .map(look -> look.received().get(FAR))
                                .distinct()
                                .count()
                        == 1;
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
                .until(() ->
                        isThere.test(CircleLogs.read(logs)) || !run.launcher().isAlive());
        assertThat(run.launcher().isAlive()).as("which has ended: %s", run).isTrue();
    }

    private void end(Sojourn run) throws IOException {
        Files.createFile(logs.resolve("enough"));
        assertThat(run.status()).as(run.toString()).isZero();
    }
}
