package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.host.BriefRuns;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RequestTimeoutException;

/** A selector that sends until its stack is full. */
class OverflowTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int ROUNDS = Integer.getInteger("sojourn.overflows", 300);

    /** So many messages have a kind known as short. */
    private static final int KNOWN = 10_000;

    private record HowMany(ReplyTo<Integer> asker) {}

    /** Counts what it gets, with a little of the stack. */
    private static final class Counter extends Actor<Object> {
        private final StringBuilder text = new StringBuilder();
        private int count;

        @Override
        protected void process(Object message) {
            text.setLength(0);
            text.append(++count);
            if (message instanceof HowMany question) {
                question.asker().reply(count);
            }
        }
    }

    /** Sends to a counter, from ever deeper. */
    private static final class Walker extends Actor<ReplyTo<Boolean>> {
        private Handle<Object> counter = create(Counter::new);

        private int walk(int depth) {
            counter.send("deeper");
            return depth < 0 ? 0 : walk(depth + 1) + 1;
        }

        @Override
        protected void process(ReplyTo<Boolean> asker) {
            counter = create(Counter::new);
            for (int i = 0; i < KNOWN; i++) {
                counter.send("one");
            }
            try {
                walk(0);
            } catch (StackOverflowError e) {
                // as a program may that has recursed too deep, and goes on
            }
            counter.<Integer>request(HowMany::new, TIMEOUT)
                    .whenComplete((length, failure) -> asker.reply(!(failure instanceof RequestTimeoutException)));
        }
    }

    /** Sends to a counter at another place, from ever deeper, and says whether that got all that was taken. */
    private static final class FarWalker extends Actor<ReplyTo<Boolean>> {
        private final Handle<Object> counter;
        private int taken;

        FarWalker(Handle<Object> counter) {
            this.counter = counter;
        }

        private int walk(int depth) {
            counter.send("deeper");
            taken++;
            return depth < 0 ? 0 : walk(depth + 1) + 1;
        }

        @Override
        protected void process(ReplyTo<Boolean> asker) {
            try {
                walk(0);
            } catch (StackOverflowError | RuntimeException e) {
                // the latter of the codec, which had no stack left either
            }
            counter.<Integer>request(HowMany::new, TIMEOUT)
                    .whenComplete((count, failure) -> asker.reply(failure == null && count > taken));
        }
    }

    @Test
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void receiverAtAnotherPlace_whoseSenderHasNoStackLeft_getsWhatWasTakenAndTheRunEnds() {
        try (Sojourn sojourn = Sojourn.start(BriefRuns.local(2))) {
            Handle<Object> counter = sojourn.create(sojourn.places().get(1), Counter::new);
            Handle<ReplyTo<Boolean>> walker = sojourn.create(() -> new FarWalker(counter));
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(walker.<Boolean>request(asker -> asker, PATIENCE).join())
                        .as("round %d", round)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void receiver_whoseSenderHasNoStackLeft_goesOnOrIsKnownToHaveFailed(int workers) {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(workers))) {
            Handle<ReplyTo<Boolean>> walker = sojourn.create(Walker::new);
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(walker.<Boolean>request(asker -> asker, PATIENCE).join())
                        .as("round %d", round)
                        .isTrue();
            }
        }
    }
}
