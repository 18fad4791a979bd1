package org.sojourn.messengers.form;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks whether one list of steps is sound. */
final class StepCheck {
    private final ExprCheck exprs;
    private final Site site;
    private final Effects effects;
    private final @Nullable Routine routine;
    private final String title;

    private StepCheck(ExprCheck exprs, Site site, Effects effects, @Nullable Routine routine) {
        this.exprs = exprs;
        this.site = site;
        this.effects = effects;
        this.routine = routine;
        this.title =
                routine != null ? "Routine " + routine.name() + ", step " : site == Site.NODE ? "Node step " : "Step ";
    }

    static void script(Form form, Effects effects) {
        new StepCheck(new ExprCheck(form, Site.SCRIPT, List.of()), Site.SCRIPT, effects, null).all(form.steps());
    }

    static void routine(Form form, Routine routine, Effects effects) {
        new StepCheck(new ExprCheck(form, Site.ROUTINE, routine.variables()), Site.ROUTINE, effects, routine)
                .all(routine.steps());
    }

    static void node(Form form, Effects effects) {
        new StepCheck(new ExprCheck(form, Site.NODE, List.of()), Site.NODE, effects, null).all(form.nodeSteps());
    }

    private void all(List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            exprs.at(title + i + " (line " + step.line() + ")");
            exprs.require(step.line() > 0, "lines are numbered from 1");
            exprs.require(isAllowed(step), "a " + step.getClass().getSimpleName() + " is not allowed " + site.words());
            check(step, steps.size());
        }
    }

    private boolean isAllowed(Step step) {
        return switch (step) {
            case Step.Do its -> true;
            case Step.SetText its -> site != Site.ROUTINE;
            case Step.Return its -> site == Site.ROUTINE;
            case Step.Jump its -> site != Site.NODE;
            case Step.JumpIf its -> site != Site.NODE;
            case Step.Print its -> site != Site.NODE;
            case Step.Report its -> site != Site.NODE;
            case Step.Send its -> site != Site.NODE;
            default -> site == Site.SCRIPT;
        };
    }

    private void check(Step step, int steps) {
        switch (step) {
            case Step.Do its -> todo(its);
            case Step.Jump its -> target(its.to(), steps);
            case Step.JumpIf its -> {
                exprs.is(its.condition(), Type.INT, "the condition");
                target(its.to(), steps);
            }
            case Step.Return its -> value(its.value());
            case Step.CopySpan its -> {
                Type from = exprs.span(its.from());
                Type to = exprs.span(its.to());
                exprs.require(
                        from == to && its.from().length() == its.to().length(),
                        its.from().length() + " elements of type " + from + " are copied to "
                                + its.to().length() + " of type " + to);
            }
            case Step.SetText its -> text(its);
            case Step.Clear its -> exprs.span(its.span());
            case Step.TakeResult its -> {
                exprs.require(its.number() >= 0, "a result has number " + its.number());
                exprs.span(its.to());
            }
            case Step.Print its -> arguments(its.what());
            case Step.Report its -> {
                exprs.is(its.key(), Type.TEXT, "the key");
                argument(its.value());
            }
            case Step.Send its -> {
                exprs.is(its.node(), Type.NODE, "the node");
                argument(its.what());
            }
            case Step.Point its -> point(its);
        }
    }

    private void target(int to, int steps) {
        exprs.require(to >= 0 && to <= steps, "it jumps to step " + to + "; there are " + steps);
    }

    private void value(@Nullable Expr value) {
        Type result = routine == null ? null : routine.result();
        if (value != null && result != null) {
            exprs.is(value, result, "the value that is returned");
        }
        exprs.require(value == null || result != null, "a value is returned, and the routine has no result");
    }

    private void todo(Step.Do its) {
        exprs.type(its.what());
        if (site == Site.NODE) {
            boolean isConstant = its.what() instanceof Expr.Set set
                    && isConstant(set.value())
                    && set.slot().indices().stream().allMatch(StepCheck::isConstant);
            exprs.require(isConstant, "it does something else than to store a constant");
        }
    }

    private void text(Step.SetText its) {
        exprs.require(exprs.span(its.to()) == Type.CHAR, "a text is stored in an array that isn't of characters");
        exprs.is(its.text(), Type.TEXT, "the text");
        if (site == Site.NODE) {
            boolean isConstant = its.text() instanceof Expr.Text constant
                    && Texts.length(constant.value()) <= its.to().length()
                    && its.to().first().stream().allMatch(StepCheck::isConstant);
            exprs.require(isConstant, "it stores something else than a constant text that fits");
        }
    }

    private static boolean isConstant(Expr value) {
        return value instanceof Expr.Whole || value instanceof Expr.Fraction || value instanceof Expr.None;
    }

    private static boolean isConstant(Slot.Index index) {
        return index.at() instanceof Expr.Whole its && its.value() >= 0 && its.value() < index.extent();
    }

    private void point(Step.Point point) {
        switch (point) {
            case Step.Yield its -> {}
            case Step.Exit its -> {}
            case Step.Fork its -> {}
            case Step.Duplicate its -> {}
            case Step.Hop its -> patterns(its.node(), its.link(), its.weight(), its.physical());
            case Step.Create its -> {
                patterns(its.node(), its.link(), its.weight(), its.physical());
                boolean isOne = !(its.node() instanceof Pattern.Any)
                        && !(its.link() instanceof Pattern.Any)
                        && !(its.weight() instanceof Pattern.Any);
                exprs.require(isOne, "a created node or link can't be just anything");
            }
            case Step.Func its -> {
                exprs.is(its.file(), Type.TEXT, "the file");
                exprs.is(its.name(), Type.TEXT, "the name");
                arguments(its.in());
                exprs.require(
                        its.results().size() <= Limits.VALUES,
                        "there are " + its.results().size() + " results; at most " + Limits.VALUES);
                its.results().forEach(this::shape);
            }
            case Step.Exec its -> {
                exprs.is(its.file(), Type.TEXT, "the file");
                arguments(its.in());
            }
            case Step.Inject its -> {
                exprs.is(its.script(), Type.TEXT, "the script");
                arguments(its.arguments());
            }
            case Step.Receive its -> {
                exprs.is(its.node(), Type.NODE, "the node");
                shape(its.shape());
            }
            case Step.Await its -> {
                exprs.is(its.condition(), Type.INT, "the condition");
                exprs.require(!effects.has(its.condition()), "a condition that is waited for has an effect");
            }
            case Step.Outside its -> outside(its);
        }
    }

    private void outside(Step.Outside its) {
        exprs.is(its.number(), Type.INT, "the number");
        exprs.is(its.priority(), Type.INT, "the priority");
        arguments(its.values());
        Shape shape = its.shape();
        exprs.require(
                its.what().hasValue() == (shape != null),
                its.what() + (shape == null ? " doesn't say what it takes" : " takes nothing, and says what"));
        if (shape != null) {
            exprs.require(
                    shape.type() != Type.NODE && shape.type() != Type.MESSENGER && shape.type() != Type.TEXT,
                    "something of type " + shape.type() + " is taken from outside");
            shape(shape);
        }
        exprs.require(
                its.what() != Outward.WRITE || its.values().size() == 1,
                its.values().size() + " values are written into one slot");
    }

    private void patterns(Pattern node, Pattern link, Pattern weight, Pattern physical) {
        if (node instanceof Pattern.Is its) {
            Type type = exprs.type(its.value());
            exprs.require(type == Type.TEXT || type == Type.NODE, "a node is said by a value of type " + type);
        }
        pattern(link, Type.TEXT, "the link");
        pattern(weight, Type.DOUBLE, "the weight");
        pattern(physical, Type.TEXT, "the place");
    }

    private void pattern(Pattern pattern, Type type, String what) {
        if (pattern instanceof Pattern.Is its) {
            exprs.is(its.value(), type, what);
        }
    }

    private void shape(Shape shape) {
        exprs.require(
                shape.length() >= 0 && (shape.type() != Type.TEXT || shape.length() == 0),
                "something of type " + shape.type() + " has " + shape.length() + " elements");
        FormCheck.bytes(shape.type(), shape.length(), exprs::wrong);
    }

    private void arguments(List<Argument> all) {
        exprs.require(all.size() <= Limits.VALUES, "there are " + all.size() + " values; at most " + Limits.VALUES);
        all.forEach(this::argument);
    }

    private void argument(Argument argument) {
        switch (argument) {
            case Argument.Value its -> exprs.type(its.of());
            case Argument.Copy its -> exprs.span(its.of());
        }
    }
}
