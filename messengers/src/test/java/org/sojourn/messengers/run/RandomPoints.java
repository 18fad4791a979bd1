package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** Scheduling points at random, and what takes what they leave. */
final class RandomPoints {
    private final Random random;
    private final RandomExprs exprs;
    private final List<Step> steps;
    private final int line;

    RandomPoints(Random random, RandomExprs exprs, List<Step> steps, int line) {
        this.random = random;
        this.exprs = exprs;
        this.steps = steps;
        this.line = line;
    }

    void add() {
        switch (random.nextInt(17)) {
            case 0 -> steps.add(new Step.Fork(line));
            case 1 -> {
                steps.add(new Step.Inject(line, exprs.of(Type.TEXT, 1), arguments()));
                use(0, new Shape(Type.MESSENGER, 0), null);
            }
            case 2 -> {
                if (exprs.isOneIn(3)) {
                    steps.add(new Step.Duplicate(line));
                    use(0, new Shape(Type.MESSENGER, 0), null);
                }
            }
            case 3 -> steps.add(new Step.Exec(line, exprs.of(Type.TEXT, 1), arguments(), random.nextBoolean()));
            case 4, 5, 6 -> func();
            case 7 -> receive();
            case 8 -> {
                exprs.isPure = true;
                Expr condition = exprs.condition(2);
                exprs.isPure = false;
                Expr known = new Expr.Whole(Type.INT, 1);
                steps.add(new Step.Await(
                        line, exprs.isOneIn(2) ? condition : new Expr.Binary(Op.OR, Type.INT, condition, known)));
            }
            case 9, 10, 11 -> hop();
            case 12 -> {
                if (exprs.isOneIn(6)) {
                    steps.add(new Step.Exit(line));
                }
            }
            case 13 -> outside();
            default -> steps.add(new Step.Yield(line));
        }
    }

    private void hop() {
        Type nodeType = random.nextBoolean() ? Type.NODE : Type.TEXT;
        Step.Direction direction = exprs.any(List.of(Step.Direction.values()));
        boolean isCreated = exprs.isOneIn(3);
        Pattern node = RandomForms.pattern(exprs, nodeType, !isCreated);
        Pattern link = RandomForms.pattern(exprs, Type.TEXT, !isCreated);
        Pattern weight = RandomForms.pattern(exprs, Type.DOUBLE, !isCreated);
        Pattern physical = RandomForms.pattern(exprs, Type.TEXT, true);
        boolean is = random.nextBoolean();
        steps.add(
                isCreated
                        ? new Step.Create(line, node, link, weight, physical, direction, is)
                        : new Step.Hop(line, is, node, link, weight, physical, direction));
    }

    private void func() {
        List<Shape> shapes = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Span span = exprs.isOneIn(3) ? exprs.span(null, 1) : null;
            shapes.add(RandomForms.shape(exprs, span));
            spans.add(span);
        }
        steps.add(new Step.Func(line, exprs.of(Type.TEXT, 1), exprs.of(Type.TEXT, 1), arguments(), shapes));
        for (int i = 0; i < shapes.size(); i++) {
            use(i, shapes.get(i), spans.get(i));
        }
    }

    private void receive() {
        Span span = exprs.isOneIn(3) ? exprs.span(null, 1) : null;
        Shape shape = RandomForms.shape(exprs, span);
        steps.add(new Step.Receive(line, exprs.of(Type.NODE, 1), random.nextBoolean(), shape));
        int test = steps.size();
        steps.add(new Step.Jump(line, 0));
        use(1, shape, span);
        steps.set(test, new Step.JumpIf(line, new Expr.Result(0, Type.INT), false, steps.size()));
    }

    private void outside() {
        Outward what = exprs.any(List.of(Outward.values()));
        Expr number = exprs.of(Type.INT, 1);
        Expr priority = exprs.of(Type.INT, 1);
        List<Argument> values = what == Outward.WRITE ? List.of(RandomForms.argument(exprs)) : arguments();
        if (!what.hasValue()) {
            steps.add(new Step.Outside(line, what, number, priority, values, null));
            use(0, new Shape(Type.INT, 0), null);
            return;
        }
        Span span = exprs.isOneIn(3) ? exprs.span(null, 1) : null;
        Shape shape = RandomForms.shape(exprs, span);
        boolean isPlain = shape.type() != Type.NODE && shape.type() != Type.MESSENGER && shape.type() != Type.TEXT;
        Shape taken = isPlain ? shape : new Shape(Type.DOUBLE, 0);
        steps.add(new Step.Outside(line, what, number, priority, values, taken));
        use(1, taken, isPlain ? span : null);
    }

    private void use(int number, Shape shape, @Nullable Span span) {
        if (span != null) {
            steps.add(new Step.TakeResult(line, number, span));
        } else {
            Type type = shape.type().read();
            Expr result = new Expr.Result(number, type);
            steps.add(
                    exprs.isOneIn(2)
                            ? new Step.Print(line, List.of(new Argument.Value(result)))
                            : new Step.Do(line, new Expr.Choice(type, exprs.condition(2), result, exprs.of(type, 1))));
        }
    }

    private List<Argument> arguments() {
        List<Argument> all = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            all.add(RandomForms.argument(exprs));
        }
        return all;
    }
}
