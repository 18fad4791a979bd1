package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;

/** For how long a turn has others run on its stack, on a clock that the test sets. */
class InlineTimeTest {
    private static final int DEPTH = Bound.INLINE_DEPTH.intValue();
    private static final long TIME = Bound.INLINE_TURN_NANOS.value();

    /** More messages than without a look at the clock. */
    private static final int MANY = 10_000;

    private final Context context = new Context(Thread.currentThread());
    private final SetClock clock = new SetClock();
    private final Task task = () -> {};

    private void inline() {
        context.enter(task);
        context.leave();
    }

    private void useUp() {
        for (int i = 0; i < MANY && context.mayInline(); i++) {
            inline();
            clock.advance(TIME);
        }
        assertThat(context.mayInline()).as("when the time is used up").isFalse();
    }

    @Test
    void turn_afterOneThatHasUsedUpItsTime_runsOthersInlineAgain() {
        context.begin(task, DEPTH, clock, true);
        useUp();
        context.end();

        context.begin(task, DEPTH, clock, true);

        assertThat(context.mayInline()).isTrue();
    }

    /** As SEQ does, whose calls have no bound of time. */
    @Test
    void turn_afterOneThatWasCalledBeyondItsTime_runsOthersInlineAgain() {
        context.begin(task, DEPTH, clock, true);
        useUp();
        inline();
        assertThat(context.mayInline()).as("in the turn that has none left").isFalse();
        context.end();

        context.begin(task, DEPTH, clock, true);

        assertThat(context.mayInline()).isTrue();
    }
}
