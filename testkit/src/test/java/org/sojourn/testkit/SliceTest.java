package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/** How long turns may go on after one that has taken long, on a worker and a clock that the test steps. */
class SliceTest {
    private static final long SLICE = Bound.SHORT_TURN_NANOS.value();

    private final SetClock clock = new SetClock();
    private final SteppedWorkers workers = new SteppedWorkers(1);
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, clock, () -> {});
    private final List<Boolean> seen = new ArrayList<>();

    @BeforeEach
    void start() {
        policy.start();
    }

    /** A turn that asks whether it may go on after so long. */
    private void submitTurn(long nanos) {
        policy.submit(new Turn(nanos));
    }

    private final class Turn implements Task {
        private final long nanos;

        Turn(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public void run() {
            Context.current().begin(this, 0, clock, true);
            clock.advance(nanos);
            seen.add(Context.current().mayGoOn());
            Context.current().end();
        }
    }

    private void submitLongTurn() {
        policy.submit(() -> {
            policy.tend();
            policy.tend();
        });
    }

    private void work() {
        while (workers.work(0)) {
            // as long as it finds something
        }
    }

    @Test
    void turn_afterShortOnes_doesNotGoOn() {
        submitTurn(0);
        submitTurn(0);

        work();

        assertThat(seen).containsExactly(false, false);
    }

    @Test
    void turns_afterOneThatHasTakenLong_goOnForAWhile() {
        submitLongTurn();
        submitTurn(SLICE - 1);
        submitTurn(SLICE);

        work();

        assertThat(seen).containsExactly(true, false);
    }

    @Test
    void turns_longAfterOneThatHasTakenLong_doNotGoOn() {
        submitLongTurn();
        for (int i = 0; i <= Bound.SHORT_TURNS.intValue(); i++) {
            submitTurn(0);
        }

        work();

        assertThat(seen).hasSize(Bound.SHORT_TURNS.intValue() + 1).endsWith(true, false);
    }

    @Test
    void turn_afterAWorkerHadNothingToDo_doesNotGoOn() {
        work();
        policy.tend();
        policy.tend();
        submitTurn(0);

        work();

        assertThat(seen).containsExactly(false);
    }
}
