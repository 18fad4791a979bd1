package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** Sound forms at random: all kinds of expressions and steps, loops that end, routines that call one another. */
final class RandomForms {
    private static final int LOOPS = 3;

    private final Random random;
    private final List<Variable> messenger = new ArrayList<>();
    private final List<Variable> node = new ArrayList<>();
    private final List<Routine> routines = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private RandomExprs exprs;
    private int loops;
    private int line;

    private RandomForms(long seed) {
        random = new Random(seed);
        exprs = new RandomExprs(random, messenger, node, List.of(), routines);
    }

    static Form of(long seed) {
        return new RandomForms(seed).make();
    }

    private Form make() {
        variables(node, 1 + random.nextInt(6), "n", true);
        variables(messenger, 2 + random.nextInt(8), "m", true);
        int parameters = random.nextInt(messenger.size());
        for (int i = 0; i < LOOPS; i++) {
            messenger.add(new Variable("#" + i, i == 0 ? Type.LONG : Type.INT, 0));
        }
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            routines.add(signature(i));
        }
        for (int i = 0; i < count; i++) {
            routines.set(i, routine(routines.get(i)));
        }
        exprs = new RandomExprs(random, messenger, node, List.of(), routines);
        exprs.parameters = parameters;
        block(3 + random.nextInt(12), 2);
        List<Step> script = List.copyOf(steps);
        return new Form("random", node, messenger, parameters, routines, nodeSteps(), script);
    }

    private void variables(List<Variable> to, int count, String prefix, boolean hasArrays) {
        List<Type> types = List.of(
                Type.CHAR,
                Type.SHORT,
                Type.INT,
                Type.INT,
                Type.LONG,
                Type.FLOAT,
                Type.DOUBLE,
                Type.NODE,
                Type.MESSENGER);
        for (int i = 0; i < count; i++) {
            Type type = exprs.any(types);
            boolean isArray = hasArrays && (type == Type.CHAR ? !exprs.isOneIn(4) : exprs.isOneIn(3));
            to.add(new Variable(prefix + i, type, isArray ? exprs.any(List.of(1, 4, 6, 9, 12)) : 0));
        }
    }

    private Routine signature(int number) {
        List<Variable> own = new ArrayList<>();
        own.add(new Variable("#depth", Type.INT, 0));
        variables(own, 1 + random.nextInt(4), "r", false);
        Type result = exprs.any(List.of(Type.INT, Type.LONG, Type.DOUBLE, Type.FLOAT, Type.NODE));
        return new Routine(
                "f" + number, exprs.isOneIn(6) ? null : result, 1 + random.nextInt(own.size()), own, List.of());
    }

    private Routine routine(Routine signature) {
        List<Variable> own = signature.variables();
        exprs = new RandomExprs(random, messenger, node, own, List.of());
        steps.clear();
        meter();
        for (int i = random.nextInt(4); i >= 0; i--) {
            line++;
            steps.add(new Step.Do(line, exprs.storing(2)));
        }
        // Calls only with less depth.
        Slot depth = new Slot(Scope.ROUTINE, 0, List.of());
        Expr left = new Expr.Get(depth, Type.INT);
        int branch = steps.size();
        steps.add(new Step.Jump(line, 0));
        exprs = new RandomExprs(random, messenger, node, own, routines);
        for (int i = random.nextInt(2); i >= 0; i--) {
            int called = random.nextInt(routines.size());
            Expr less = new Expr.Binary(Op.SUBTRACT, Type.INT, left, new Expr.Whole(Type.INT, 1));
            exprs.isPure = true;
            steps.add(new Step.Do(line, exprs.call(called, RandomExprs.result(routines.get(called)), 2, less)));
            exprs.isPure = false;
        }
        if (exprs.isOneIn(3)) {
            steps.add(new Step.Print(line, List.of(new Argument.Value(left))));
        }
        Expr none = new Expr.Binary(Op.LESS_OR_EQUAL, Type.INT, left, new Expr.Whole(Type.INT, 0));
        steps.set(branch, new Step.JumpIf(line, none, true, steps.size()));
        exprs = new RandomExprs(random, messenger, node, own, List.of());
        if (!exprs.isOneIn(4)) {
            Type result = signature.result();
            steps.add(new Step.Return(line, result == null || exprs.isOneIn(8) ? null : exprs.of(result, 3)));
        }
        List<Step> its = List.copyOf(steps);
        steps.clear();
        return new Routine(signature.name(), signature.result(), signature.parameters(), own, its);
    }

    private void meter() {
        steps.add(new Step.Do(1 + line, new Expr.Library(Builtin.LINKS_HERE, List.of())));
    }

    private void block(int count, int depth) {
        for (int i = 0; i < count; i++) {
            if (exprs.isOneIn(2)) {
                line++;
            }
            line = Math.max(line, 1);
            int kind = random.nextInt(12);
            if (kind == 0 && depth > 0 && loops < LOOPS) {
                loop(depth);
            } else if (kind == 1 && depth > 0) {
                branch(depth);
            } else if (kind <= 5) {
                steps.add(new Step.Do(line, exprs.storing(4)));
            } else if (kind <= 7) {
                plain();
            } else {
                new RandomPoints(random, exprs, steps, line).add();
            }
        }
    }

    private void loop(int depth) {
        int number = messenger.size() - LOOPS + loops++;
        Type type = messenger.get(number).type();
        Slot slot = new Slot(Scope.MESSENGER, number, List.of());
        steps.add(new Step.Do(line, new Expr.Set(slot, type, new Expr.Whole(type, 0))));
        int begin = steps.size();
        meter();
        block(1 + random.nextInt(4), depth - 1);
        Expr next = new Expr.Update(slot, type, Op.ADD, type, new Expr.Whole(type, 1), exprs.isOneIn(2));
        Expr more = new Expr.Binary(Op.LESS, type, next, new Expr.Whole(type, 1 + random.nextInt(5)));
        steps.add(new Step.JumpIf(line, more, true, begin));
        if (exprs.isOneIn(10)) {
            meter();
            Expr seldom = new Expr.Binary(
                    Op.EQUAL,
                    Type.INT,
                    new Expr.Library(Builtin.MESSENGERS_HERE, List.of()),
                    new Expr.Whole(Type.INT, 1));
            steps.add(new Step.JumpIf(line, seldom, random.nextBoolean(), random.nextInt(steps.size())));
        }
    }

    private void branch(int depth) {
        int test = steps.size();
        steps.add(new Step.Jump(line, 0));
        Expr condition = exprs.condition(3);
        boolean when = random.nextBoolean();
        block(1 + random.nextInt(3), depth - 1);
        if (exprs.isOneIn(2)) {
            int leave = steps.size();
            steps.add(new Step.Jump(line, 0));
            steps.set(test, new Step.JumpIf(line, condition, when, steps.size()));
            block(1 + random.nextInt(2), depth - 1);
            steps.set(leave, new Step.Jump(line, steps.size()));
        } else {
            steps.set(test, new Step.JumpIf(line, condition, when, steps.size()));
        }
    }

    private void plain() {
        Span span = exprs.span(null, 2);
        switch (random.nextInt(6)) {
            case 0 -> {
                if (span != null) {
                    steps.add(new Step.Clear(line, span));
                }
            }
            case 1 -> copy(span);
            case 2 -> {
                Span to = exprs.span(Type.CHAR, 2);
                if (to != null) {
                    Expr text = exprs.isOneIn(4) ? exprs.of(Type.TEXT, 2) : new Expr.Text(to.length() > 1 ? "ü" : "");
                    steps.add(new Step.SetText(line, to, text));
                }
            }
            case 3 -> steps.add(new Step.Print(line, arguments()));
            case 4 -> steps.add(new Step.Report(line, exprs.of(Type.TEXT, 1), argument(exprs)));
            default -> steps.add(new Step.Send(line, exprs.of(Type.NODE, 1), argument(exprs)));
        }
    }

    private void copy(@Nullable Span from) {
        if (from != null) {
            Span to = Objects.requireNonNull(exprs.span(exprs.type(from), 2));
            int length = Math.min(from.length(), to.length());
            if (from.first().isEmpty() && to.first().isEmpty()) {
                from = new Span(from.scope(), from.variable(), List.of(), from.offset(), length);
                to = new Span(to.scope(), to.variable(), List.of(), to.offset(), length);
            }
            steps.add(from.length() == to.length() ? new Step.CopySpan(line, from, to) : new Step.Clear(line, to));
        }
    }

    private List<Argument> arguments() {
        List<Argument> all = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            all.add(argument(exprs));
        }
        return all;
    }

    static Argument argument(RandomExprs exprs) {
        Span span = exprs.isOneIn(3) ? exprs.span(null, 1) : null;
        return span != null ? new Argument.Copy(span) : new Argument.Value(exprs.of(exprs.type(), 2));
    }

    private List<Step> nodeSteps() {
        List<Step> all = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            Variable each = node.get(i);
            Type read = each.type().read();
            if (each.isArray() && each.type() == Type.CHAR) {
                Span whole = new Span(Scope.NODE, i, List.of(), 0, each.length());
                all.add(new Step.SetText(1, whole, new Expr.Text("x")));
            } else if (each.type().isNumber()) {
                Slot.Index last =
                        new Slot.Index(new Expr.Whole(Type.INT, each.length() - 1), Math.max(1, each.length()));
                Slot slot = new Slot(Scope.NODE, i, each.isArray() ? List.of(last) : List.of());
                Expr value = read.isWhole() ? new Expr.Whole(read, 300 + i) : new Expr.Fraction(read, i + 0.5);
                all.add(new Step.Do(1, new Expr.Set(slot, read, value)));
            }
        }
        return all;
    }

    /** {@return a pattern of a type} */
    static Pattern pattern(RandomExprs exprs, Type type, boolean isAnyAllowed) {
        return exprs.isOneIn(3)
                ? new Pattern.Omitted()
                : exprs.isOneIn(3)
                        ? new Pattern.Unnamed()
                        : isAnyAllowed && exprs.isOneIn(3) ? new Pattern.Any() : new Pattern.Is(exprs.of(type, 2));
    }

    /** {@return what a result may be} */
    static Shape shape(RandomExprs exprs, @Nullable Span span) {
        return span != null ? new Shape(exprs.type(span), span.length()) : new Shape(exprs.type(), 0);
    }
}
