package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** The outcomes of futures as messages. */
class PipeTest extends OnePlace {
    private final Handle<Object> selector = scripted();
    private final CompletableFuture<Integer> future = new CompletableFuture<>();

    private Handle<Object> scripted() {
        Handle<Object> out = probe.handle();
        return place.create(() -> new Scripted(out));
    }

    @Test
    void pipeTo_value_isAMessageOfTheMailbox() {
        Scripted.tell(selector, self -> self.pipe(Scripted.NUMBERS, future));
        probe.expectNothing();

        future.complete(4);

        probe.expect(25);
        probe.expectNothing();
    }

    @Test
    void pipeTo_failure_isAMessageToo() {
        Scripted.tell(selector, self -> self.pipe(Scripted.NUMBERS, future));

        future.completeExceptionally(new IOException("no route"));

        probe.expect(-1);
    }

    @Test
    void pipeTo_failureOfALaterStage_isGivenAsItsCause() {
        IOException cause = new IOException("no route");
        Scripted.tell(selector, self -> self.pipe(future.thenApply(value -> value)));

        future.completeExceptionally(cause);
        Scripted.tell(selector, self -> self.guard(Scripted.WORDS, true));

        probe.expect(cause);
    }

    @Test
    void pipeTo_completedFuture_isProcessedAfterThePresentMessage() {
        future.complete(4);
        Handle<Object> out = probe.handle();

        Scripted.tell(selector, self -> {
            self.pipe(Scripted.NUMBERS, future);
            out.send("handler done");
        });

        probe.expect("handler done");
        probe.expect(25);
    }

    @Test
    void pipeTo_closedGuard_waitsInItsMailbox() {
        Scripted.tell(selector, self -> {
            self.guard(Scripted.NUMBERS, false);
            self.pipe(Scripted.NUMBERS, future);
        });
        future.complete(4);
        probe.expectNothing();

        Scripted.tell(selector, self -> {
            self.guard(Scripted.NUMBERS, true);
            selector.send("goes first");
        });

        probe.expect("goes first");
        probe.expect(25);
    }

    @Test
    void pipeTo_functionThatThrows_failsTheSelectorWithASentence() {
        probe.watch(selector);
        Scripted.tell(selector, self -> self.pipe(Scripted.NUMBERS, future));

        future.complete(0);

        assertThat(probe.expectExited(selector).toString())
                .contains("failed in the value of a future")
                .contains("by zero");
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void pipeTo_functionThatReturnsNull_failsTheSelectorWithASentence() {
        probe.watch(selector);
        Scripted.tell(selector, self -> self.pipe(CompletableFuture.completedFuture(null)));

        assertThat(probe.expectExited(selector).toString())
                .contains("the message made of the value of a future is null");
    }

    @Test
    void pipeTo_exitedMeanwhile_isADeadLetterAndHoldsNothing() {
        Scripted.tell(selector, self -> {
            self.pipe(Scripted.NUMBERS, future);
            self.leave();
        });
        place.run();
        assertThat(place.deadLetters()).isZero();

        future.complete(4);
        place.run();

        assertThat(place.deadLetters()).isEqualTo(1);
        assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void pipeTo_ownRequest_isAMessageInsteadOfAContinuation() {
        Handle<Object> out = probe.handle();
        Scripted.tell(
                selector,
                self -> self.pipe(Scripted.NUMBERS, out.<Integer>request(asker -> asker, Duration.ofSeconds(1))));

        probe.expectNext(ReplyTo.class).fail(new IOException("no"));

        probe.expect(-1);
    }

    // ---- a program ------------------------------------------------------------------------------------------------

    private record Fetch(int number) {}

    private record Page(int number, boolean isGood) {}

    /** What fetches, in the simulation: a description, because it goes to the place of the fetcher. */
    private interface Source extends Function<Integer, CompletableFuture<Integer>>, Serializable {}

    /** Has at most three fetches under way; its guard does the rest. */
    private static final class Fetcher extends Selector<Object> {
        static final Mailbox<Page> PAGES = Mailbox.of("pages", Page.class);
        static final Mailbox<Fetch> FETCHES = Mailbox.of("fetches", Fetch.class);
        static final int MOST = 3;

        private final Function<Integer, CompletableFuture<Integer>> source;
        private int underWay;
        private int good;
        private int bad;

        Fetcher(Function<Integer, CompletableFuture<Integer>> source) {
            super(PAGES, FETCHES);
            this.source = source;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Fetch fetch) {
                underWay++;
                pipeTo(
                        PAGES,
                        source.apply(fetch.number()),
                        number -> new Page(number, true),
                        failure -> new Page(fetch.number(), false));
            } else if (message instanceof Page page) {
                underWay--;
                good += page.isGood() ? 1 : 0;
                bad += page.isGood() ? 0 : 1;
            }
            setEnabled(FETCHES, underWay < MOST);
            system().result("pages", good + " and " + bad + " lost");
        }
    }

    /** Futures that something outside of the run completes, after a while. */
    private static final class Outside {
        private final SimulatedCluster cluster;
        private final Queue<Integer> underWay = new ArrayDeque<>();
        private int most;

        Outside(SimulatedCluster cluster) {
            this.cluster = cluster;
        }

        CompletableFuture<Integer> fetch(int number) {
            CompletableFuture<Integer> page = new CompletableFuture<>();
            underWay.add(number);
            most = Math.max(most, underWay.size());
            var simulation = cluster.cluster().simulation();
            simulation.schedule(simulation.between(0, 3_000_000_000L), "page", 0, () -> {
                underWay.remove(number);
                if (number % 4 == 0) {
                    page.completeExceptionally(new IOException("no page " + number));
                } else {
                    page.complete(number);
                }
            });
            return page;
        }
    }

    private static final ThreadLocal<Outside> OUTSIDE = new ThreadLocal<>();

    @Test
    void run_withFuturesUnderWay_isOverWhenAllAreProcessed() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                Outside outside = new Outside(cluster);
                OUTSIDE.set(outside);
                Source source = number -> OUTSIDE.get().fetch(number);
                Handle<Object> fetcher = cluster.place(0).create(new Place(2), () -> new Fetcher(source));
                for (int i = 1; i <= 20; i++) {
                    fetcher.send(new Fetch(i));
                }

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);

                assertThat(cluster.results()).containsEntry("pages", "\"15 and 5 lost\"");
                assertThat(outside.most).isEqualTo(Fetcher.MOST);
            } finally {
                OUTSIDE.remove();
            }
        });
    }
}
