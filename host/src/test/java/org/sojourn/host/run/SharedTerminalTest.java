package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SharedTerminalTest {
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final SharedTerminal terminal = patient(Duration.ofSeconds(60));
    private final PrintStream out = terminal.stream(written, StandardCharsets.UTF_8);
    private final PrintStream err = terminal.stream(written, StandardCharsets.UTF_8);

    private SharedTerminal patient(Duration patience) {
        return new SharedTerminal(() -> calls.add("asks"), () -> calls.add("gives"), patience);
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void lines_whileNobodyDraws_costNoQuestion() {
        out.println("one");
        err.println("two");
        assertThat(written()).isEqualTo("one\ntwo\n");
        assertThat(calls).isEmpty();
    }

    @Test
    void turn_thatIsAskedForWithinALine_isGivenWhenTheLineHasEnded() {
        out.print("name? ");
        terminal.asked();
        assertThat(calls).isEmpty();
        err.println("no name");
        assertThat(calls).containsExactly("gives");
    }

    @Test
    void line_whileTheOtherDraws_waitsForTheTurn() {
        terminal.asked();
        assertThat(calls).containsExactly("gives");
        CompletableFuture<Void> printed = CompletableFuture.runAsync(() -> {
            out.print("after");
            out.println(" the bar");
        });
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> calls.size() > 1);
        terminal.given();
        printed.join();
        assertThat(calls).containsExactly("gives", "asks");
        assertThat(written()).isEqualTo("after the bar\n");
    }

    /** Somebody has stopped the pager that standard output ends at. */
    @Test
    void line_thatIsntTaken_holdsUpNobodyElse() throws Exception {
        CountDownLatch writes = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        PrintStream stopped = terminal.stream(
                new OutputStream() {
                    @Override
                    public void write(int each) {
                        writes.countDown();
                        try {
                            assertThat(goesOn.await(60, TimeUnit.SECONDS)).isTrue();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                },
                StandardCharsets.UTF_8);
        CompletableFuture<Void> printed = new CompletableFuture<>();
        Threads.daemon("printer", () -> {
            stopped.print("\n");
            printed.complete(null);
        });
        assertThat(writes.await(60, TimeUnit.SECONDS)).isTrue();
        CompletableFuture.runAsync(terminal::asked).get(10, TimeUnit.SECONDS);
        assertThat(calls).isEmpty();
        goesOn.countDown();
        printed.get(60, TimeUnit.SECONDS);
        assertThat(calls).as("the turn is given when it was used").containsExactly("gives");
        terminal.keep();
    }

    @Test
    void line_ofTheThreadThatHearsTheOther_waitsForNobody() {
        terminal.heardBy(Thread.currentThread());
        terminal.asked();
        out.println("a dump");
        assertThat(written()).isEqualTo("a dump\n");
    }

    @Test
    void line_thatTheOtherNeverGivesATurn_isPrintedAllTheSame() {
        SharedTerminal impatient = patient(Duration.ofMillis(20));
        impatient.asked();
        PrintStream late = impatient.stream(written, StandardCharsets.UTF_8);
        CompletableFuture.runAsync(() -> late.println("late")).join();
        assertThat(written()).isEqualTo("late\n");
    }

    @Test
    void turn_thatHasComeAndIsAskedForAtOnce_isGivenWhenItWasUsed() {
        terminal.asked();
        CompletableFuture<Void> printed = CompletableFuture.runAsync(() -> out.println("mine"));
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> calls.size() > 1);
        synchronized (terminal) { // before the one that waits can wake up
            terminal.given();
            terminal.asked();
        }
        printed.orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(calls).containsExactly("gives", "asks", "gives");
        assertThat(written()).isEqualTo("mine\n");
    }

    @Test
    void turn_thatIsGivenTooLate_isNotTakenTwice() {
        SharedTerminal impatient = patient(Duration.ofMillis(20));
        impatient.asked();
        PrintStream late = impatient.stream(written, StandardCharsets.UTF_8);
        CompletableFuture.runAsync(() -> late.println("taken")).join();
        impatient.asked(); // the launcher hasn't heard the question yet
        impatient.given(); // now it has
        CompletableFuture.runAsync(() -> late.println("asked for")).join();
        assertThat(calls).containsExactly("gives", "asks", "gives", "asks");
    }

    @Test
    void turn_thatWasWaitedForInVain_isTheirsUntilTheOtherAsksAgain() {
        SharedTerminal impatient = patient(Duration.ofMillis(20));
        PrintStream late = impatient.stream(written, StandardCharsets.UTF_8);
        impatient.asked();
        CompletableFuture.runAsync(() -> late.print("late, ")).join();
        impatient.asked();
        assertThat(calls).as("a line has been begun").containsExactly("gives", "asks");
        CompletableFuture.runAsync(() -> late.println("and later")).join();
        assertThat(calls).as("a turn can be given since it was taken").containsExactly("gives", "asks", "gives");
        CompletableFuture.runAsync(() -> late.println("latest")).join();
        assertThat(calls).containsExactly("gives", "asks", "gives", "asks");
        assertThat(written()).isEqualTo("late, and later\nlatest\n");
    }
}
