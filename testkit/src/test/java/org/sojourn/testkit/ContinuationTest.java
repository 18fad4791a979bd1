package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Handle;

/** Continuations of a selector's requests are code of its handlers. */
class ContinuationTest extends OnePlace {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Asks the probe, and goes on in a way that the test chooses. */
    private static final class Asker extends Actor<Consumer<CompletableFuture<String>>> {
        private final Handle<Object> asked;

        Asker(Handle<Object> asked) {
            this.asked = asked;
        }

        @Override
        protected void process(Consumer<CompletableFuture<String>> goOn) {
            goOn.accept(asked.<String>request(Ask::new, SECOND));
        }
    }

    private Handle<Consumer<CompletableFuture<String>>> asker(Consumer<CompletableFuture<String>> goOn) {
        Handle<Object> asked = probe.handle();
        var asker = place.system().create(() -> new Asker(asked));
        probe.watch(asker);
        asker.send(goOn);
        return asker;
    }

    @Test
    void continuation_thatThrows_failsItsSelector() {
        var asker = asker(answer -> answer.thenAccept(word -> {
            throw new IllegalStateException("no use for " + word);
        }));

        probe.expectNext(Ask.class).asker().reply("this");

        assertThat(probe.expectExited(asker))
                .isInstanceOfSatisfying(
                        ExitReason.Failed.class,
                        failed -> assertThat(failed.description())
                                .contains("a continuation of a request", "no use for this"));
    }

    @Test
    void continuation_ofAnAnswerThatIsThere_failsItsSelectorToo() {
        var asker = asker(answer -> answer.thenAccept(word -> answer.thenRun(() -> {
            throw new IllegalStateException("late");
        })));

        probe.expectNext(Ask.class).asker().reply("this");

        assertThat(probe.expectExited(asker)).isInstanceOf(ExitReason.Failed.class);
    }

    @Test
    void continuation_whoseExceptionIsTaken_harmsNothing() {
        List<String> taken = new ArrayList<>();
        var asker = asker(answer -> answer.thenApply(word -> {
                    throw new IllegalStateException("no use for " + word);
                })
                .exceptionally(failure -> taken.add(String.valueOf(failure.getCause()))));

        probe.expectNext(Ask.class).asker().reply("this");
        place.run();

        assertThat(taken).containsExactly("java.lang.IllegalStateException: no use for this");
        probe.expectNothing();
        asker.stop();
        assertThat(probe.expectExited(asker)).isInstanceOf(ExitReason.Stopped.class);
    }

    @Test
    void continuation_ofARequestThatTimesOut_isSkippedAndHarmsNothing() {
        var asker = asker(answer -> answer.thenAccept(word -> {}));
        probe.expectNext(Ask.class);

        place.advance(SECOND);

        probe.expectNothing();
        asker.stop();
        assertThat(probe.expectExited(asker)).isInstanceOf(ExitReason.Stopped.class);
    }
}
