package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.port.Bound;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** The turn that constructs a selector which another one creates. */
class ConstructingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CREATIONS = 1_000;

    /** How often many are created, at most: a host that stalls has constructing take longer for a while. */
    private static final int ROUNDS = 100;

    /** Longer than a message may take that runs on its sender's stack, and less than constructing may. */
    private static final long SHORT = 2 * Bound.INLINE_MESSAGE_NANOS.value();

    /** Longer than constructing may take on the creator's stack, and short enough to be tried there. */
    private static final long COLD = 2 * Bound.INLINE_CONSTRUCTION_NANOS.value();

    /** So long that it isn't tried there. */
    private static final long LONG = 2 * Bound.READING_MESSAGE_NANOS.value();

    /**
     * To create selectors.
     *
     * @param queued the time of constructing in a turn of its own, in nanoseconds
     * @param here the time on the creator's stack
     */
    private record Create(long queued, long here, ReplyTo<Integer> answer) {}

    /** Creates selectors, and says how many were constructed on its stack. */
    private static final class Creator extends Actor<Create> {
        private @Nullable Thread creating;

        @Override
        protected void process(Create message) {
            int[] here = new int[1];
            creating = Thread.currentThread();
            for (int i = 0; i < CREATIONS; i++) {
                Handle<String> created = create(() -> {
                    boolean isHere = creating == Thread.currentThread();
                    spin(isHere ? message.here() : message.queued());
                    here[0] += isHere ? 1 : 0;
                    return new Created();
                });
                created.send("is needed");
            }
            creating = null;
            message.answer().reply(here[0]);
        }
    }

    private static final class Created extends Actor<String> {
        @Override
        protected void process(String message) {}
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** How many were constructed on their creator's stack, in the first round with more than so many; in the last one if there is none. */
    private static int constructedHere(long queued, long here, int rounds, int more) {
        // one worker, so that none is constructed by another thread meanwhile
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            Handle<Create> creator = sojourn.create(Creator::new);
            int constructed = 0;
            for (int round = 0; round < rounds && constructed <= more; round++) {
                constructed = creator.<Integer>request(answer -> new Create(queued, here, answer), PATIENCE)
                        .join();
            }
            return constructed;
        }
    }

    @Test
    void constructing_thatTakesLongerThanAMessageMay_isOnTheCreatorsStack() {
        assertThat(constructedHere(SHORT, SHORT, ROUNDS, CREATIONS / 2)).isGreaterThan(CREATIONS / 2);
    }

    @Test
    void constructing_thatTakesLongerInATurnOfItsOwn_isOnTheCreatorsStack() {
        assertThat(constructedHere(COLD, SHORT, ROUNDS, CREATIONS / 2)).isGreaterThan(CREATIONS / 2);
    }

    @Test
    void constructing_thatTakesTooLong_isInATurnOfItsOwn() {
        assertThat(constructedHere(LONG, LONG, 2, 0)).isZero();
    }
}
