package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Task;

/** What a turn is measured to take that has others run on its stack. */
class TurnCostTest {
    /** More than a kind may take whose messages run on their senders' stacks. */
    private static final long LONG = 8_000;

    private static final long SHORT = 100;

    /** The time that constructing takes. */
    private static final long BUILDING = 10_000;

    private static final int TURNS = 20;
    private static final int TRIED = 900;

    private final Context context = new Context(Thread.currentThread());
    private final Cost cost = new Cost(Bound.INLINE_MESSAGE_NANOS);
    private final SetClock clock = new SetClock();

    private void measure(long own, int others, long each) {
        measure(own, 0, others, each);
    }

    /** Measures turns that take so long themselves, construct so many, and have so many others run that take so long each. */
    private void measure(long own, int built, int others, long each) {
        Task task = () -> {};
        for (int turn = 0; turn < TURNS; turn++) {
            context.begin(task, 16, clock, true);
            Context.Stopwatch watch = context.measure(clock);
            for (int i = 0; i < built; i++) {
                boolean isMeasured = context.isRunningMeasured();
                context.enter(task);
                Context.Stopwatch inner = isMeasured ? context.measure(clock) : null;
                clock.advance(BUILDING);
                context.leave();
                if (inner != null) {
                    inner.leaveOut();
                }
            }
            for (int i = 0; i < others; i++) {
                boolean isSample = context.isSample(false);
                context.enter(task);
                Context.Stopwatch inner = isSample ? context.measure(clock) : null;
                clock.advance(each);
                context.processed();
                context.leave();
                if (inner != null) {
                    inner.stop(null);
                }
            }
            clock.advance(own);
            context.processed();
            context.end();
            watch.stop(cost);
        }
    }

    @Test
    void longTurn_thatHasShortOnesRun_isLong() {
        measure(LONG, 4, SHORT); // 1,680 ns a message, if all were counted
        assertThat(cost.isShort()).isFalse();
    }

    @Test
    void shortTurn_thatHasLongOnesRun_isShort() {
        measure(SHORT, 4, LONG);
        assertThat(cost.isShort()).isTrue();
    }

    @Test
    void shortTurn_thatConstructsMany_isShort() {
        measure(SHORT, 20, 0, SHORT);
        assertThat(cost.isShort()).isTrue();
    }

    @Test
    void longTurn_thatConstructsAndHasThousandsRun_isLong() {
        measure(LONG, 8, 1_000, SHORT);
        assertThat(cost.isShort()).isFalse();
    }

    private void take(int turns, long nanos) {
        for (int i = 0; i < turns; i++) {
            if (cost.isDue()) {
                cost.took(nanos, 1);
            }
        }
    }

    /** As where a crew is told to stop: its kind is long when it is next needed. */
    @Test
    void longKind_whichHasShortTurnsForAMoment_staysLong() {
        take(TURNS, LONG);
        take(TURNS, SHORT);
        assertThat(cost.isBrief()).isFalse();
    }

    @Test
    void longKind_whichHasShortTurnsFromThenOn_isShort() {
        take(TURNS, LONG);
        take(3 * TURNS, SHORT);
        assertThat(cost.isBrief()).isTrue();
    }

    @Test
    void newKind_whoseTurnsAreShort_isShortAfterFour() {
        take(4, SHORT);
        assertThat(cost.isBrief()).isTrue();
    }

    private static int trials(Cost cost) {
        int trials = 0;
        for (int i = 0; i < TRIED; i++) {
            if (cost.isTrial()) {
                trials++;
                cost.isDue(); // as the turn that is tried asks
            }
        }
        return trials;
    }

    @Test
    void isTrial_ofTurnsThatAreLongAndNotTooLong_isSoForOneInNine() {
        for (int i = 0; i < TURNS; i++) {
            cost.took(LONG, 1);
        }
        assertThat(cost.isShort()).isFalse();
        assertThat(trials(cost)).isEqualTo(TRIED / 9);
    }

    @Test
    void isTrial_ofTurnsThatTakeTooLong_isNever() {
        for (int i = 0; i < TURNS; i++) {
            cost.took(Bound.READING_MESSAGE_NANOS.value() + 1, 1);
        }
        assertThat(trials(cost)).isZero();
    }

    @Test
    void isTrial_ofAKindWhosePolicyDecides_isNever() {
        assertThat(trials(new Cost(false))).isZero();
    }

    @Test
    void isTrial_ofAKindThatIsQueuedForGood_isNever() {
        for (int i = 0; i < TURNS; i++) {
            cost.took(LONG, 1);
        }
        cost.queued();
        assertThat(trials(cost)).isZero();
    }

    @Test
    void longTurn_thatHasThousandsRun_isLongThoughFewAreTimed() {
        measure(LONG, 10_000, SHORT);
        assertThat(cost.isShort()).isFalse();
    }
}
