package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/** When those go on who wait at the entrance of a place whose only worker has a queue of its own, on a worker that the test steps. */
class EntranceTest {
    /** Too few for the entrance to have its turn by itself. */
    private static final int OWN = 40;

    private static final SetClock CLOCK = new SetClock();

    private final SteppedWorkers workers = new SteppedWorkers(1);
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, CLOCK, () -> {});
    private final List<String> order = new ArrayList<>();

    /** Has the worker run a task, and all that it submits. */
    private void run(Task first) {
        policy.start();
        policy.submit(first);
        while (workers.work(0)) {
            // as long as it finds something
        }
    }

    private void submitFromOutside() {
        CompletableFuture.runAsync(() -> policy.submit(() -> order.add("outside")))
                .join();
    }

    private void submitOwn(Task last) {
        submitFromOutside();
        for (int i = 1; i < OWN; i++) {
            policy.submit(() -> order.add("own"));
        }
        policy.submit(last);
    }

    @Test
    void taskFromOutside_behindAFewTurns_waitsForThem() {
        run(() -> submitOwn(() -> order.add("last")));

        assertThat(order).hasSize(OWN + 1).endsWith("last", "outside");
    }

    @Test
    void taskFromOutside_whenThePlaceHasLookedMeanwhile_goesNext() {
        run(() -> {
            submitOwn(() -> order.add("last"));
            policy.tend();
        });

        assertThat(order).hasSize(OWN + 1).startsWith("outside").endsWith("last");
    }

    /** A turn during which the place looks twice. */
    private final class LongTurn implements Task {
        private final boolean isWaitedFor;
        private boolean mayInline;

        LongTurn(boolean isWaitedFor) {
            this.isWaitedFor = isWaitedFor;
        }

        @Override
        public void run() {
            Context.current().begin(this, Bound.INLINE_DEPTH.intValue(), CLOCK, true);
            if (isWaitedFor) {
                submitFromOutside();
            }
            policy.tend();
            policy.tend();
            mayInline = Context.current().mayInline();
            Context.current().end();
        }
    }

    @Test
    void longTurn_forWhichSomebodyWaits_hasNoMorePartsRunOnItsStack() {
        LongTurn turn = new LongTurn(true);

        run(turn);

        assertThat(turn.mayInline).isFalse();
    }

    @Test
    void longTurn_forWhichNobodyWaits_goesOnAsItWas() {
        LongTurn turn = new LongTurn(false);

        run(turn);

        assertThat(turn.mayInline).isTrue();
    }
}
