package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** A form, written down briefly. Steps are on the lines 10, 11, ... */
final class Build {
    static final Pattern OMITTED = new Pattern.Omitted();

    private final List<Variable> node = new ArrayList<>();
    private final List<Variable> messenger = new ArrayList<>();
    private final List<Routine> routines = new ArrayList<>();
    private final List<Step> nodeSteps = new ArrayList<>();

    /** A variable of the messenger: a scalar. */
    Slot own(String name, Type type) {
        messenger.add(new Variable(name, type, 0));
        return new Slot(Scope.MESSENGER, messenger.size() - 1, List.of());
    }

    /** A variable of the messenger: an array. */
    Span own(String name, Type type, int length) {
        messenger.add(new Variable(name, type, length));
        return new Span(Scope.MESSENGER, messenger.size() - 1, List.of(), 0, length);
    }

    Slot ofNode(String name, Type type) {
        node.add(new Variable(name, type, 0));
        return new Slot(Scope.NODE, node.size() - 1, List.of());
    }

    Span ofNode(String name, Type type, int length) {
        node.add(new Variable(name, type, length));
        return new Span(Scope.NODE, node.size() - 1, List.of(), 0, length);
    }

    int routine(String name, @Nullable Type result, int parameters, List<Variable> variables, Step... steps) {
        routines.add(new Routine(name, result, parameters, variables, List.of(steps)));
        return routines.size() - 1;
    }

    Build first(Step... steps) {
        nodeSteps.addAll(List.of(steps));
        return this;
    }

    Form of(Step... steps) {
        return new Form("built", node, messenger, 0, routines, nodeSteps, List.of(steps));
    }

    static Slot local(int number) {
        return new Slot(Scope.ROUTINE, number, List.of());
    }

    /** An element of an array. */
    static Slot at(Span array, Expr... indices) {
        List<Slot.Index> all = new ArrayList<>();
        for (Expr each : indices) {
            all.add(new Slot.Index(each, indices.length == 1 ? array.length() : 2));
        }
        return new Slot(array.scope(), array.variable(), all);
    }

    static Span part(Span array, int offset, int length) {
        return new Span(array.scope(), array.variable(), List.of(), offset, length);
    }

    static Expr whole(int value) {
        return new Expr.Whole(Type.INT, value);
    }

    static Expr whole(long value) {
        return new Expr.Whole(Type.LONG, value);
    }

    static Expr real(double value) {
        return new Expr.Fraction(Type.DOUBLE, value);
    }

    static Expr real(float value) {
        return new Expr.Fraction(Type.FLOAT, value);
    }

    static Expr text(String value) {
        return new Expr.Text(value);
    }

    static Expr get(Slot slot, Type type) {
        return new Expr.Get(slot, type);
    }

    static Expr set(Slot slot, Expr value) {
        return new Expr.Set(slot, value.type(), value);
    }

    static Expr join(Op op, Expr left, Expr right) {
        return new Expr.Binary(op, left.type(), left, right);
    }

    static Expr call(Builtin what, Expr... arguments) {
        return new Expr.Library(what, List.of(arguments));
    }

    static Expr call(int routine, Type type, Expr... arguments) {
        return new Expr.Call(routine, type, List.of(arguments));
    }

    static Step todo(int line, Expr what) {
        return new Step.Do(line, what);
    }

    static Step report(int line, Expr value) {
        return new Step.Report(line, text("it"), new Argument.Value(value));
    }

    static Step report(int line, Span span) {
        return new Step.Report(line, text("it"), new Argument.Copy(span));
    }

    static Step print(int line, Expr... values) {
        return new Step.Print(
                line, Arrays.stream(values).<Argument>map(Argument.Value::new).toList());
    }
}
