package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sojourn.messengers.run.Build.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** What each expression gives. */
abstract class ExprContract extends ScriptContract {
    @ParameterizedTest
    @CsvSource({
        "ADD, 2147483647, 1, -2147483648",
        "SUBTRACT, 3, 5, -2",
        "MULTIPLY, 65536, 65536, 0",
        "DIVIDE, -7, 2, -3",
        "DIVIDE, -2147483648, -1, -2147483648",
        "REMAINDER, -7, 2, -1",
        "AND, 12, 10, 8",
        "OR, 12, 10, 14",
        "XOR, 12, 10, 6",
        "SHIFT_LEFT, 1, 33, 2",
        "SHIFT_RIGHT, -8, 1, -4",
        "EQUAL, 3, 3, 1",
        "NOT_EQUAL, 3, 3, 0",
        "LESS, 3, 3, 0",
        "LESS_OR_EQUAL, 3, 3, 1",
        "GREATER, 4, 3, 1",
        "GREATER_OR_EQUAL, 2, 3, 0"
    })
    void ints_joined_areAsInJava(Op op, int left, int right, String result) {
        assertThat(valueOf(join(op, whole(left), whole(right)))).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({
        "ADD, 9223372036854775807, 1, -9223372036854775808",
        "MULTIPLY, 4294967296, 4294967296, 0",
        "DIVIDE, -7, 2, -3",
        "REMAINDER, -7, 2, -1",
        "XOR, 12, 10, 6",
        "LESS, -9223372036854775808, 9223372036854775807, 1",
        "EQUAL, 4294967296, 0, 0"
    })
    void longs_joined_areAsInJava(Op op, long left, long right, String result) {
        assertThat(valueOf(join(op, whole(left), whole(right)))).isEqualTo(result);
    }

    @Test
    void longs_shifted_useSixBits() {
        assertThat(valueOf(join(Op.SHIFT_LEFT, whole(1L), whole(65)))).isEqualTo("2");
        assertThat(valueOf(join(Op.SHIFT_RIGHT, whole(-4L), whole(1)))).isEqualTo("-2");
    }

    @ParameterizedTest
    @CsvSource({
        "DIVIDE, 1, 0, Infinity",
        "REMAINDER, 7.5, 2, 1.5",
        "LESS, NaN, 1, 0",
        "LESS_OR_EQUAL, NaN, 1, 0",
        "GREATER, NaN, 1, 0",
        "GREATER_OR_EQUAL, NaN, 1, 0",
        "EQUAL, NaN, NaN, 0",
        "NOT_EQUAL, NaN, NaN, 1",
        "EQUAL, -0.0, 0.0, 1"
    })
    void fractions_joined_areAsInJava(Op op, double left, double right, String result) {
        assertThat(valueOf(join(op, real(left), real(right)))).isEqualTo(result);
        assertThat(valueOf(join(op, real((float) left), real((float) right)))).isEqualTo(result);
        assertThat(valueOf(new Expr.Not(
                        join(op, real(left), real(right)).type() == Type.INT
                                ? join(op, real(left), real(right))
                                : whole(1))))
                .isEqualTo(result.equals("0") ? "1" : "0");
    }

    @Test
    void numbers_convertedAndNegated_areAsInJava() {
        assertThat(valueOf(new Expr.Convert(Type.CHAR, whole(200)))).isEqualTo("-56");
        assertThat(valueOf(new Expr.Convert(Type.CHAR, real(300.7)))).isEqualTo("44");
        assertThat(valueOf(new Expr.Convert(Type.SHORT, whole(70000L)))).isEqualTo("4464");
        assertThat(valueOf(new Expr.Convert(Type.INT, real(1e20)))).isEqualTo("2147483647");
        assertThat(valueOf(new Expr.Convert(Type.LONG, real(Double.NaN)))).isEqualTo("0");
        assertThat(valueOf(new Expr.Convert(Type.FLOAT, real(0.1)))).isEqualTo("0.1");
        assertThat(valueOf(new Expr.Convert(Type.DOUBLE, real(0.1f)))).isEqualTo("0.10000000149011612");
        assertThat(valueOf(new Expr.Negate(Type.INT, whole(Integer.MIN_VALUE)))).isEqualTo("-2147483648");
        assertThat(valueOf(new Expr.Negate(Type.DOUBLE, real(0.0)))).isEqualTo("-0.0");
        assertThat(valueOf(new Expr.Negate(Type.FLOAT, real(2.5f)))).isEqualTo("-2.5");
        assertThat(valueOf(new Expr.Complement(Type.INT, whole(5)))).isEqualTo("-6");
        assertThat(valueOf(new Expr.Complement(Type.LONG, whole(5L)))).isEqualTo("-6");
    }

    @Test
    void values_joined_areOneTextAsIfPrinted() {
        Build build = new Build();
        Slot letter = build.own("letter", Type.CHAR);
        Span name = build.own("name", Type.CHAR, 4);
        Form form = build.of(
                todo(1, set(letter, whole('x'))),
                new Step.SetText(1, name, text("n")),
                report(
                        2,
                        new Expr.Joined(List.of(
                                new Expr.TextOf(name),
                                whole(-3),
                                new Expr.Convert(Type.CHAR, whole('_')),
                                get(letter, Type.INT),
                                whole(1L << 40),
                                real(0.5f),
                                real(1e300),
                                new Expr.None(Type.NODE),
                                new Expr.Joined(List.of())))));
        assertThat(said(form)).contains("[report, it, n-3_12010995116277760.51.0E300none]");
    }

    @Test
    void texts_compared_areOrderedByCodePoint() {
        Expr above = text("\uD83D\uDE00");
        Expr below = text("\uFF01");
        assertThat(valueOf(join(Op.GREATER, above, below))).isEqualTo("1");
        assertThat(valueOf(join(Op.LESS, text("a"), text("ab")))).isEqualTo("1");
        assertThat(valueOf(join(Op.EQUAL, text("ab"), text("ab")))).isEqualTo("1");
        assertThat(valueOf(join(Op.NOT_EQUAL, text("ab"), text("b")))).isEqualTo("1");
        assertThat(valueOf(join(Op.LESS_OR_EQUAL, text("b"), text("ab")))).isEqualTo("0");
    }

    @Test
    void conditions_joined_evaluateTheRightSideIfItDecides() {
        Build build = new Build();
        Slot count = build.own("count", Type.INT);
        Expr counting = new Expr.Update(count, Type.INT, Op.ADD, Type.INT, whole(1), false);
        List<String> said = said(build.of(
                report(10, new Expr.Both(true, whole(0), counting)),
                report(10, new Expr.Both(false, whole(7), counting)),
                report(10, new Expr.Both(true, whole(5), counting)),
                report(10, new Expr.Both(false, whole(0), counting)),
                report(10, get(count, Type.INT))));
        assertThat(said)
                .containsExactly(
                        "[report, it, 0]",
                        "[report, it, 1]",
                        "[report, it, 1]",
                        "[report, it, 1]",
                        "[report, it, 2]",
                        "[exit]");
    }

    @Test
    void choiceAndThen_evaluateOneSideAndTheSecond() {
        Build build = new Build();
        Slot count = build.own("count", Type.LONG);
        Expr more = new Expr.Update(count, Type.LONG, Op.ADD, Type.LONG, whole(2L), true);
        assertThat(valueOf(
                        build, new Expr.Choice(Type.LONG, whole(0), more, new Expr.Then(more, get(count, Type.LONG)))))
                .isEqualTo("2");
        assertThat(valueOf(new Expr.Choice(Type.TEXT, whole(3), text("yes"), text("no"))))
                .isEqualTo("yes");
    }

    @Test
    void references_compared_areEqualIfTheirObjectsAre() {
        Expr none = new Expr.None(Type.NODE);
        assertThat(valueOf(join(Op.EQUAL, none, none))).isEqualTo("1");
        Build build = new Build();
        Slot one = build.own("one", Type.NODE);
        Run run = begin(build.of(
                new Step.Yield(10),
                todo(11, set(one, new Expr.Result(0, Type.NODE))),
                report(12, join(Op.EQUAL, get(one, Type.NODE), new Expr.Result(1, Type.NODE))),
                report(13, join(Op.NOT_EQUAL, get(one, Type.NODE), none))));
        run.next();
        assertThat(run.next(new Recorder.Address(4), new Recorder.Address(4)))
                .containsExactly("[report, it, 1]", "[report, it, 1]", "[exit]");
    }

    @Test
    void scalars_storedAndUpdated_areCutToTheirType() {
        for (Type type : List.of(Type.CHAR, Type.SHORT, Type.INT)) {
            for (boolean isOfNode : new boolean[] {false, true}) {
                Build build = new Build();
                Slot slot = isOfNode ? build.ofNode("v", type) : build.own("v", type);
                int cut = type == Type.CHAR ? (byte) 70_000 : type == Type.SHORT ? (short) 70_000 : 70_000;
                int doubled =
                        type == Type.CHAR ? (byte) (2.5 * cut) : type == Type.SHORT ? (short) (2.5 * cut) : 175_000;
                assertThat(said(build.of(
                                report(10, set(slot, whole(70_000))),
                                report(11, new Expr.Update(slot, Type.INT, Op.MULTIPLY, Type.DOUBLE, real(2.5), true)),
                                report(12, get(slot, Type.INT)))))
                        .containsExactly(
                                "[report, it, " + cut + "]",
                                "[report, it, " + cut + "]",
                                "[report, it, " + doubled + "]",
                                "[exit]");
            }
        }
    }

    @Test
    void elements_storedAndUpdated_areAtTheirIndices() {
        for (Type type : List.of(Type.CHAR, Type.SHORT, Type.INT, Type.LONG, Type.FLOAT, Type.DOUBLE)) {
            for (boolean isOfNode : new boolean[] {false, true}) {
                Build build = new Build();
                Span array = isOfNode ? build.ofNode("v", type, 4) : build.own("v", type, 4);
                Expr one = new Expr.Convert(type, whole(40));
                Expr two = new Expr.Convert(type, whole(2));
                Type read = type.read();
                List<String> said = said(build.of(
                        report(10, set(at(array, whole(1), whole(1)), one)),
                        report(11, new Expr.Update(at(array, whole(3L)), read, Op.ADD, read, two, false)),
                        report(12, new Expr.Update(at(array, whole(3)), read, Op.SUBTRACT, read, one, true)),
                        report(13, array)));
                String dot = read.isWhole() ? "" : ".0";
                assertThat(said)
                        .containsExactly(
                                "[report, it, 40" + dot + "]",
                                "[report, it, 42" + dot + "]",
                                "[report, it, 42" + dot + "]",
                                "[report, it, [0" + dot + ", 0" + dot + ", 0" + dot + ", 2" + dot + "]]",
                                "[exit]");
            }
        }
    }

    @Test
    void arrayOfCharacters_readAsText_endsAtZeroOrAtItsEnd() {
        Build build = new Build();
        Span name = build.own("name", Type.CHAR, 6);
        assertThat(said(build.of(
                        new Step.SetText(10, name, text("äöü")),
                        report(11, new Expr.TextOf(name)),
                        new Step.SetText(12, name, text("ab")),
                        report(13, new Expr.TextOf(name)),
                        report(14, new Expr.TextOf(part(name, 1, 3))),
                        report(15, call(Builtin.STRLEN, new Expr.TextOf(name))))))
                .containsExactly(
                        "[report, it, äöü]", "[report, it, ab]", "[report, it, b]", "[report, it, 2]", "[exit]");
    }

    @Test
    void mathematics_isThatOfC() {
        assertThat(valueOf(call(Builtin.ROUND, real(-2.5)))).isEqualTo("-3.0");
        assertThat(valueOf(call(Builtin.ROUND, real(0.49999999999999994)))).isEqualTo("0.0");
        assertThat(valueOf(call(Builtin.FMIN, real(Double.NaN), real(2.0)))).isEqualTo("2.0");
        assertThat(valueOf(call(Builtin.FMAX, real(1.0), real(2.0)))).isEqualTo("2.0");
        assertThat(valueOf(call(Builtin.FMOD, real(-7.0), real(4.0)))).isEqualTo("-3.0");
        assertThat(valueOf(call(Builtin.POW, real(2.0), real(10.0)))).isEqualTo("1024.0");
        assertThat(valueOf(call(Builtin.HYPOT, real(3.0), real(4.0)))).isEqualTo("5.0");
        assertThat(valueOf(call(Builtin.SQRT, real(9.0)))).isEqualTo("3.0");
        assertThat(valueOf(call(Builtin.ABS, whole(-3)))).isEqualTo("3");
        assertThat(valueOf(call(Builtin.LABS, whole(-3L)))).isEqualTo("3");
        assertThat(valueOf(call(Builtin.ISNAN, real(Double.NaN)))).isEqualTo("1");
        assertThat(valueOf(call(Builtin.ATOL, text(" -12 ")))).isEqualTo("-12");
        assertThat(valueOf(call(Builtin.ATOF, text("2.5e3")))).isEqualTo("2500.0");
        assertThat(valueOf(call(Builtin.STRLEN, text("ä\uD83D\uDE00")))).isEqualTo("2");
    }

    @Test
    void routines_callOneAnother() {
        Build build = new Build();
        List<Variable> n = List.of(new Variable("n", Type.LONG, 0));
        Expr its = get(local(0), Type.LONG);
        Expr less = join(Op.SUBTRACT, its, whole(1L));
        int factorial = build.routine(
                "factorial",
                Type.LONG,
                1,
                n,
                new Step.JumpIf(3, join(Op.GREATER, its, whole(1L)), true, 2),
                new Step.Return(4, whole(1L)),
                new Step.Return(5, join(Op.MULTIPLY, its, call(0, Type.LONG, less))));
        int silent = build.routine("silent", null, 0, List.of(), print(7, text("hi")));
        int narrow = build.routine(
                "narrow",
                Type.INT,
                1,
                List.of(new Variable("c", Type.CHAR, 0), new Variable("s", Type.SHORT, 0)),
                todo(8, set(local(1), whole(70_000))),
                new Step.Return(9, join(Op.ADD, get(local(0), Type.INT), get(local(1), Type.INT))));
        int empty = build.routine("empty", Type.NODE, 0, List.of(), new Step.Return(9, null));
        assertThat(said(build.of(
                        report(10, call(factorial, Type.LONG, whole(20L))),
                        report(11, call(silent, Type.INT)),
                        report(12, call(narrow, Type.INT, whole(300))),
                        report(13, call(empty, Type.NODE)))))
                .containsExactly(
                        "[report, it, 2432902008176640000]",
                        "[print, hi]",
                        "[report, it, 0]",
                        "[report, it, 4508]",
                        "[report, it, null]",
                        "[exit]");
    }

    @Test
    void surroundings_areAsked() {
        assertThat(said(new Build()
                        .of(
                                todo(10, new Expr.Network(Expr.Known.NODE)),
                                todo(10, new Expr.Network(Expr.Known.SELF)),
                                todo(10, new Expr.Network(Expr.Known.WEIGHT)),
                                todo(10, new Expr.Network(Expr.Known.STATUS)),
                                todo(10, call(Builtin.RANDOM)),
                                todo(10, call(Builtin.RANDOM_UNIT)),
                                todo(10, call(Builtin.RANDOM_BELOW, whole(3L))),
                                todo(10, call(Builtin.MESSENGERS_HERE)),
                                todo(10, call(Builtin.LINKS_HERE)),
                                todo(10, call(Builtin.PLACES)),
                                report(10, call(Builtin.PLACE_NAME, whole(2))),
                                todo(10, call(Builtin.KILL, new Expr.None(Type.MESSENGER))))))
                .containsExactly(
                        "[text, NODE]",
                        "[reference, SELF]",
                        "[weight]",
                        "[status]",
                        "[random]",
                        "[random]",
                        "[random]",
                        "[here]",
                        "[links]",
                        "[places]",
                        "[place, 2]",
                        "[report, it, place2]",
                        "[kill, null]",
                        "[exit]");
    }
}
