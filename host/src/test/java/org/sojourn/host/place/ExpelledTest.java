package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.kernel.port.Member;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorPlace;

/** A place that is put out while its process goes on: what becomes of threads, the program's and its own. */
@Timeout(60)
class ExpelledTest {
    @RegisterExtension
    private final TakenLog log = new TakenLog(PlaceRuntime.class);

    private record Ask(ReplyTo<String> asker) {}

    private static final class Console implements SelectorPlace.Console {
        @Override
        public void progress(String label, long done, long total) {}

        @Override
        public void result(String key, String json) {}

        @Override
        public void stop(int status) {}
    }

    /** Takes nothing more. */
    private static final class Full extends Selector<Object> {
        private static final Mailbox<Object> ALL =
                Mailbox.of("all", Object.class).bound(4);
        private final AtomicInteger exits;

        Full(AtomicInteger exits) {
            super(ALL);
            this.exits = exits;
        }

        @Override
        protected void process(Object message) {
            setEnabled(ALL, false);
        }

        @Override
        protected void postExit() {
            exits.incrementAndGet();
        }
    }

    /** Answers nobody. */
    private static final class Silent extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    /** Goes on until it is let go, whatever happens. */
    private static final class Stubborn extends Actor<CountDownLatch> {
        private final CountDownLatch begun;
        private final AtomicReference<Thread> worker;

        Stubborn(CountDownLatch begun, AtomicReference<Thread> worker) {
            this.begun = begun;
            this.worker = worker;
        }

        @Override
        protected void process(CountDownLatch end) throws InterruptedException {
            worker.set(Thread.currentThread());
            begun.countDown();
            end.await();
        }
    }

    private static PlaceRuntime place() {
        var settings = new PlaceSettings(2, false, "fory", "", List.of());
        var self = new Member(0, PlaceRuntime.incarnation());
        ClassLoader loader = ExpelledTest.class.getClassLoader();
        var place = new PlaceRuntime(
                self,
                self,
                List.of(self),
                settings,
                null,
                PlaceRuntime.codec(settings, true, loader),
                loader,
                new Console());
        place.endsInOrder();
        place.start(cause -> {}, member -> {});
        return place;
    }

    private static CompletableFuture<Void> thread(Runnable body) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                body.run();
                end.complete(null);
            } catch (Throwable failure) {
                end.completeExceptionally(failure);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    private static void assertPlaceLost(CompletableFuture<?> wait) {
        assertThatThrownBy(wait::join)
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(PlaceLostException.class);
    }

    @Test
    void threads_thatWaitAtAPlaceThatIsPutOut_areAllTold() {
        PlaceRuntime place = place();
        SelectorPlace here = place.selectors();
        AtomicInteger exits = new AtomicInteger();
        Handle<Object> full = here.create(() -> new Full(exits));
        Handle<Object> silent = here.create(Silent::new);
        AtomicInteger sent = new AtomicInteger();
        CompletableFuture<Void> sends = thread(() -> {
            while (true) {
                full.send("more");
                sent.incrementAndGet();
            }
        });
        CompletableFuture<Void> asks = thread(
                () -> silent.<String>request(Ask::new, Duration.ofHours(1)).join());
        CompletableFuture<Void> closes = thread(() -> place.ending().join());
        // Nothing else runs, so the sender's mutes are lifted one by one: it goes on and on.
        await().atMost(Duration.ofSeconds(40))
                .until(() -> here.kernel().requests().size() == 1 && sent.get() > 10);

        place.expelled("the test wants it");

        assertPlaceLost(asks);
        assertPlaceLost(closes);
        assertThatThrownBy(sends::join)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at a place that was put out of the run (the test wants it)");
        assertThat(exits).hasValue(1);
        assertThatThrownBy(() -> here.create(Silent::new)).hasMessageContaining("which Sojourn.start() gives");
        assertThat(here.places()).hasSize(1);
    }

    @Test
    void turn_thatDoesNotReturn_isLeftBehindAndItsThreadEndsWithIt() throws Exception {
        PlaceRuntime place = place();
        AtomicReference<Thread> worker = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        place.selectors().create(() -> new Stubborn(begun, worker)).send(end);
        begun.await();
        try {
            place.expelled("the test wants it");
            assertThat(String.join("; ", log.lines())).contains("handlers that had begun there go on", "Stubborn");
        } finally {
            end.countDown();
        }
        worker.get().join();
    }
}
