package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Timer;

/** A run of several places isn't over while a selector waits for a timer; three programs as one would write them. */
class WaitingRunTest {
    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private sealed interface Call {}

    private record Attempt(int number) implements Call {}

    private record Done(int attempts) implements Call {}

    /** Refuses all but the last of so many attempts, and forgets those that it refuses. */
    private static final class Unreliable extends Actor<Attempt> {
        private final Handle<Call> caller;
        private final int refusals;

        Unreliable(Handle<Call> caller, int refusals) {
            this.caller = caller;
            this.refusals = refusals;
        }

        @Override
        protected void process(Attempt attempt) {
            if (attempt.number() > refusals) {
                caller.send(new Done(attempt.number()));
                exit();
            }
        }
    }

    /** Tries again after pauses that double, until the other confirms. */
    private static final class Trying extends Actor<Call> {
        private final Handle<Attempt> other;
        private Timer next;

        Trying(Place at, int refusals) {
            Handle<Call> self = self();
            other = create(at, () -> new Unreliable(self, refusals));
            next = after(Duration.ZERO, new Attempt(1));
        }

        @Override
        protected void process(Call call) {
            if (call instanceof Attempt attempt) {
                other.send(attempt);
                next = after(Duration.ofMillis(10L << attempt.number()), new Attempt(attempt.number() + 1));
            } else if (call instanceof Done done) {
                next.cancel();
                system().result("attempts", done.attempts());
                exit();
            }
        }
    }

    @Test
    void retry_withPausesThatDouble_isOverWhenItSucceeds() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                cluster.place(0).create(new Place(1), () -> new Trying(new Place(2), 8));

                Ending ending = cluster.run();

                assertThat(ending.word()).isEqualTo(Ending.Word.FINISHED);
                assertThat(cluster.results()).containsEntry("attempts", "9");
                // It was not held open by the tenth attempt, which was cancelled.
                assertThat(cluster.cluster().simulation().nanoTime()).isLessThan(8_000_000_000L);
                assertThat(cluster.deadLetters(2)).isZero();
            }
        });
    }

    private sealed interface Said {}

    private record Beat() implements Said {}

    private record Missed() implements Said {}

    private record Word(int number) implements Said {}

    /** Says something now and then, ever more seldom. */
    private static final class Talker extends Actor<Word> {
        private final Handle<Said> listener;

        Talker(Handle<Said> listener) {
            this.listener = listener;
            after(Duration.ofMillis(10), new Word(1));
        }

        @Override
        protected void process(Word word) {
            listener.send(word);
            after(Duration.ofMillis(10).multipliedBy(1L << word.number()), new Word(word.number() + 1));
            if (word.number() == 8) {
                exit();
            }
        }
    }

    /** Counts its own heartbeats, and gives up when nothing else came for a while. */
    private static final class Listener extends Selector<Said> {
        static final Mailbox<Beat> BEATS = Mailbox.of("beats", Beat.class);
        static final Mailbox<Said> WORDS = Mailbox.of("words", Said.class);

        private int words;

        Listener(Place talker) {
            super(BEATS, WORDS);
            Handle<Said> self = self();
            create(talker, () -> new Talker(self));
            receiveTimeout(Duration.ofMillis(500), WORDS, new Missed());
        }

        @Override
        protected void process(Said said) {
            if (said instanceof Word) {
                words++;
            } else if (said instanceof Missed) {
                system().result("words", words);
                exit();
            }
        }
    }

    @Test
    void session_withAReceiveTimeout_endsWhenTheOtherFallsSilent() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(2, seed)) {
                cluster.place(0).create(() -> new Listener(new Place(1)));

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);

                // 10, 30, 70, 150, 310, 630 ms; then 1,270: more than half a second after.
                assertThat(cluster.results()).containsEntry("words", "6");
            }
        });
    }

    /** Adds up what a ticking neighbour sends, and ends after enough. */
    private static final class Sampler extends Selector<Said> {
        static final Mailbox<Beat> BEATS = Mailbox.of("beats", Beat.class).initiallyDisabled();
        static final Mailbox<Word> WORDS = Mailbox.of("words", Word.class);

        private final Timer beat = every(Duration.ofMillis(1), BEATS, new Beat());
        private int samples;

        Sampler() {
            super(BEATS, WORDS);
        }

        @Override
        protected void process(Said said) {
            if (said instanceof Word word) {
                samples += word.number();
                setEnabled(BEATS, samples % 2 == 0);
                after(Duration.ofMillis(7), new Word(1));
            } else if (samples >= 20) {
                system().result("skipped", beat.skipped() > 0);
                beat.cancel();
                exit();
            }
        }
    }

    @Test
    void ticks_atAGuardThatIsOftenClosed_waitOneAtATime() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(2, seed)) {
                cluster.place(0).create(new Place(1), Sampler::new).send(new Word(1));

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
                assertThat(cluster.results()).containsEntry("skipped", "true");
            }
        });
    }
}
