package org.sojourn.messengers.form;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal of an unsound form, with its sentence. */
final class FormCheckTest {
    private static final Expr ONE = new Expr.Whole(Type.INT, 1);
    private static final Expr LONG = new Expr.Whole(Type.LONG, 1);
    private static final Expr REAL = new Expr.Fraction(Type.DOUBLE, 1.5);
    private static final Expr TEXT = new Expr.Text("x");
    private static final Expr NONE = new Expr.None(Type.NODE);
    private static final Pattern OMITTED = new Pattern.Omitted();

    private static final List<Variable> NODE =
            List.of(new Variable("n", Type.INT, 0), new Variable("ns", Type.CHAR, 4));
    private static final List<Variable> MESSENGER =
            List.of(new Variable("i", Type.INT, 0), new Variable("c", Type.CHAR, 0), new Variable("a", Type.INT, 6));
    private static final Routine ROUTINE = new Routine(
            "f", Type.LONG, 1, List.of(new Variable("x", Type.CHAR, 0)), List.of(new Step.Print(1, List.of())));

    private static final Slot I = slot(Scope.MESSENGER, 0);
    private static final Slot N = slot(Scope.NODE, 0);
    private static final Span ARRAY = span(2, 0, 6);

    private static Slot slot(Scope scope, int variable, Slot.Index... indices) {
        return new Slot(scope, variable, List.of(indices));
    }

    private static Span span(int variable, int offset, int length, Slot.Index... indices) {
        return new Span(Scope.MESSENGER, variable, List.of(indices), offset, length);
    }

    private static Slot.Index index(Expr at, int extent) {
        return new Slot.Index(at, extent);
    }

    private static Form form(Step... steps) {
        return new Form("f", NODE, MESSENGER, 1, List.of(ROUTINE), List.of(), List.of(steps));
    }

    private static Arguments expr(Expr what, String sentence) {
        return step(new Step.Do(7, what), sentence);
    }

    private static Arguments step(Step step, String sentence) {
        return Arguments.of(form(step), "Step 0 (line 7): " + sentence + ".");
    }

    static Stream<Arguments> expressions() {
        return Stream.of(
                expr(new Expr.Whole(Type.INT, 1L << 31), "the constant 2147483648 doesn't fit in an int"),
                expr(new Expr.Whole(Type.CHAR, 1), "a constant is of type CHAR where INT or LONG is needed"),
                expr(new Expr.Fraction(Type.INT, 1), "a constant with a fraction is of type INT"),
                expr(new Expr.Fraction(Type.FLOAT, 0.1), "the constant 0.1 isn't a float"),
                expr(new Expr.Text("x".repeat(65_537)), "a text has 65537 bytes; at most 65536"),
                expr(new Expr.None(Type.INT), "none is of type INT where NODE or MESSENGER is needed"),
                expr(new Expr.Get(I, Type.LONG), "a variable of type INT is used as LONG"),
                expr(new Expr.Get(slot(Scope.MESSENGER, 1), Type.CHAR), "a variable of type CHAR is used as CHAR"),
                expr(new Expr.Set(I, Type.INT, LONG), "the value that is stored is of type LONG where INT is needed"),
                expr(
                        new Expr.Update(I, Type.INT, Op.LESS, Type.INT, ONE, true),
                        "a variable is updated by a comparison"),
                expr(
                        new Expr.Update(I, Type.INT, Op.ADD, Type.LONG, ONE, true),
                        "the operand is of type INT where LONG is needed"),
                expr(
                        new Expr.Update(I, Type.INT, Op.SHIFT_LEFT, Type.LONG, LONG, true),
                        "the operand is of type LONG where INT is needed"),
                expr(new Expr.TextOf(ARRAY), "a text is read from an array that isn't of characters"),
                expr(new Expr.Negate(Type.NODE, NONE), "the negated value is of type NODE, which isn't a number"),
                expr(new Expr.Negate(Type.LONG, ONE), "the negated value is of type INT where LONG is needed"),
                expr(
                        new Expr.Complement(Type.DOUBLE, REAL),
                        "the complemented value is of type DOUBLE where INT or LONG is needed"),
                expr(new Expr.Not(LONG), "the denied value is of type LONG where INT is needed"),
                expr(new Expr.Convert(Type.INT, TEXT), "a value of type TEXT is converted to INT"),
                expr(new Expr.Convert(Type.TEXT, ONE), "a value of type INT is converted to TEXT"),
                expr(new Expr.Binary(Op.ADD, Type.TEXT, TEXT, TEXT), "ADD is not for values of type TEXT"),
                expr(new Expr.Binary(Op.LESS, Type.NODE, NONE, NONE), "LESS is not for values of type NODE"),
                expr(new Expr.Binary(Op.AND, Type.DOUBLE, REAL, REAL), "AND is not for values of type DOUBLE"),
                expr(new Expr.Binary(Op.ADD, Type.CHAR, ONE, ONE), "ADD is not for values of type CHAR"),
                expr(
                        new Expr.Binary(Op.ADD, Type.INT, LONG, ONE),
                        "the left operand is of type LONG where INT is needed"),
                expr(
                        new Expr.Binary(Op.SHIFT_LEFT, Type.LONG, LONG, LONG),
                        "the right operand is of type LONG where INT is needed"),
                expr(new Expr.Both(true, LONG, ONE), "the left condition is of type LONG where INT is needed"),
                expr(
                        new Expr.Choice(Type.INT, ONE, ONE, TEXT),
                        "the value if it doesn't hold is of type TEXT where INT is needed"),
                expr(new Expr.Call(1, Type.LONG, List.of(ONE)), "routine 1 is called; there are 1"),
                expr(new Expr.Call(0, Type.INT, List.of(ONE)), "the result of f is LONG, not INT"),
                expr(new Expr.Call(0, Type.LONG, List.of()), "f has 1 parameters, and is called with 0 arguments"),
                expr(new Expr.Call(0, Type.LONG, List.of(LONG)), "argument 1 of f is of type LONG where INT is needed"),
                expr(
                        new Expr.Library(Builtin.SIN, List.of(ONE)),
                        "argument 1 of SIN is of type INT where DOUBLE is needed"),
                expr(new Expr.Result(-1, Type.INT), "a result has number -1"),
                expr(new Expr.Result(0, Type.CHAR), "a result is of type CHAR, which no value is"));
    }

    static Stream<Arguments> slots() {
        return Stream.of(
                expr(
                        new Expr.Get(slot(Scope.MESSENGER, 3), Type.INT),
                        "variable 3 of the MESSENGER is used; there are 3"),
                expr(new Expr.Get(slot(Scope.NODE, -1), Type.INT), "variable -1 of the NODE is used; there are 2"),
                expr(
                        new Expr.Get(slot(Scope.ROUTINE, 0), Type.INT),
                        "a variable of a ROUTINE is used in the script itself"),
                expr(new Expr.Get(slot(Scope.MESSENGER, 2), Type.INT), "'a' is an array and is used without an index"),
                expr(
                        new Expr.Get(slot(Scope.MESSENGER, 0, index(ONE, 1)), Type.INT),
                        "'i' isn't an array and is used with an index"),
                expr(
                        new Expr.Get(slot(Scope.MESSENGER, 2, index(ONE, 7)), Type.INT),
                        "indices of 'a' reach 7 elements; it has 6"),
                expr(
                        new Expr.Get(slot(Scope.MESSENGER, 2, index(ONE, 65_536), index(ONE, 65_536)), Type.INT),
                        "indices of 'a' reach 2147483647 elements; it has 6"),
                expr(
                        new Expr.Get(slot(Scope.MESSENGER, 2, index(ONE, 0)), Type.INT),
                        "an index of 'a' has an extent of 0"),
                expr(
                        new Expr.Get(slot(Scope.MESSENGER, 2, index(REAL, 6)), Type.INT),
                        "an index of 'a' is of type DOUBLE where INT or LONG is needed"),
                step(new Step.Clear(7, span(0, 0, 1)), "'i' isn't an array and has no spans"),
                step(new Step.Clear(7, span(2, 1, 6)), "a span of 'a' reaches 7 elements; it has 6"),
                step(new Step.Clear(7, span(2, 0, 4, index(ONE, 2))), "a span of 'a' reaches 8 elements; it has 6"),
                step(new Step.Clear(7, span(2, 1, 3, index(ONE, 2))), "a span of 'a' reaches 7 elements; it has 6"),
                step(
                        new Step.Clear(7, span(2, Integer.MAX_VALUE, 6)),
                        "a span of 'a' reaches 2147483653 elements; it has 6"),
                step(new Step.Clear(7, span(2, 0, 0)), "a span of 'a' begins at 0 and has 0 elements"),
                step(new Step.Clear(7, span(2, -1, 2)), "a span of 'a' begins at -1 and has 2 elements"));
    }

    static Stream<Arguments> steps() {
        Expr stored = new Expr.Set(N, Type.INT, ONE);
        Expr drawn = new Expr.Convert(Type.INT, new Expr.Library(Builtin.RANDOM, List.of()));
        Expr printed = new Expr.Convert(Type.INT, new Expr.Call(0, Type.LONG, List.of(ONE)));
        return Stream.of(
                Arguments.of(form(new Step.Exit(0)), "Step 0 (line 0): lines are numbered from 1."),
                step(new Step.Jump(7, 2), "it jumps to step 2; there are 1"),
                step(new Step.JumpIf(7, ONE, true, -1), "it jumps to step -1; there are 1"),
                step(new Step.JumpIf(7, LONG, true, 0), "the condition is of type LONG where INT is needed"),
                step(new Step.Return(7, null), "a Return is not allowed in the script itself"),
                step(new Step.CopySpan(7, span(2, 0, 3), ARRAY), "3 elements of type INT are copied to 6 of type INT"),
                step(new Step.SetText(7, ARRAY, TEXT), "a text is stored in an array that isn't of characters"),
                step(
                        new Step.SetText(7, new Span(Scope.NODE, 1, List.of(), 0, 4), ONE),
                        "the text is of type INT where TEXT is needed"),
                step(new Step.TakeResult(7, -1, ARRAY), "a result has number -1"),
                step(
                        new Step.Print(7, Collections.nCopies(256, new Argument.Value(ONE))),
                        "there are 256 values; at most 255"),
                step(new Step.Report(7, ONE, new Argument.Value(ONE)), "the key is of type INT where TEXT is needed"),
                step(new Step.Send(7, TEXT, new Argument.Value(ONE)), "the node is of type TEXT where NODE is needed"),
                step(
                        new Step.Hop(7, false, is(ONE), OMITTED, OMITTED, OMITTED, Step.Direction.ANY),
                        "a node is said by a value of type INT"),
                step(
                        new Step.Hop(7, false, OMITTED, OMITTED, is(TEXT), OMITTED, Step.Direction.ANY),
                        "the weight is of type TEXT where DOUBLE is needed"),
                step(
                        new Step.Create(7, new Pattern.Any(), OMITTED, OMITTED, OMITTED, Step.Direction.ANY, false),
                        "a created node or link can't be just anything"),
                step(new Step.Func(7, TEXT, ONE, List.of(), List.of()), "the name is of type INT where TEXT is needed"),
                step(
                        new Step.Func(7, TEXT, TEXT, List.of(), List.of(new Shape(Type.INT, -1))),
                        "something of type INT has -1 elements"),
                step(
                        new Step.Func(7, TEXT, TEXT, List.of(), List.of(new Shape(Type.LONG, 1 << 22))),
                        "an array has 33554432 bytes; at most 16777216 are allowed in all"),
                step(new Step.Receive(7, NONE, true, new Shape(Type.TEXT, 1)), "something of type TEXT has 1 elements"),
                step(new Step.Exec(7, ONE, List.of(), true), "the file is of type INT where TEXT is needed"),
                step(new Step.Inject(7, ONE, List.of()), "the script is of type INT where TEXT is needed"),
                outside(Outward.RECEIVE, LONG, ONE, List.of(), null, "the number is of type LONG where INT is needed"),
                outside(Outward.SEND, ONE, TEXT, List.of(), null, "the priority is of type TEXT where INT is needed"),
                outside(Outward.RECEIVE, ONE, ONE, List.of(), null, "RECEIVE doesn't say what it takes"),
                outside(Outward.SEND, ONE, ONE, List.of(), new Shape(Type.INT, 0), "SEND takes nothing, and says what"),
                outside(
                        Outward.READ,
                        ONE,
                        ONE,
                        List.of(),
                        new Shape(Type.NODE, 0),
                        "something of type NODE is taken from outside"),
                outside(Outward.WRITE, ONE, ONE, List.of(), null, "0 values are written into one slot"),
                step(new Step.Await(7, LONG), "the condition is of type LONG where INT is needed"),
                step(new Step.Await(7, stored), "a condition that is waited for has an effect"),
                step(new Step.Await(7, new Expr.Not(drawn)), "a condition that is waited for has an effect"),
                step(new Step.Await(7, printed), "a condition that is waited for has an effect"),
                step(new Step.Await(7, new Expr.Result(0, Type.INT)), "a condition that is waited for has an effect"));
    }

    private static Arguments outside(
            Outward what, Expr number, Expr priority, List<Argument> values, @Nullable Shape shape, String sentence) {
        return step(new Step.Outside(7, what, number, priority, values, shape), sentence);
    }

    private static Pattern is(Expr value) {
        return new Pattern.Is(value);
    }

    static Stream<Arguments> routines() {
        String begin = "Routine g, step 0 (line 7): ";
        return Stream.of(
                routine(new Step.Yield(7), begin + "a Yield is not allowed in a routine."),
                routine(new Step.Clear(7, ARRAY), begin + "a Clear is not allowed in a routine."),
                routine(todo(new Expr.Get(I, Type.INT)), begin + "a variable of a MESSENGER is used in a routine."),
                routine(todo(new Expr.Get(N, Type.INT)), begin + "a variable of a NODE is used in a routine."),
                routine(
                        todo(new Expr.Result(0, Type.INT)),
                        begin + "only the script itself has results of scheduling points."),
                routine(
                        new Step.Return(7, ONE),
                        begin + "the value that is returned is of type INT where LONG is needed."),
                routine(
                        new Routine("g", null, 0, List.of(), List.of(new Step.Return(7, ONE))),
                        begin + "a value is returned, and the routine has no result."),
                routine(
                        new Routine("g", Type.CHAR, 0, List.of(), List.of()),
                        "Routine g has a result of type CHAR, which no value of a routine is."),
                routine(
                        new Routine("g", null, 0, List.of(new Variable("a", Type.INT, 2)), List.of()),
                        "Routine g has an array; only scalars are allowed."),
                routine(
                        new Routine("g", null, 1, List.of(), List.of()),
                        "Routine g has 1 parameters and 0 variables; at most 100 parameters are allowed."));
    }

    private static Step todo(Expr what) {
        return new Step.Do(7, what);
    }

    private static Arguments routine(Step step, String sentence) {
        return routine(new Routine("g", Type.LONG, 0, List.of(), List.of(step)), sentence);
    }

    private static Arguments routine(Routine routine, String sentence) {
        return Arguments.of(new Form("f", NODE, MESSENGER, 1, List.of(routine), List.of(), List.of()), sentence);
    }

    static Stream<Arguments> nodes() {
        String begin = "Node step 0 (line 7): ";
        String where = " is not allowed in a step that gives nodes their first values.";
        Span name = new Span(Scope.NODE, 1, List.of(), 0, 4);
        return Stream.of(
                node(new Step.Yield(7), begin + "a Yield" + where),
                node(new Step.Jump(7, 0), begin + "a Jump" + where),
                node(new Step.Print(7, List.of()), begin + "a Print" + where),
                node(todo(ONE), begin + "it does something else than to store a constant."),
                node(
                        todo(new Expr.Set(N, Type.INT, new Expr.Negate(Type.INT, ONE))),
                        begin + "it does something else than to store a constant."),
                node(
                        todo(new Expr.Set(I, Type.INT, ONE)),
                        begin + "a variable of a MESSENGER is used in a step that gives nodes their first values."),
                node(
                        todo(new Expr.Set(slot(Scope.NODE, 1, index(new Expr.Whole(Type.INT, 4), 4)), Type.INT, ONE)),
                        begin + "it does something else than to store a constant."),
                node(
                        new Step.SetText(7, name, new Expr.Text("äöü")),
                        begin + "it stores something else than a constant text that fits."));
    }

    private static Arguments node(Step step, String sentence) {
        return Arguments.of(new Form("f", NODE, MESSENGER, 1, List.of(), List.of(step), List.of()), sentence);
    }

    static Stream<Arguments> sizes() {
        List<Variable> many = new ArrayList<>();
        for (int i = 0; i <= Limits.VARIABLES; i++) {
            many.add(new Variable("v" + i, Type.INT, 0));
        }
        return Stream.of(
                variables(many, "The messenger has 4097 variables; at most 4096 are allowed."),
                variables(
                        List.of(new Variable("a", Type.INT, 3 << 20), new Variable("b", Type.CHAR, 5 << 20)),
                        "The messenger has arrays of 17825792 bytes; at most 16777216 are allowed."),
                variables(List.of(new Variable("t", Type.TEXT, 0)), "The messenger has a variable 't' of type TEXT."),
                variables(List.of(new Variable("a", Type.INT, -1)), "The messenger has an array 'a' of length -1."),
                variables(
                        List.of(new Variable("", Type.INT, 0)),
                        "The messenger has a variable whose name isn't of 1 to 1000 whole characters."),
                Arguments.of(
                        new Form("f", List.of(), List.of(), 1, List.of(), List.of(), List.of()),
                        "The form has 1 parameters and 0 variables of the messenger."),
                Arguments.of(
                        new Form("f", List.of(NODE.get(0), NODE.get(0)), List.of(), 0, List.of(), List.of(), List.of()),
                        "Two variables of nodes are called 'n'."),
                Arguments.of(
                        new Form("f", NODE, MESSENGER, 0, Collections.nCopies(257, ROUTINE), List.of(), List.of()),
                        "There are 257 routines; at most 256 are allowed."),
                Arguments.of(
                        form(Collections.nCopies(65_536, new Step.Yield(1)).toArray(Step[]::new)),
                        "The script has 65536 steps; at most 65535 are allowed."),
                Arguments.of(
                        new Form("f".repeat(1_001), List.of(), List.of(), 0, List.of(), List.of(), List.of()),
                        "The form's name is longer than 1000 characters."));
    }

    private static Arguments variables(List<Variable> all, String sentence) {
        return Arguments.of(new Form("f", List.of(), all, 0, List.of(), List.of(), List.of()), sentence);
    }

    @ParameterizedTest
    @MethodSource({"expressions", "slots", "steps", "routines", "nodes", "sizes"})
    void form_notSound_isRefusedWithASentence(Form form, String sentence) {
        assertThatThrownBy(form::check)
                .isInstanceOf(MalformedFormException.class)
                .hasMessage(sentence);
    }

    @Test
    void form_sound_isAccepted() {
        Expr called = new Expr.Call(0, Type.LONG, List.of(new Expr.Set(slot(Scope.MESSENGER, 1), Type.INT, ONE)));
        form(new Step.Do(1, called), new Step.Await(2, new Expr.Get(N, Type.INT)), new Step.Jump(3, 3))
                .check();
    }
}
