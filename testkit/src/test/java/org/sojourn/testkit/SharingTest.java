package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/** A worker whose short turns have more to do than one should keep, beside one that sleeps; on workers and a clock that the test steps. */
class SharingTest {
    /** What a turn is assumed to take until one is measured. */
    private static final long TURN_NANOS = 1_000;

    /** As few turns as are shared at first. */
    private static final int FEWEST = (int) (Bound.UNSHARED_WORK_NANOS.value() / TURN_NANOS) + 1;

    /** Turns of which some are measured. */
    private static final int MEASURED = 256;

    private static final long VAIN = Bound.VAIN_WAKING_NANOS.value();

    private final SetClock clock = new SetClock();
    private final SteppedWorkers workers = new SteppedWorkers(2);
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, clock, () -> {});

    private final Cost brief = new Cost(Bound.INLINE_MESSAGE_NANOS);

    /** What is known of the turns that are queued; null if nothing is. */
    private @Nullable Cost cost = brief;

    @BeforeEach
    void start() {
        while (!brief.isBrief()) {
            brief.took(0, 1);
        }
        policy.start();
        workers.workElsewhere(0);
        workers.workElsewhere(1);
    }

    private final class Turn implements Task {
        private final long nanos;

        Turn(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public void run() {
            clock.advance(nanos);
        }

        @Override
        public @Nullable Cost cost() {
            return cost;
        }
    }

    /** Whether the other worker is woken for so many turns; it takes what it may have of them. */
    private boolean wakes(int turns, long nanosOfEach) {
        int[] woken = {0};
        policy.submit(() -> {
            int before = policy.wakes();
            for (int i = 0; i < turns; i++) {
                policy.submitSoon(new Turn(nanosOfEach));
            }
            woken[0] = policy.wakes() - before;
            workers.workElsewhere(1);
            policy.take(turns); // the first worker isn't to learn how long they take
        });
        workers.workElsewhere(0);
        return woken[0] > 0;
    }

    @Test
    void worker_wokenInVain_isWokenForTwiceAsMuchUntilTheNextTick() {
        assertThat(wakes(FEWEST - 1, 0)).isFalse();
        assertThat(wakes(FEWEST, 0)).isTrue();
        assertThat(wakes(FEWEST, 0)).as("again").isFalse();
        assertThat(wakes(2 * FEWEST, 0)).as("twice as much").isTrue();
        assertThat(wakes(2 * FEWEST, 0)).as("twice as much, again").isFalse();

        policy.tend();

        assertThat(wakes(2 * FEWEST, VAIN)).as("after a tick").isTrue();
    }

    @Test
    void worker_thatFindsEnough_isWokenAgain() {
        assertThat(wakes(FEWEST, VAIN)).isTrue();
        assertThat(wakes(FEWEST, VAIN)).isTrue();
    }

    @Test
    void tasksThatMayBeLong_areSharedAsIfNobodyHadBeenWokenInVain() {
        assertThat(wakes(FEWEST, 0)).isTrue();
        cost = null;
        assertThat(wakes(FEWEST, 0)).isTrue();
    }

    private void run(int turns, long nanosOfEach) {
        for (int i = 0; i < turns; i++) {
            policy.submit(new Turn(nanosOfEach));
        }
        workers.workElsewhere(0);
        workers.workElsewhere(1); // it was woken, and sleeps again
    }

    /** Few of its turns were long lately, but those that wait may be. */
    @Test
    void tasksThatMayBeLong_amongManyShortTurns_areSharedByWhatSuchTasksTook() {
        cost = null;
        run(MEASURED, VAIN);
        cost = brief;
        run(20 * MEASURED, 0);
        cost = null;
        assertThat(wakes(2, 0)).isTrue();
    }

    @Test
    void worker_thatIsAwake_takesWhatMayBeLongThoughItIsNotMuch() {
        cost = null;
        int[] left = {0};
        policy.submit(() -> {
            policy.submitSoon(new Turn(0));
            policy.submitSoon(new Turn(0));
            workers.workElsewhere(1);
            left[0] = policy.take(2).size();
        });
        workers.workElsewhere(0);
        assertThat(left[0]).isEqualTo(1);
    }
}
