package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Substitutes;
import org.sojourn.kernel.sched.Task;

/** Two workers in turns that don't end: how many others take their places, and what is told of it. */
class SubstitutesTest {
    private static final long STEP_NANOS = 100_000_000;
    private static final long LOOKS = Bound.ENDLESS_TURN_MILLIS.value() * 1_000_000 / STEP_NANOS + 1;

    private final SetClock clock = new SetClock();
    private final SteppedWorkers workers = new SteppedWorkers(2);
    private final Policies policies = new Policies(workers, () -> 0, clock, () -> {});
    private final Substitutes substitutes = new Substitutes(policies, clock, Object::toString);
    private final List<String> seen = new ArrayList<>();

    /** Has both workers run a turn; within both, something else happens. */
    private void duringTwoTurns(Runnable meanwhile) {
        policies.task().start();
        Task inner = meanwhile::run;
        Task outer = () -> {
            policies.task().submit(inner);
            workers.workElsewhere(1);
        };
        CompletableFuture.runAsync(() -> policies.task().submit(outer)).join();
        workers.workElsewhere(0);
    }

    private void submit(int tasks) {
        CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < tasks; i++) {
                        policies.task().submit(() -> {});
                    }
                })
                .join();
    }

    private void look(long times) {
        for (long i = 0; i < times; i++) {
            clock.advance(STEP_NANOS);
            try {
                substitutes.look().forEach(each -> seen.add(each.what() + " " + each.worker()));
            } catch (OutOfMemoryError e) {
                seen.add("no thread");
            }
        }
    }

    @Test
    void oneTask_thatWaitsBehindTwoTurns_hasOneWorkerReplaced() {
        duringTwoTurns(() -> {
            submit(1);
            look(LOOKS);
        });

        assertThat(seen).containsExactly("REPLACED 0");
    }

    @Test
    void twoTasks_thatWaitBehindTwoTurns_haveBothReplaced() {
        duringTwoTurns(() -> {
            submit(2);
            look(LOOKS);
        });

        assertThat(seen).containsExactly("REPLACED 0", "REPLACED 1");
    }

    @Test
    void replacement_beforeOneThatLacksAThread_isToldByTheNextLook() {
        workers.threadsLeft(1);
        duringTwoTurns(() -> {
            submit(2);
            look(LOOKS + 1);
        });

        assertThat(seen).containsExactly("no thread", "REPLACED 0");
    }
}
