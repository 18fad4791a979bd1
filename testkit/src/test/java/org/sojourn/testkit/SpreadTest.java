package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/** A gift for another place comes before what waits, and a turn that keeps all its work on its stack gives some of it up; on a worker and a clock that the test steps. */
class SpreadTest {
    /** More than run inline before the clock is read. */
    private static final int MANY = 100;

    private final SetClock clock = new SetClock();
    private final SteppedWorkers workers = new SteppedWorkers(1);
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, clock, () -> {});
    private final List<String> order = new ArrayList<>();

    @BeforeEach
    void start() {
        policy.start();
        workers.workElsewhere(0);
    }

    private Task noting(String name) {
        return () -> order.add(name);
    }

    @Test
    void taskThatIsFirst_comesBeforeAllThatWaits() {
        policy.submit(() -> {
            policy.submitSoon(noting("of the turn"));
            CompletableFuture.runAsync(() -> {
                        policy.submit(noting("from outside"));
                        policy.submitFirst(noting("first"));
                    })
                    .join();
        });
        workers.workElsewhere(0);
        assertThat(order).startsWith("first").hasSize(3);
    }

    @Test
    void taskThatIsFirst_wakesAWorker() {
        policy.submitFirst(noting("first"));
        assertThat(workers.wasWoken(0)).isTrue();
    }

    /** Whether a turn runs inline what it sends, after so many looks at it, with so many messages that have run inline between two. */
    private boolean runsInline(int looks, int messagesBetween) {
        boolean[] runsInline = {false};
        policy.submit(new Task() {
            @Override
            public void run() {
                Context context = Context.current();
                context.begin(this, 1, clock, true);
                policy.spread();
                for (int look = 1; look < looks; look++) {
                    for (int i = 0; i < messagesBetween; i++) {
                        context.enter(this);
                        context.leave();
                    }
                    policy.spread();
                }
                runsInline[0] = context.mayInline();
                context.end();
            }
        });
        workers.workElsewhere(0);
        return runsInline[0];
    }

    @Test
    void turnWithLongMessages_fromOneLookToTheNext_queuesWhatItSends() {
        assertThat(runsInline(2, 1)).isFalse();
    }

    @Test
    void turnWithManyMessages_fromOneLookToTheNext_goesOnInline() {
        assertThat(runsInline(2, MANY)).isTrue();
    }

    @Test
    void turnThatFillsItsWorkersQueue_runsNothingInlineAnyMore() {
        boolean[] runsInline = new boolean[2];
        policy.submit(new Task() {
            @Override
            public void run() {
                Context context = Context.current();
                context.begin(this, 1, clock, true);
                for (int i = 0; i < Bound.WORKER_QUEUE_SELECTORS.intValue(); i++) {
                    policy.submitSoon(() -> {});
                }
                runsInline[0] = context.mayInline();
                policy.submitSoon(() -> {});
                runsInline[1] = context.mayInline();
                context.end();
            }
        });
        workers.workElsewhere(0);
        assertThat(runsInline).containsExactly(true, false);
    }

    @Test
    void turnsThatFollowEachOther_runInline() {
        for (int i = 0; i < 3; i++) {
            assertThat(runsInline(1, 0)).as("turn " + i).isTrue();
        }
    }
}
