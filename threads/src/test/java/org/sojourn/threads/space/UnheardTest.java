package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What frames print elsewhere waits for their home. */
@Timeout(120)
class UnheardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long MUCH = 2 << 20;

    private final Unheard unheard = new Unheard();
    private final CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
    private final Thread prints = Thread.ofPlatform().daemon().unstarted(() -> {
        unheard.said(MUCH);
        wasInterrupted.complete(Thread.interrupted());
    });

    private void awaitWait() {
        Awaitility.await().atMost(PATIENCE).until(() -> prints.getState() == Thread.State.WAITING);
    }

    @Test
    void thread_interruptedWhileItWaits_waitsOnAndStaysInterrupted() {
        prints.start();
        awaitWait();
        prints.interrupt();
        Awaitility.await().atMost(PATIENCE).until(() -> !prints.isInterrupted());
        awaitWait();
        assertThat(wasInterrupted).isNotDone();
        unheard.heard(MUCH);
        assertThat(wasInterrupted).succeedsWithin(PATIENCE).isEqualTo(true);
    }

    @Test
    void thread_whoseHomeIsLost_waitsNoLonger() {
        prints.start();
        awaitWait();
        unheard.lost();
        assertThat(wasInterrupted).succeedsWithin(PATIENCE).isEqualTo(false);
    }

    @Test
    void thread_toldOfMoreThanItHasSaid_waitsForWhatItSaysNext() {
        unheard.heard(MUCH);
        prints.start();
        awaitWait();
        unheard.heard(MUCH);
        assertThat(wasInterrupted).succeedsWithin(PATIENCE).isEqualTo(false);
    }
}
