package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/**
 * Takes expressions apart where an {@link Operation} stands in them. What is left of it has been evaluated before it, so its value is
 * kept in a hidden variable; what is right of it stays as it is. Texts and arrays have no hidden variables: they are read when the whole
 * is done, which C, where the order is open, allows.
 */
final class ExpressionLowering {
    private final Unit unit;
    private final StepList steps;

    ExpressionLowering(Unit unit, StepList steps) {
        this.unit = unit;
        this.steps = steps;
    }

    /** {@return what gives the value, in the very next step, once the steps before have been done} */
    Expr value(Expr expr) {
        if (!unit.needsSteps(expr)) {
            return expr;
        }
        return switch (expr) {
            case Expr.Result _ -> done(expr, true);
            case Expr.Then(Expr first, Expr second) -> {
                effect(first);
                yield value(second);
            }
            case Expr.Both _ -> choice(new Expr.Choice(Type.INT, expr, Fold.truth(true), Fold.truth(false)));
            case Expr.Choice its -> choice(its);
            default -> Inside.with(expr, operands(Inside.of(expr)));
        };
    }

    private Expr choice(Expr.Choice its) {
        boolean isText = its.type() == Type.TEXT;
        if (isText && !unit.needsSteps(its.yes()) && !unit.needsSteps(its.no())) {
            return new Expr.Choice(its.type(), value(its.condition()), its.yes(), its.no());
        }
        Slot kept = steps.hidden(isText ? Type.INT : its.type());
        int no = steps.label();
        int end = steps.label();
        jumpIf(its.condition(), false, no);
        Expr yesText = branch(its.yes(), kept, isText, true);
        steps.jump(end);
        steps.place(no);
        Expr noText = branch(its.no(), kept, isText, false);
        steps.place(end);
        Expr result = new Expr.Get(kept, isText ? Type.INT : its.type());
        return isText ? new Expr.Choice(Type.TEXT, result, yesText, noText) : result;
    }

    /** Of a text it is kept which of two it is, and what it is made of. */
    private Expr branch(Expr its, Slot kept, boolean isText, boolean isYes) {
        if (isText) {
            Expr text = settled(value(its));
            store(kept, Fold.truth(isYes));
            return text;
        }
        store(kept, value(its));
        return its;
    }

    private void store(Slot slot, Expr value) {
        steps.evaluate(new Expr.Set(slot, value.type(), value));
    }

    private List<Expr> operands(List<Expr> all) {
        int last = -1;
        for (int i = 0; i < all.size(); i++) {
            if (unit.needsSteps(all.get(i))) {
                last = i;
            }
        }
        List<Expr> lowered = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Expr value = value(all.get(i));
            lowered.add(i < last ? settled(value) : value);
        }
        return lowered;
    }

    /** {@return what gives the value that an expression has now, whatever is done before it is asked for} */
    private Expr settled(Expr value) {
        if (Fold.isConstant(value) || steps.isHidden(value)) {
            return value;
        }
        if (value instanceof Expr.Convert(Type narrow, Expr of) && narrow != narrow.read()) {
            return new Expr.Convert(narrow, settled(of)); // what is printed as a character stays one
        }
        if (value.type() != Type.TEXT) {
            Slot kept = steps.hidden(value.type());
            store(kept, value);
            return new Expr.Get(kept, value.type());
        }
        return switch (value) {
            case Expr.Choice its -> new Expr.Choice(Type.TEXT, settled(its.condition()), its.yes(), its.no());
            case Expr.Then its -> {
                effect(its.first());
                yield settled(its.second());
            }
            default ->
                Inside.with(value, Inside.of(value).stream().map(this::settled).toList());
        };
    }

    /** Evaluates something for what it does. */
    void effect(Expr expr) {
        switch (expr) {
            case Expr.Then(Expr first, Expr second) -> {
                effect(first);
                effect(second);
            }
            case Expr.Update its
            when its.isOld() && !unit.needsSteps(expr) ->
                steps.evaluate(new Expr.Update(its.slot(), its.type(), its.op(), its.in(), its.operand(), false));
            case Expr.Choice its
            when unit.needsSteps(expr) -> {
                int no = steps.label();
                int end = steps.label();
                jumpIf(its.condition(), false, no);
                effect(its.yes());
                steps.jump(end);
                steps.place(no);
                effect(its.no());
                steps.place(end);
            }
            case Expr.Both its
            when unit.needsSteps(expr) -> {
                int end = steps.label();
                jumpIf(its.left(), !its.isAnd(), end);
                effect(its.right());
                steps.place(end);
            }
            default -> {
                Expr value = unit.operation(expr) == null ? value(expr) : done(expr, false);
                boolean isNothing = Fold.isConstant(value)
                        || value instanceof Expr.Result
                        || value instanceof Expr.Get(Slot slot, Type _)
                                && slot.indices().isEmpty();
                if (!isNothing) {
                    steps.evaluate(value);
                }
            }
        }
    }

    /** Jumps if a condition is as said; else goes on. */
    void jumpIf(Expr condition, boolean when, int label) {
        switch (condition) {
            case Expr.Whole(Type _, long value) -> {
                if ((value != 0) == when) {
                    steps.jump(label);
                }
            }
            case Expr.Not(Expr of) -> jumpIf(of, !when, label);
            case Expr.Then(Expr first, Expr second)
            when unit.needsSteps(condition) -> {
                effect(first);
                jumpIf(second, when, label);
            }
            case Expr.Both its
            when unit.needsSteps(condition) -> {
                boolean isDecided = its.isAnd() != when;
                int other = steps.label();
                jumpIf(its.left(), !its.isAnd(), isDecided ? label : other);
                jumpIf(its.right(), when, label);
                steps.place(other);
            }
            default -> steps.jumpIf(value(condition), when, label);
        }
    }

    /** Does an operation. */
    private Expr done(Expr expr, boolean isUsed) {
        return switch (unit.operation(expr)) {
            case Operation.Does its -> does(its, isUsed);
            case Operation.Copy its -> copy(its);
            case null -> expr;
        };
    }

    private Expr does(Operation.Does its, boolean isUsed) {
        List<Expr> parts = Inside.of(its.step());
        List<Expr> targets = its.stores().stream()
                .flatMap(store -> store.to().indices().stream())
                .map(Slot.Index::at)
                .toList();
        List<Expr> all = new ArrayList<>(parts);
        all.addAll(targets);
        boolean isLoud = !targets.stream().allMatch(this::isQuiet);
        List<Expr> lowered = operands(all);
        for (int i = 0; i < lowered.size(); i++) {
            boolean isLate = i >= parts.size() || its.step() instanceof Step.Point && isLeft(lowered.get(i));
            if (isLoud || isLate) {
                lowered.set(i, settled(lowered.get(i)));
            }
        }
        steps.add(Inside.with(its.step(), lowered.subList(0, parts.size())));
        if (!its.isConditional()) {
            store(its, lowered.subList(parts.size(), all.size()));
            return its.value();
        }
        Expr value = its.value();
        if (isUsed) {
            Slot kept = steps.hidden(its.value().type());
            store(kept, its.value());
            value = new Expr.Get(kept, its.value().type());
        }
        int end = steps.label();
        steps.jumpIf(its.value(), false, end);
        store(its, lowered.subList(parts.size(), all.size()));
        steps.place(end);
        return value;
    }

    private static boolean isLeft(Expr expr) {
        return Inside.any(expr, Expr.Result.class::isInstance);
    }

    /** Whether it makes no difference when something is evaluated, before or after what stands left of it. */
    private boolean isQuiet(Expr expr) {
        return !Inside.any(
                expr,
                each -> each instanceof Expr.Set
                        || each instanceof Expr.Update
                        || each instanceof Expr.Library(Builtin what, List<Expr> _) && CallChecks.isRandom(what)
                        || each instanceof Expr.Call
                        || unit.operation(each) != null);
    }

    private void store(Operation.Does does, List<Expr> indices) {
        boolean isText = does.step() instanceof Step.Receive; // what a function returns is all of an array
        int from = 0;
        for (Operation.Store each : does.stores()) {
            int to = from + each.to().indices().size();
            Place.Part part = each.to().with(indices.subList(from, to)).part();
            from = to;
            if (part.length() == 0) {
                Type type = part.type().read();
                steps.evaluate(new Expr.Set(part.slot(), type, new Expr.Result(each.number(), type)));
            } else if (isText && part.type() == Type.CHAR) {
                steps.add(new Step.SetText(steps.line(), part.span(), new Expr.Result(each.number(), Type.TEXT)));
            } else {
                steps.add(new Step.TakeResult(steps.line(), each.number(), part.span()));
            }
        }
    }

    private Expr copy(Operation.Copy its) {
        List<Expr> all = new ArrayList<>();
        its.to().indices().forEach(index -> all.add(index.at()));
        its.from().indices().forEach(index -> all.add(index.at()));
        List<Expr> settled = operands(all).stream().map(this::settled).toList();
        int first = its.to().indices().size();
        List<Place.Part> to = its.to().with(settled.subList(0, first)).parts();
        List<Place.Part> from =
                its.from().with(settled.subList(first, settled.size())).parts();
        for (int i = 0; i < to.size(); i++) {
            Place.Part target = to.get(i);
            if (target.length() == 0) {
                Type type = target.type().read();
                steps.evaluate(new Expr.Set(
                        target.slot(), type, new Expr.Get(from.get(i).slot(), type)));
            } else {
                steps.add(new Step.CopySpan(its.line(), from.get(i).span(), target.span()));
            }
        }
        return Fold.truth(false);
    }
}
