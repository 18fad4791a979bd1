package org.sojourn.messengers.script;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
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

/** Looks whether a form keeps what the form's types promise: the compiler's types against its own steps. */
final class Soundness {
    private final Form form;
    private final @Nullable Routine routine;

    private Soundness(Form form, @Nullable Routine routine) {
        this.form = form;
        this.routine = routine;
    }

    /** Throws an error unless a form is sound. */
    static void check(Form form) {
        Soundness script = new Soundness(form, null);
        script.steps(form.nodeSteps());
        script.steps(form.messengerSteps());
        script.steps(form.steps());
        form.routines().forEach(each -> new Soundness(form, each).steps(each.steps()));
        is(form.parameters() <= form.messenger().size(), "parameters", form.parameters());
        is(
                form.messenger().stream().map(Variable::name).distinct().count()
                        == form.messenger().size(),
                "names",
                form.messenger());
        for (Step each : form.messengerSteps()) {
            boolean isFirst = each instanceof Step.Do
                    || each instanceof Step.SetText
                    || each instanceof Step.Clear
                    || each instanceof Step.CopySpan;
            is(isFirst, "first value", each);
        }
    }

    private static void is(boolean condition, String what, Object where) {
        if (!condition) {
            throw new AssertionError(what + " of " + where);
        }
    }

    private void steps(List<Step> steps) {
        for (Step each : steps) {
            is(each.line() > 0, "line", each);
            step(each, steps.size());
            is(routine == null || !(each instanceof Step.Point), "point in a routine", each);
        }
    }

    private void step(Step step, int count) {
        switch (step) {
            case Step.Do its -> expr(its.what());
            case Step.Jump its -> is(its.to() >= 0 && its.to() <= count, "target", its);
            case Step.JumpIf its -> {
                is(its.to() >= 0 && its.to() <= count, "target", its);
                is(expr(its.condition()) == Type.INT, "condition", its);
            }
            case Step.Return its ->
                is(
                        (its.value() == null ? null : expr(its.value())) == (routine == null ? null : routine.result()),
                        "value",
                        its);
            case Step.CopySpan its ->
                is(
                        span(its.from()) == span(its.to())
                                && its.from().length() == its.to().length(),
                        "span",
                        its);
            case Step.SetText its -> is(span(its.to()) == Type.CHAR && expr(its.text()) == Type.TEXT, "text", its);
            case Step.Clear its -> span(its.span());
            case Step.TakeResult its -> span(its.to());
            case Step.Await its -> is(expr(its.condition()) == Type.INT, "condition", its);
            case Step.Hop its -> {
                is(!its.isDelete() || type(its.node()) != Type.NODE, "node", its);
                patterns(its, its.node(), its.link(), its.weight(), its.physical());
            }
            case Step.Create its -> patterns(its, its.node(), its.link(), its.weight(), its.physical());
            case Step.Send its -> is(expr(its.node()) == Type.NODE && isSound(its.what()), "message", its);
            case Step.Receive its -> is(expr(its.node()) == Type.NODE, "node", its);
            case Step.Report its -> is(expr(its.key()) == Type.TEXT && isSound(its.value()), "result", its);
            case Step.Print its -> its.what().forEach(this::isSound);
            case Step.Func its -> {
                is(expr(its.file()) == Type.TEXT && expr(its.name()) == Type.TEXT, "names", its);
                its.in().forEach(this::isSound);
            }
            case Step.Exec its -> {
                is(expr(its.file()) == Type.TEXT, "file", its);
                its.in().forEach(this::isSound);
            }
            case Step.Inject its -> {
                is(expr(its.script()) == Type.TEXT, "script", its);
                its.arguments().forEach(this::isSound);
            }
            case Step.Yield _, Step.Exit _, Step.Fork _, Step.Duplicate _ -> {}
        }
    }

    private boolean isSound(Argument argument) {
        switch (argument) {
            case Argument.Value(Expr of) -> expr(of);
            case Argument.Copy(Span of) -> span(of);
        }
        return true;
    }

    private void patterns(Step where, Pattern node, Pattern link, Pattern weight, Pattern physical) {
        is(List.of(Type.TEXT, Type.NODE).contains(type(node)), "node", where);
        is(type(link) == Type.TEXT, "link", where);
        is(List.of(Type.TEXT, Type.DOUBLE).contains(type(weight)), "weight", where);
        is(type(physical) == Type.TEXT, "physical", where);
    }

    private Type type(Pattern pattern) {
        return pattern instanceof Pattern.Is(Expr value) ? expr(value) : Type.TEXT;
    }

    private Type expr(Expr expr) {
        switch (expr) {
            case Expr.Get its -> is(slot(its.slot()) == its.type(), "type", its);
            case Expr.Set its -> is(slot(its.slot()) == its.type() && expr(its.value()) == its.type(), "type", its);
            case Expr.Update its -> {
                Type operand = its.op() == Op.SHIFT_LEFT || its.op() == Op.SHIFT_RIGHT ? Type.INT : its.in();
                is(slot(its.slot()) == its.type() && expr(its.operand()) == operand, "type", its);
            }
            case Expr.TextOf its -> is(span(its.span()) == Type.CHAR, "text", its);
            case Expr.Negate its ->
                is(expr(its.of()) == its.type() && its.type().isNumber(), "type", its);
            case Expr.Complement its ->
                is(expr(its.of()) == its.type() && its.type().isWhole(), "type", its);
            case Expr.Not its -> is(expr(its.of()) == Type.INT, "type", its);
            case Expr.Convert its ->
                is(expr(its.of()).isNumber() && its.narrow().isNumber(), "type", its);
            case Expr.Binary its -> {
                Type right = its.op() == Op.SHIFT_LEFT || its.op() == Op.SHIFT_RIGHT ? Type.INT : its.in();
                is(expr(its.left()) == its.in() && expr(its.right()) == right, "type", its);
                is(!its.op().isOfBits() || its.in().isWhole(), "type", its);
            }
            case Expr.Both its -> is(expr(its.left()) == Type.INT && expr(its.right()) == Type.INT, "type", its);
            case Expr.Then its -> {
                expr(its.first());
                expr(its.second());
            }
            case Expr.Choice its ->
                is(
                        expr(its.condition()) == Type.INT
                                && expr(its.yes()) == its.type()
                                && expr(its.no()) == its.type(),
                        "type",
                        its);
            case Expr.Call its -> call(its);
            case Expr.Library its -> {
                is(
                        its.arguments().stream()
                                .map(this::expr)
                                .toList()
                                .equals(its.what().parameters()),
                        "arguments",
                        its);
            }
            case Expr.Result its -> is(its.number() >= 0, "number", its);
            case Expr.Whole _, Expr.Fraction _, Expr.Text _, Expr.None _, Expr.Network _ -> {}
        }
        is(expr.type() != Type.CHAR && expr.type() != Type.SHORT, "type", expr);
        return expr.type();
    }

    private void call(Expr.Call its) {
        Routine called = form.routines().get(its.routine());
        is(called.parameters() == its.arguments().size(), "arguments", its);
        for (int i = 0; i < called.parameters(); i++) {
            is(expr(its.arguments().get(i)) == called.variables().get(i).type().read(), "argument", its);
        }
    }

    private Variable variable(Scope scope, int number) {
        return switch (scope) {
            case NODE -> form.node().get(number);
            case MESSENGER -> form.messenger().get(number);
            case ROUTINE ->
                java.util.Objects.requireNonNull(routine).variables().get(number);
        };
    }

    private Type slot(Slot slot) {
        Variable its = variable(slot.scope(), slot.variable());
        is(slot.indices().isEmpty() != its.isArray(), "indices", slot);
        is(!its.isArray() || elements(slot.indices()) <= its.length(), "extents", slot);
        return its.type().read();
    }

    private Type span(Span span) {
        Variable its = variable(span.scope(), span.variable());
        is(span.length() > 0 && elements(span.first()) * span.length() <= its.length(), "extents", span);
        return its.type();
    }

    private long elements(List<Slot.Index> indices) {
        long elements = 1;
        for (Slot.Index each : indices) {
            is(List.of(Type.INT, Type.LONG).contains(expr(each.at())), "index", each);
            elements *= each.extent();
        }
        return elements;
    }
}
