package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.port.Bound;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Whose turn constructs a selector that another one creates. */
class ConstructingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CREATIONS = 2_000;

    /** Longer than a message may take that runs on its sender's stack, and less than constructing may. */
    private static final long SHORT = 2 * Bound.INLINE_MESSAGE_NANOS.value();

    /** Longer than constructing may take on the creator's stack, and less than to wake a worker. */
    private static final long COLD = 2 * Bound.INLINE_CONSTRUCTION_NANOS.value();

    /** So long that it isn't tried there. */
    private static final long LONG = 2 * Bound.READING_MESSAGE_NANOS.value();

    /**
     * To create selectors.
     *
     * @param queued what constructing takes in a turn of its own
     * @param here what it takes on the creator's stack
     */
    private record Create(long queued, long here, ReplyTo<Integer> answer) {}

    /** Creates selectors, and says how many were constructed before their creation returned. */
    private static final class Creator extends Actor<Create> {
        @Override
        protected void process(Create message) {
            int[] constructed = new int[1];
            boolean[] isCreating = new boolean[1];
            for (int i = 0; i < CREATIONS; i++) {
                isCreating[0] = true;
                Handle<String> created = create(() -> {
                    long end = System.nanoTime() + (isCreating[0] ? message.here() : message.queued());
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    constructed[0] += isCreating[0] ? 1 : 0;
                    return new Created();
                });
                isCreating[0] = false;
                created.send("is needed");
            }
            message.answer().reply(constructed[0]);
        }
    }

    private static final class Created extends Actor<String> {
        @Override
        protected void process(String message) {}
    }

    private static int create(Handle<Create> creator, long queued, long here) {
        return creator.<Integer>request(answer -> new Create(queued, here, answer), PATIENCE)
                .join();
    }

    private static int constructedOnCreatorsStack(long queued, long here) {
        // one worker, so that none is constructed by another thread meanwhile
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            Handle<Create> creator = sojourn.create(Creator::new);
            create(creator, queued, here); // the first are queued, and constructed and measured after that turn
            return create(creator, queued, here);
        }
    }

    @Test
    void constructing_thatTakesLongerThanAMessageMay_isOnTheCreatorsStack() {
        assertThat(constructedOnCreatorsStack(SHORT, SHORT)).isPositive();
    }

    @Test
    void constructing_thatTakesLongerThanItsBound_isInATurnOfItsOwn() {
        assertThat(constructedOnCreatorsStack(LONG, LONG)).isZero();
    }

    @Test
    void constructing_thatTakesLongerInATurnOfItsOwn_isOnTheCreatorsStack() {
        assertThat(constructedOnCreatorsStack(COLD, SHORT)).isGreaterThan(CREATIONS / 2);
    }

    @Test
    void constructing_thatTakesLongerThanItsBoundAnywhere_isOnTheCreatorsStackNowAndThen() {
        assertThat(constructedOnCreatorsStack(COLD, COLD)).isBetween(1, CREATIONS / 4);
    }
}
