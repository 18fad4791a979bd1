package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sojourn.messengers.run.Build.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** What a script can't do, with the line at which it tried. */
abstract class FaultContract extends StepContract {
    private static final String DIVIDED = "A whole number is divided by 0.";

    @Test
    void wholeNumber_dividedByZero_isAFaultWithItsLine() {
        Build build = new Build();
        Slot zero = build.own("zero", Type.INT);
        Slot none = build.own("none", Type.LONG);
        Expr one = get(zero, Type.INT);
        Expr two = get(none, Type.LONG);
        assertFault(build.of(new Step.Yield(3), todo(4, join(Op.DIVIDE, whole(1), whole(0)))), 3);
        assertFault(build.of(print(7), todo(8, join(Op.DIVIDE, whole(1), one))), 8, DIVIDED);
        assertFault(build.of(print(7), todo(9, join(Op.REMAINDER, whole(1L), two))), 9, DIVIDED);
        assertFault(
                build.of(todo(10, new Expr.Update(none, Type.LONG, Op.DIVIDE, Type.LONG, whole(0L), false))),
                10,
                DIVIDED);
    }

    private void assertFault(org.sojourn.messengers.form.Form form, int before) {
        Run run = begin(form);
        run.next();
        assertFault(run, before + 1, DIVIDED, Run::next);
    }

    @Test
    void index_outside_isAFaultBeforeTheValueIsEvaluated() {
        Build build = new Build();
        Span array = build.ofNode("p.x", Type.INT, 6);
        Slot bad = new Slot(
                array.scope(),
                0,
                List.of(new Slot.Index(whole(1), 2), new Slot.Index(new Expr.Negate(Type.LONG, whole(1L)), 3)));
        assertFault(build.of(todo(10, set(bad, whole(7)))), 10, "Index -1 of 'p.x' is outside of 0 to 2.");
        Expr late = call(Builtin.PLACES);
        Run run = begin(build.of(todo(11, set(at(array, whole(6)), late))));
        assertFault(run, 11, "Index 6 of 'p.x' is outside of 0 to 5.", Run::next);
        assertThat(run.turn.calls).isEmpty();
        Slot far = at(array, whole(1L << 32));
        assertFault(build.of(todo(12, get(far, Type.INT))), 12, "Index 4294967296 of 'p.x' is outside of 0 to 5.");
    }

    @Test
    void texts_thatDoNotFitOrAreNoNumbers_areFaults() {
        Build build = new Build();
        Span name = build.own("name", Type.CHAR, 3);
        assertFault(
                build.of(new Step.SetText(10, name, text("äö"))),
                10,
                "A text of 4 bytes is stored in an array of 3 characters.");
        assertFault(build.of(todo(11, call(Builtin.ATOL, text("x")))), 11, "'x' isn't a whole number of 64 bits.");
        String emoji = "\uD83D\uDE00";
        assertFault(
                build.of(todo(11, call(Builtin.ATOL, text(emoji.repeat(25))))),
                11,
                "'" + emoji.repeat(25) + "' isn't a whole number of 64 bits.");
        assertFault(
                build.of(todo(12, call(Builtin.ATOF, text(emoji.repeat(41))))),
                12,
                "'" + emoji.repeat(40) + "...' isn't a number.");
        assertFault(build.of(todo(12, call(Builtin.ATOF, text("1f")))), 12, "'1f' isn't a number.");
        assertFault(build.of(todo(12, call(Builtin.ATOF, text("")))), 12, "'' isn't a number.");
        assertFault(
                build.of(todo(13, call(Builtin.RANDOM_BELOW, whole(0L)))),
                13,
                "A number at random is asked for below 0; the bound has to be above 0.");
    }

    @Test
    void faultOfTheTurn_getsTheLine() {
        assertFault(new Build().of(print(9), todo(10, call(Builtin.PLACE_NAME, whole(3)))), 10, "There is no place 3.");
    }

    @Test
    void results_thatAreMissingOrOthers_areFaults() {
        Build build = new Build();
        Span array = build.own("array", Type.INT, 2);
        for (Type type : List.of(Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE, Type.TEXT, Type.NODE, Type.MESSENGER)) {
            boolean isReference = type == Type.NODE || type == Type.MESSENGER;
            String what = isReference ? "an address or an id" : "of type " + type;
            String sentence = "The last scheduling point has left no result 0 that is " + what + ".";
            Step reading = todo(11, new Expr.Result(0, type));
            List<@Nullable Object[]> wrong = new ArrayList<>();
            wrong.add(new Object[0]);
            wrong.add(new Object[] {new int[2]});
            wrong.add(new Object[] {type == Type.INT ? (Object) 1L : (Object) 1});
            if (!isReference) {
                wrong.add(new Object[] {null});
            }
            assertWrong(build, reading, null, sentence);
            for (@Nullable Object[] each : wrong) {
                assertWrong(build, reading, each, sentence);
            }
        }
        String sentence = "The last scheduling point has left no result 0 that is an array of 2 int.";
        Step taking = new Step.TakeResult(11, 0, array);
        for (Object each : new Object[] {1, "x", new long[2], new int[3], new Object[2]}) {
            assertWrong(build, taking, new Object[] {each}, sentence);
        }
        assertWrong(build, taking, new Object[] {null}, sentence);
    }

    private void assertWrong(Build build, Step reading, @Nullable Object @Nullable [] results, String sentence) {
        Run run = begin(build.of(new Step.Yield(10), reading));
        run.next();
        run.turn.results = results;
        assertFault(run, 11, sentence, Run::next);
    }

    @Test
    void resultOfAnEarlierPoint_isGone() {
        Run run = begin(new Build().of(new Step.Yield(10), new Step.Yield(11), todo(12, new Expr.Result(0, Type.INT))));
        run.next();
        run.next(1);
        assertFault(run, 12, "The last scheduling point has left no result 0 that is of type INT.", Run::next);
    }

    @Test
    void stoppedScript_failsAtTheNextJumpBackOrCall() {
        String stopped = "The script was stopped.";
        Build build = new Build();
        int empty = build.routine("empty", null, 0, List.of());
        for (Step each : List.of(
                new Step.Jump(12, 0), new Step.JumpIf(12, whole(1), true, 1), todo(12, call(empty, Type.INT)))) {
            Run run = begin(build.of(print(10, text("once")), new Step.Jump(11, 2), each));
            run.turn.isStopped = true;
            assertFault(run, 12, stopped, Run::next);
            assertThat(run.turn.calls).containsExactly("[print, once]");
        }
    }

    @Test
    void endlessLoop_stoppedByAnotherThread_ends() throws InterruptedException {
        Run run = begin(new Build().of(new Step.Jump(10, 0)));
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                run.next();
            } catch (Fault e) {
                end.set(e);
            }
        });
        run.turn.isStopped = true;
        thread.join();
        assertThat(end.get()).hasMessage("The script was stopped.");
    }

    @Test
    void recursion_tooDeep_isAFaultAndNoOverflow() throws InterruptedException {
        Build build = new Build();
        int plain = recursive(build, 1);
        int large = recursive(build, 400);
        assertThat(valueOf(build, call(plain, Type.LONG, whole((long) Limits.CALLS - 1))))
                .isEqualTo("999");
        String sentence =
                "Routine 'deep%d' is called too deep: routines may be inside one another 1000 times, large ones fewer"
                        + " times. Let the recursion end earlier.";
        // A stack of half a mebibyte is enough.
        List<Throwable> thrown = new ArrayList<>();
        Thread small = new Thread(
                null,
                () -> {
                    try {
                        assertFault(build.of(todo(10, call(plain, Type.LONG, whole(1000L)))), 5, sentence.formatted(1));
                        assertFault(
                                build.of(todo(10, call(large, Type.LONG, whole(1000L)))), 5, sentence.formatted(400));
                        assertThat(valueOf(build, call(large, Type.LONG, whole(30L))))
                                .isEqualTo("30");
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                },
                "small",
                512 << 10);
        small.start();
        small.join();
        assertThat(thrown).isEmpty();
    }

    /** {@return a routine that gives its argument, by as many calls} */
    private static int recursive(Build build, int variables) {
        List<Variable> own = new ArrayList<>();
        own.add(new Variable("n", Type.LONG, 0));
        for (int i = 1; i < variables; i++) {
            own.add(new Variable("v" + i, Type.LONG, 0));
        }
        Expr n = get(local(0), Type.LONG);
        int number = variables == 1 ? 0 : 1;
        return build.routine(
                "deep" + variables,
                Type.LONG,
                1,
                own,
                new Step.JumpIf(4, join(Op.EQUAL, n, whole(0L)), true, 2),
                new Step.Return(5, join(Op.ADD, whole(1L), call(number, Type.LONG, join(Op.SUBTRACT, n, whole(1L))))));
    }

    @Test
    void frame_whereNoMessengerGoesOn_isAFault() {
        Run run = begin(new Build().of(print(10), new Step.Yield(11)));
        run.frame.step = 1;
        assertThat(run.script.isResumption(1)).isFalse();
        assertThat(run.script.isResumption(2)).isTrue();
        assertFault(run, 0, "The messenger should go on at step 1, which no scheduling point leads to.", Run::next);
    }
}
