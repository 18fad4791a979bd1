package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.threads.ThreadSpace;
import org.sojourn.threads.programs.Large;
import org.sojourn.threads.programs.Stays;
import org.sojourn.threads.programs.Waits;
import org.sojourn.threads.programs.Works;
import org.sojourn.threads.wire.Message;

@Timeout(120)
class ThreadsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ThreadSpace.Settings HOME = new ThreadSpace.Settings(false, 0);
    private static final ThreadSpace.Settings SPREAD = new ThreadSpace.Settings(true, 0);
    private static final ThreadSpace.Settings ROTATE = new ThreadSpace.Settings(true, 1);

    /** Lines of several threads come in any order. */
    private static List<String> sorted(String text) {
        return Arrays.stream(text.split("\n")).sorted().toList();
    }

    private static long moves(Places places) {
        return places.home().moves();
    }

    @Test
    void program_spread_printsAsAtOnePlace() throws Exception {
        String plain = Places.plain(Works.class, "1");
        try (Places places = new Places(3)) {
            places.begin(SPREAD, Works.class, "1");
            assertThat(sorted(places.end())).isEqualTo(sorted(plain));
            assertThat(moves(places)).as("%s", places.home().report()).isPositive();
            assertThat(places.refused()).isEmpty();
        }
    }

    @Test
    void program_rotated_printsAsAtOnePlace() throws Exception {
        String plain = Places.plain(Works.class, "2");
        try (Places places = new Places(3)) {
            places.begin(ROTATE, Works.class, "2");
            assertThat(sorted(places.end())).isEqualTo(sorted(plain));
            assertThat(moves(places)).as("%s", places.home().report()).isGreaterThan(5);
            assertThat(places.refused()).isEmpty();
        }
    }

    @Test
    void tasks_thatShareWhatChanges_stayAndSayWhy() throws Exception {
        String plain = Places.plain(Stays.class);
        try (Places places = new Places(2)) {
            places.begin(SPREAD, Stays.class);
            assertThat(places.end()).isEqualTo(plain);
            assertThat(places.home().report()).containsEntry("moves", 0L);
            String stayed = String.valueOf(places.home().report().get("stayed"));
            assertThat(stayed)
                    .contains("captures-array", "captures-atomic", "sets-static", "reads-table", "environment")
                    .contains("interface", "list", "locked", "same", "lucky", "rolls", "own")
                    .contains(
                            "shared", "dated", "watched", "told", "asked", "ended", "timed", "local", "group",
                            "monitor")
                    .contains(
                            "Stays$Own, whose field isStopped is set by",
                            "Stays$Watched, whose field progress is volatile",
                            "a method of its own for what reaches it from home:"
                                    + " org.sojourn.threads.programs.Stays$Told",
                            "Stays$Asked.isInterrupted",
                            "Stays$Ended.end, which others than its task may call",
                            "Stays$Timed.lambda$new$0, which others than its task may call",
                            "Stays$Shared.close, which others than its task may call",
                            "it needs the class org.sojourn.threads.programs.Stays$Dated",
                            "enters a monitor",
                            "a stream of its own for that, a org.sojourn.threads.programs.Stays$Numbered",
                            "the name of its group has more than 10000 characters");
        }
    }

    @Test
    void program_ofWhichAClassCannotBeRead_staysAndSaysWhich() throws Exception {
        String plain = Places.plain(Works.class, "1");
        try (Places places = Places.unread(2, Waits.class)) {
            places.begin(ROTATE, Works.class, "1");
            assertThat(sorted(places.end())).isEqualTo(sorted(plain));
            assertThat(places.home().report()).containsEntry("moves", 0L);
            assertThat(String.valueOf(places.home().report().get("stayed")))
                    .contains("not all of the program can be judged: org/sojourn/threads/programs/Waits.class can't be"
                            + " read");
        }
    }

    private static void awaitAway(Places places, String thread, int place) {
        Awaitility.await().until(() -> {
            for (Map<String, Object> each : places.home().shown()) {
                if (thread.equals(each.get("name"))) {
                    return ("p" + place).equals(each.get("place"));
                }
            }
            return false;
        });
    }

    private static boolean isThere(Places places, String thread) {
        return places.home().shown().stream().anyMatch(each -> thread.equals(each.get("name")));
    }

    private static void awaitThread(Places places, String thread) {
        Awaitility.await().until(() -> isThere(places, thread));
    }

    /** Waits until a thread is in a method that its task calls: one that is ordered before may leave where its task begins, with other frames. */
    private static void awaitIn(Places places, String thread, String method) {
        awaitThread(places, thread);
        Thread its = places.home().threadCalled(thread);
        Awaitility.await()
                .until(() -> Arrays.stream(its.getStackTrace())
                        .anyMatch(each -> each.getMethodName().equals(method)));
    }

    @Test
    void thread_orderedInItsLoop_goesOnwardAndHome() throws Exception {
        try (Places places = new Places(3)) {
            places.begin(HOME, Waits.class, "interrupted");
            awaitThread(places, "waits");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            assertThat(places.move("waits", 2)).isEqualTo("waits is at p2");
            assertThat(places.move("waits", 0)).isEqualTo("waits is at p0");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            interrupt(places);
            assertThat(places.end()).isEqualTo("interrupted true false true\nover false\n");
        }
    }

    private static void interrupt(Places places) {
        places.home().threadCalled("waits").interrupt();
    }

    /** On a machine that is busy the loop may be over before it is ordered for the second time: then a longer one is. */
    @Test
    void innermostLoop_ordered_leavesInItsMiddle() throws Exception {
        long rounds = 100_000_000;
        for (int tries = 1; !leavesInnermostLoop(rounds); tries++) {
            assertThat(tries).as("tries, in each of which the loop was over").isLessThan(5);
            rounds *= 4;
        }
    }

    /** Whether it was ordered twice before it was over. */
    private static boolean leavesInnermostLoop(long rounds) throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "innermost", Long.toString(rounds));
            Awaitility.await()
                    .until(() -> isThere(places, "waits") || !places.printed().isEmpty());
            boolean hasLeft = isMoved(places, 1) && isMoved(places, 0);
            assertThat(places.end()).startsWith("innermost ");
            return hasLeft;
        }
    }

    /** Whether a thread has followed an order; else it had ended before. */
    private static boolean isMoved(Places places, int place) {
        String told;
        try {
            told = places.move("waits", place);
        } catch (CompletionException e) {
            assertThat(e).hasMessageContaining("no thread is called waits");
            return false;
        }
        assertThat(told).isIn("waits is at p" + place, "waits has ended");
        return told.startsWith("waits is");
    }

    /** What waits at home for a frame that is away is a method of the program that can't be woven, and goes on. */
    @Test
    void methodThatCannotBeWoven_goesOnAtHomeAndReturns() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "unwoven");
            awaitIn(places, "waits", "untilInterrupted");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            interrupt(places);
            assertThat(places.end()).isEqualTo("interrupted true false true\nunwoven 6\nover false\n");
        }
    }

    @Test
    void thread_interruptedWhileItSleepsElsewhere_wakes() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(new ThreadSpace.Settings(true, 0), Waits.class, "sleeps");
            awaitThread(places, "waits");
            interrupt(places);
            assertThat(places.end()).isEqualTo("woken false\nover true\n");
        }
    }

    @Test
    void interrupts_eachSeenBeforeTheNext_areAllSeen() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(SPREAD, Waits.class, "counts");
            assertThat(places.end()).isEqualTo("counted true\n");
            assertThat(moves(places)).isPositive();
        }
    }

    @Test
    void permit_givenWhileFramesAreAway_isThereWhenTheyAreBack() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "parks");
            awaitIn(places, "waits", "untilInterrupted");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            Thread waits = places.home().threadCalled("waits");
            Awaitility.await().until(() -> LockSupport.getBlocker(waits) != null);
            LockSupport.unpark(waits);
            waits.interrupt();
            assertThat(places.end()).isEqualTo("interrupted true false true\nhas its permit\nover false\n");
        }
    }

    @Test
    void interrupt_seenByFramesThatRunAgainAtHome_isSeenThereToo() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(SPREAD, Waits.class, "catches");
            awaitThread(places, "waits");
            awaitAway(places, "waits", 1);
            interrupt(places);
            assertThat(places.end()).isEqualTo("woken\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"100000, 100000000", "100000000, 100000"})
    void result_largerThanAMessage_isComputedAgainAtHome(long messageBytes, long linkBytes) throws Exception {
        try (Places places = new Places(2)) {
            places.bound(messageBytes, linkBytes);
            places.begin(SPREAD, Large.class, "returns");
            assertThat(places.end()).isEqualTo("returned 100000\nover\n");
            assertThat(places.home().moves()).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({"100000, 100000000, for a while", "100000000, 100000, its frames can't be sent"})
    void frames_largerThanAMessage_goOnAtHome(long messageBytes, long linkBytes, String why) throws Exception {
        try (Places places = new Places(2)) {
            places.bound(messageBytes, linkBytes);
            places.begin(HOME, Large.class, "holds");
            Awaitility.await().until(() -> places.printed().equals("holds\n")); // and has its array
            places.home().move(places.home().threadCalled("holds"), 1);
            Awaitility.await()
                    .until(() ->
                            String.valueOf(places.home().report().get("stayed")).contains(why));
            places.home().threadCalled("holds").interrupt();
            assertThat(places.end()).isEqualTo("holds\nheld 100000 true\nover\n");
        }
    }

    @Test
    void text_printedElsewhere_hasTheCharsetOfHome() throws Exception {
        for (Charset charset : List.of(
                StandardCharsets.US_ASCII,
                StandardCharsets.ISO_8859_1,
                StandardCharsets.UTF_8,
                StandardCharsets.UTF_16BE)) {
            ByteArrayOutputStream plain = new ByteArrayOutputStream();
            ByteArrayOutputStream moved = new ByteArrayOutputStream();
            try (Places places = new Places(1)) {
                System.setOut(new PrintStream(plain, true, charset));
                places.begin(SPREAD, Waits.class, "umlaut");
                places.end();
            }
            try (Places places = new Places(2)) {
                System.setOut(new PrintStream(moved, true, charset));
                places.begin(SPREAD, Waits.class, "umlaut");
                places.end();
                assertThat(moves(places)).isPositive();
            }
            assertThat(moved.toByteArray()).as("%s", charset).isEqualTo(plain.toByteArray());
        }
    }

    @Test
    void output_flushedInTheMiddleOfALine_comesHomeAtOnce() throws Exception {
        CountDownLatch isThere = new CountDownLatch(1);
        try (Places places = new Places(2)) {
            places.hear(message -> {
                if (message instanceof Message.Print) {
                    isThere.countDown();
                }
            });
            places.begin(SPREAD, Waits.class, "asks");
            assertThat(isThere.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            interrupt(places);
            assertThat(places.end()).isEqualTo("well? interrupted true false true\nover false\n");
        }
    }

    @Test
    void output_thatHomeIsSlowToPrint_hasTheThreadWait() throws Exception {
        CountDownLatch isRead = new CountDownLatch(1);
        AtomicLong heard = new AtomicLong();
        ByteArrayOutputStream printed = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                try {
                    isRead.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("nobody interrupts it", e);
                }
                super.write(bytes, offset, length);
            }
        };
        try (Places places = new Places(2)) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            places.hear(message -> {
                if (message instanceof Message.Print print) {
                    heard.addAndGet(print.text().length);
                }
            });
            places.begin(SPREAD, Waits.class, "prints");
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> Thread.getAllStackTraces().values().stream()
                            .anyMatch(stack -> Arrays.stream(stack)
                                    .anyMatch(each -> each.getClassName().equals(Unheard.class.getName()))));
            places.settle();
            assertThat(heard).hasValueBetween(1L, 1L << 20);
            isRead.countDown();
            places.end();
            assertThat(printed.size()).isGreaterThanOrEqualTo(5_000_000);
        }
    }

    @Test
    void place_lostWhileASlaveRuns_errorInTheThreadThatWaited() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "for ever");
            awaitThread(places, "waits");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            awaitAway(places, "waits", 1);
            places.lose(1);
            assertThat(places.end()).isEqualTo("waits got PlaceLostError\nover false\n");
        }
    }

    @Test
    void order_thatCannotBeFollowedForNow_isFollowedLater() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "iterates");
            awaitIn(places, "waits", "untilInterrupted");
            CompletableFuture<String> told = places.home().move(places.home().threadCalled("waits"), 1);
            Awaitility.await()
                    .until(() ->
                            String.valueOf(places.home().report().get("stayed")).contains("for a while"));
            assertThat(told).isNotDone();
            interrupt(places);
            assertThat(told).succeedsWithin(PATIENCE).isEqualTo("is at p1");
            interrupt(places);
            assertThat(places.end())
                    .isEqualTo("interrupted true false true\niterated 1\ninterrupted true false true\nover false\n");
        }
    }

    @Test
    void thread_orderedBackToWhereItWasToldToLeave_isThereWhenItIsSaid() throws Exception {
        CountDownLatch isOrderedBack = new CountDownLatch(1);
        try (Places places = new Places(3)) {
            places.hear(message -> {
                if (message instanceof Message.Retreat) {
                    Awaitility.await().until(() -> isOrderedBack.getCount() == 0);
                }
            });
            places.begin(HOME, Waits.class, "interrupted");
            awaitThread(places, "waits");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            Thread waits = places.home().threadCalled("waits");
            CompletableFuture<String> away = places.home().move(waits, 2);
            CompletableFuture<String> back = places.home().move(waits, 1);
            assertThat(back).isNotDone();
            isOrderedBack.countDown();
            assertThat(back).succeedsWithin(PATIENCE).isEqualTo("is at p1");
            assertThat(away).succeedsWithin(PATIENCE).isEqualTo("is at p1");
            awaitAway(places, "waits", 1);
            interrupt(places);
            assertThat(places.end()).startsWith("interrupted true");
        }
    }

    @Test
    void thread_thatEndsBeforeItFollows_hasEnded() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "sleeps");
            awaitIn(places, "waits", "sleep");
            Thread waits = places.home().threadCalled("waits");
            CompletableFuture<String> told = places.home().move(waits, 1);
            waits.interrupt();
            assertThat(told).succeedsWithin(PATIENCE).isEqualTo("has ended");
            assertThat(places.end()).isEqualTo("woken false\nover true\n");
        }
    }

    @Test
    void thread_afterTheConsoleHasClosed_isOrderedNowhere() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(ROTATE, Waits.class, "interrupted");
            awaitThread(places, "waits");
            Awaitility.await().atMost(PATIENCE).until(() -> moves(places) > 2);
            places.home().close();
            assertThat(places.move("waits", 1)).isEqualTo("waits stays where it is: the program has ended");
            places.place(1).drain();
            awaitAway(places, "waits", 0);
            interrupt(places);
            assertThat(places.end()).startsWith("interrupted true");
        }
    }

    @Test
    void place_thatStops_sendsItsThreadsHomeAndTakesNoMore() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "interrupted");
            awaitThread(places, "waits");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            places.place(1).stopped();
            awaitAway(places, "waits", 0);
            interrupt(places);
            assertThat(places.end()).startsWith("interrupted true");
        }
    }

    @Test
    void place_drained_sendsItsThreadsHome() throws Exception {
        try (Places places = new Places(2)) {
            places.begin(HOME, Waits.class, "interrupted");
            awaitThread(places, "waits");
            assertThat(places.move("waits", 1)).isEqualTo("waits is at p1");
            places.place(1).drain();
            awaitAway(places, "waits", 0);
            places.move("waits", 1);
            awaitAway(places, "waits", 0);
            interrupt(places);
            assertThat(places.end()).startsWith("interrupted true");
        }
    }
}
