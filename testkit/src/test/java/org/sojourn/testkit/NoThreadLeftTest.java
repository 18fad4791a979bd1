package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.sched.WorkStealing;

/** A worker that can't be replaced since the machine gives no thread has its place still. */
class NoThreadLeftTest {
    @Test
    void worker_forWhichThereIsNoSubstitute_goesOnAfterItsTurn() {
        SteppedWorkers workers = new SteppedWorkers(1);
        WorkStealing policy = new WorkStealing(workers, () -> 0, new SetClock(), () -> {});
        policy.start();
        workers.threadsLeft(0);
        AtomicInteger run = new AtomicInteger();
        policy.submit(() -> {
            policy.submitSoon(run::incrementAndGet);
            assertThatThrownBy(() -> policy.replace(0, policy.turnOf(0))).isInstanceOf(OutOfMemoryError.class);
            run.incrementAndGet();
        });

        assertThat(workers.work(0)).as("whether there is more to do").isFalse();

        assertThat(run).as("tasks that were run").hasValue(2);
        assertThat(policy.apart()).isZero();
        assertThat(policy.idleStamp()).as("idle").isNotNegative();
    }

    @Test
    void worker_thatIsReplacedWhenThereIsAThreadAgain_retires() {
        SteppedWorkers workers = new SteppedWorkers(1);
        WorkStealing policy = new WorkStealing(workers, () -> 0, new SetClock(), () -> {});
        policy.start();
        policy.submit(() -> {
            long turn = policy.turnOf(0);
            workers.threadsLeft(0);
            assertThatThrownBy(() -> policy.replace(0, turn)).isInstanceOf(OutOfMemoryError.class);
            workers.threadsLeft(1);
            assertThat(policy.replace(0, turn)).isTrue();
        });

        workers.work(0);

        assertThat(policy.apart()).isZero();
        workers.work(0);
        assertThat(policy.idleStamp()).as("idle").isNotNegative();
    }
}
