package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sojourn.messengers.run.Build.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** What each step does. */
abstract class StepContract extends ExprContract {
    @Test
    void jumps_loop_untilTheConditionHolds() {
        Build build = new Build();
        Slot i = build.own("i", Type.INT);
        Expr next = new Expr.Update(i, Type.INT, Op.ADD, Type.INT, whole(1), false);
        assertThat(said(build.of(
                        print(10, get(i, Type.INT)),
                        new Step.JumpIf(11, join(Op.LESS, next, whole(3)), true, 0),
                        new Step.JumpIf(12, whole(0), false, 4),
                        print(13, text("never")),
                        new Step.Jump(14, 5))))
                .containsExactly("[print, 0]", "[print, 1]", "[print, 2]", "[exit]");
    }

    @Test
    void spans_copiedAndCleared_mayOverlap() {
        Build build = new Build();
        Span own = build.own("own", Type.SHORT, 4);
        Span other = build.ofNode("other", Type.SHORT, 6);
        Run run = begin(build.of(
                todo(10, set(at(own, whole(0)), whole(1))),
                todo(10, set(at(own, whole(1)), whole(2))),
                new Step.CopySpan(11, part(own, 0, 3), part(own, 1, 3)),
                report(12, own),
                new Step.CopySpan(13, own, part(other, 2, 4)),
                new Step.Clear(14, part(other, 2, 2)),
                report(15, other)));
        assertThat(run.next())
                .containsExactly("[report, it, [1, 1, 2, 0]]", "[report, it, [0, 0, 0, 0, 2, 0]]", "[exit]");
        assertThat(run.turn.isNodeStored).isTrue();
    }

    @Test
    void spanOfARow_beginsAtItsIndices() {
        Build build = new Build();
        Span matrix = build.own("matrix", Type.INT, 12);
        Slot i = build.own("i", Type.LONG);
        Slot.Index row = new Slot.Index(get(i, Type.LONG), 3);
        Span its = new Span(matrix.scope(), matrix.variable(), List.of(row), 1, 3);
        Slot cell = new Slot(matrix.scope(), matrix.variable(), List.of(row, new Slot.Index(whole(1), 3)));
        assertThat(said(build.of(
                        todo(10, set(i, whole(1L))),
                        todo(11, set(cell, whole(7))),
                        report(12, its),
                        report(13, matrix))))
                .containsExactly(
                        "[report, it, [7, 0, 0]]", "[report, it, [0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]]", "[exit]");
    }

    @Test
    void values_printed_areTexts() {
        Build build = new Build();
        Slot letter = build.own("letter", Type.CHAR);
        Span name = build.own("name", Type.CHAR, 4);
        Span some = build.own("some", Type.DOUBLE, 2);
        Span nodes = build.own("nodes", Type.NODE, 2);
        assertThat(said(build.of(
                        new Step.SetText(10, name, text("bc")),
                        new Step.Print(
                                11,
                                List.of(
                                        new Argument.Value(new Expr.Convert(Type.CHAR, set(letter, whole(97)))),
                                        new Argument.Copy(name),
                                        new Argument.Value(new Expr.Convert(Type.CHAR, get(letter, Type.INT))),
                                        new Argument.Value(join(Op.ADD, get(letter, Type.INT), whole(0))),
                                        new Argument.Value(new Expr.Convert(Type.CHAR, whole(0xE4))),
                                        new Argument.Value(real(1.5f)),
                                        new Argument.Value(whole(-3L)),
                                        new Argument.Value(new Expr.None(Type.NODE)),
                                        new Argument.Copy(some),
                                        new Argument.Copy(nodes))))))
                .containsExactly("[print, abca97ä1.5-3none[0.0, 0.0][none, none]]", "[exit]");
    }

    @Test
    void messages_sent_areValuesAndCopies() {
        Build build = new Build();
        Span name = build.own("name", Type.CHAR, 2);
        assertThat(said(build.of(
                        new Step.Send(10, new Expr.None(Type.NODE), new Argument.Value(real(2.5))),
                        new Step.Send(10, new Expr.None(Type.NODE), new Argument.Copy(name)))))
                .containsExactly("[send, null, 2.5]", "[send, null, [0, 0]]", "[exit]");
    }

    @Test
    void points_tellTheTurn_andGoOnAtTheNextStep() {
        Pattern is = new Pattern.Is(text("x"));
        Build build = new Build();
        Span name = build.own("name", Type.CHAR, 2);
        Run run = begin(build.of(
                new Step.Yield(10),
                new Step.Hop(
                        11,
                        true,
                        is,
                        new Pattern.Any(),
                        new Pattern.Is(real(2.5)),
                        new Pattern.Unnamed(),
                        Step.Direction.FORWARD),
                new Step.Create(12, OMITTED, is, OMITTED, is, Step.Direction.ANY, true),
                new Step.Func(
                        13,
                        text("F"),
                        text("f"),
                        List.of(new Argument.Value(whole(1)), new Argument.Copy(name)),
                        List.of(new Shape(Type.INT, 0), new Shape(Type.CHAR, 3))),
                new Step.Exec(14, text("ls"), List.of(new Argument.Value(text("-l"))), true),
                new Step.Fork(15),
                new Step.Duplicate(16),
                new Step.Inject(17, text("s"), List.of(new Argument.Value(whole(2L)))),
                new Step.Receive(18, new Expr.None(Type.NODE), true, new Shape(Type.DOUBLE, 0)),
                new Step.Outside(
                        19,
                        Outward.SEND,
                        whole(4),
                        whole(3),
                        List.of(
                                new Argument.Value(text("x")),
                                new Argument.Value(new Expr.Convert(Type.CHAR, whole(65)))),
                        null),
                new Step.Outside(20, Outward.READ, whole(5), whole(0), List.of(), new Shape(Type.CHAR, 2)),
                new Step.Exit(21)));
        List<String> said = List.of(
                "[yields, false]",
                "[hop, true, 3, x, 1, null, 3, 2.5, 2, null, FORWARD]",
                "[create, true, 0, null, 3, x, 0, 0.0, 3, x, ANY]",
                "[func, F, f, [1, [0, 0]], [Shape[type=INT, length=0], Shape[type=CHAR, length=3]]]",
                "[exec, ls, [-l], true]",
                "[fork]",
                "[duplicate]",
                "[inject, s, [2]]",
                "[receive, null, true, Shape[type=DOUBLE, length=0]]",
                "[outside, SEND, 4, 3, [x, A], xA, null]",
                "[outside, READ, 5, 0, [], , Shape[type=CHAR, length=2]]",
                "[exit]");
        for (int i = 0; i < said.size(); i++) {
            assertThat(run.next()).containsExactly(said.get(i));
            assertThat(run.frame.step).isEqualTo(i + 1);
            assertThat(run.frame.results).isNull();
        }
    }

    @Test
    void await_waits_untilItsConditionHolds() {
        Build build = new Build();
        Slot gate = build.ofNode("gate", Type.INT);
        Slot own = build.own("own", Type.INT);
        Run run = begin(build.of(
                todo(10, set(own, whole(4))), new Step.Await(11, get(gate, Type.INT)), report(12, get(own, Type.INT))));
        assertThat(run.next()).containsExactly("[yields, true]");
        assertThat(run.frame.step).isEqualTo(1);
        assertThat(run.next()).containsExactly("[yields, true]");
        run.turn.node.numbers[0] = 1;
        assertThat(run.next()).containsExactly("[report, it, 4]", "[exit]");
    }

    @Test
    void results_taken_areWhatTheLastPointLeft() {
        Build build = new Build();
        Span array = build.own("array", Type.LONG, 3);
        Run run = begin(build.of(
                new Step.Yield(10),
                report(11, new Expr.Result(0, Type.INT)),
                report(11, new Expr.Result(1, Type.LONG)),
                report(11, new Expr.Result(2, Type.FLOAT)),
                report(11, new Expr.Result(3, Type.DOUBLE)),
                report(11, new Expr.Result(4, Type.TEXT)),
                report(11, new Expr.Result(5, Type.MESSENGER)),
                new Step.TakeResult(12, 6, part(array, 1, 2)),
                report(13, array)));
        run.next();
        assertThat(run.next(1, 2L, 3f, 4.0, "five", new Recorder.Address(6), new long[] {7, 8}))
                .containsExactly(
                        "[report, it, 1]",
                        "[report, it, 2]",
                        "[report, it, 3.0]",
                        "[report, it, 4.0]",
                        "[report, it, five]",
                        "[report, it, Address[number=6]]",
                        "[report, it, [0, 7, 8]]",
                        "[exit]");
    }

    @Test
    void duplicate_beginsWithTheVariablesAsTheyAre() {
        Build build = new Build();
        Slot count = build.own("count", Type.INT);
        Run run = begin(build.of(
                todo(10, new Expr.Update(count, Type.INT, Op.ADD, Type.INT, whole(1), false)),
                new Step.Duplicate(11),
                print(12, text("on"))));
        run.next();
        Run second = new Run(run.script);
        second.frame = run.frame.copy();
        second.frame.step = 0;
        second.next();
        assertThat(second.frame.values.numbers[0]).isEqualTo(2);
    }

    @Test
    void nodeVariables_newAtANode_haveTheirFirstValues() {
        Build build = new Build();
        Slot small = build.ofNode("small", Type.CHAR);
        Span name = build.ofNode("name", Type.CHAR, 3);
        Span all = build.ofNode("all", Type.FLOAT, 2);
        Slot old = build.ofNode("old", Type.DOUBLE);
        Script script = script(build.first(
                        todo(1, set(small, whole(300))),
                        new Step.SetText(2, name, text("ab")),
                        todo(3, set(at(all, whole(1)), real(2.5f))),
                        todo(4, set(old, real(9.0))))
                .of());
        Layout layout = new Layout(script.form().node());
        Storage node = layout.storage();
        int[] at = {0, 0, 1, 1};
        script.layOut(node, at, new boolean[] {true, true, true, false});
        assertThat(node.numbers).containsExactly(44, 0);
        assertThat((byte[]) node.objects[0]).containsExactly('a', 'b', 0);
        assertThat((float[]) node.objects[1]).containsExactly(0, 2.5f);
        script.layOut(node, at, new boolean[] {false, false, false, true});
        assertThat(node.numbers[1]).isEqualTo(Double.doubleToRawLongBits(9));
    }

    @Test
    void storingInANode_isNoted_readingIsNot() {
        Build build = new Build();
        Slot own = build.own("own", Type.LONG);
        Slot shared = build.ofNode("shared", Type.LONG);
        Run run = begin(build.of(
                todo(10, set(own, get(shared, Type.LONG))), new Step.Yield(10), todo(11, set(shared, whole(1L)))));
        run.next();
        assertThat(run.turn.isNodeStored).isFalse();
        run.next();
        assertThat(run.turn.isNodeStored).isTrue();
    }
}
