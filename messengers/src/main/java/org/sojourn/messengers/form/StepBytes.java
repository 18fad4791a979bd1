package org.sojourn.messengers.form;

import org.jspecify.annotations.Nullable;

/** Steps as bytes, and back: a tag, the line, and what the step has. */
final class StepBytes {
    private StepBytes() {}

    static void write(Output to, Step step) {
        to.tag(tag(step));
        to.count(step.line());
        switch (step) {
            case Step.Do its -> ExprBytes.write(to, its.what());
            case Step.Jump its -> to.count(its.to());
            case Step.JumpIf its -> {
                ExprBytes.write(to, its.condition());
                to.flag(its.when());
                to.count(its.to());
            }
            case Step.Return its -> optional(to, its.value());
            case Step.CopySpan its -> {
                ExprBytes.span(to, its.from());
                ExprBytes.span(to, its.to());
            }
            case Step.SetText its -> {
                ExprBytes.span(to, its.to());
                ExprBytes.write(to, its.text());
            }
            case Step.Clear its -> ExprBytes.span(to, its.span());
            case Step.TakeResult its -> {
                to.count(its.number());
                ExprBytes.span(to, its.to());
            }
            case Step.Print its -> to.list(its.what(), each -> argument(to, each));
            case Step.Report its -> {
                ExprBytes.write(to, its.key());
                argument(to, its.value());
            }
            case Step.Send its -> {
                ExprBytes.write(to, its.node());
                argument(to, its.what());
            }
            case Step.Point its -> writePoint(to, its);
        }
    }

    private static int tag(Step step) {
        return switch (step) {
            case Step.Do its -> 0;
            case Step.Jump its -> 1;
            case Step.JumpIf its -> 2;
            case Step.Return its -> 3;
            case Step.CopySpan its -> 4;
            case Step.SetText its -> 5;
            case Step.Clear its -> 6;
            case Step.TakeResult its -> 7;
            case Step.Print its -> 8;
            case Step.Report its -> 9;
            case Step.Send its -> 10;
            case Step.Yield its -> 11;
            case Step.Exit its -> 12;
            case Step.Hop its -> 13;
            case Step.Create its -> 14;
            case Step.Func its -> 15;
            case Step.Exec its -> 16;
            case Step.Fork its -> 17;
            case Step.Duplicate its -> 18;
            case Step.Inject its -> 19;
            case Step.Receive its -> 20;
            case Step.Await its -> 21;
            case Step.Outside its -> 22;
        };
    }

    private static void writePoint(Output to, Step.Point point) {
        switch (point) {
            case Step.Yield its -> {}
            case Step.Exit its -> {}
            case Step.Fork its -> {}
            case Step.Duplicate its -> {}
            case Step.Hop its -> {
                to.flag(its.isDelete());
                PatternBytes.write(to, its.node(), its.link(), its.weight(), its.physical());
                to.tag(its.direction());
            }
            case Step.Create its -> {
                PatternBytes.write(to, its.node(), its.link(), its.weight(), its.physical());
                to.tag(its.direction());
                to.flag(its.isAll());
            }
            case Step.Func its -> {
                ExprBytes.write(to, its.file());
                ExprBytes.write(to, its.name());
                to.list(its.in(), each -> argument(to, each));
                to.list(its.results(), each -> shape(to, each));
            }
            case Step.Exec its -> {
                ExprBytes.write(to, its.file());
                to.list(its.in(), each -> argument(to, each));
                to.flag(its.isWaitedFor());
            }
            case Step.Inject its -> {
                ExprBytes.write(to, its.script());
                to.list(its.arguments(), each -> argument(to, each));
            }
            case Step.Receive its -> {
                ExprBytes.write(to, its.node());
                to.flag(its.isWaiting());
                shape(to, its.shape());
            }
            case Step.Await its -> ExprBytes.write(to, its.condition());
            case Step.Outside its -> {
                to.tag(its.what());
                ExprBytes.write(to, its.number());
                ExprBytes.write(to, its.priority());
                to.list(its.values(), each -> argument(to, each));
                to.flag(its.shape() != null);
                if (its.shape() != null) {
                    shape(to, its.shape());
                }
            }
        }
    }

    static Step read(Input from) {
        int tag = from.tag();
        int line = from.count();
        return switch (tag) {
            case 0 -> new Step.Do(line, ExprBytes.read(from));
            case 1 -> new Step.Jump(line, from.count());
            case 2 -> new Step.JumpIf(line, ExprBytes.read(from), from.flag(), from.count());
            case 3 -> new Step.Return(line, optional(from));
            case 4 -> new Step.CopySpan(line, ExprBytes.span(from), ExprBytes.span(from));
            case 5 -> new Step.SetText(line, ExprBytes.span(from), ExprBytes.read(from));
            case 6 -> new Step.Clear(line, ExprBytes.span(from));
            case 7 -> new Step.TakeResult(line, from.count(), ExprBytes.span(from));
            case 8 -> new Step.Print(line, from.list(Limits.VALUES, "values", () -> argument(from)));
            case 9 -> new Step.Report(line, ExprBytes.read(from), argument(from));
            case 10 -> new Step.Send(line, ExprBytes.read(from), argument(from));
            default -> readPoint(from, tag, line);
        };
    }

    private static Step readPoint(Input from, int tag, int line) {
        return switch (tag) {
            case 11 -> new Step.Yield(line);
            case 12 -> new Step.Exit(line);
            case 13 -> {
                boolean isDelete = from.flag();
                yield new Step.Hop(
                        line, isDelete, pattern(from), pattern(from), pattern(from), pattern(from), direction(from));
            }
            case 14 ->
                new Step.Create(
                        line, pattern(from), pattern(from), pattern(from), pattern(from), direction(from), from.flag());
            case 15 ->
                new Step.Func(
                        line,
                        ExprBytes.read(from),
                        ExprBytes.read(from),
                        from.list(Limits.VALUES, "arguments", () -> argument(from)),
                        from.list(Limits.VALUES, "results", () -> shape(from)));
            case 16 ->
                new Step.Exec(
                        line,
                        ExprBytes.read(from),
                        from.list(Limits.VALUES, "arguments", () -> argument(from)),
                        from.flag());
            case 17 -> new Step.Fork(line);
            case 18 -> new Step.Duplicate(line);
            case 19 ->
                new Step.Inject(
                        line, ExprBytes.read(from), from.list(Limits.VALUES, "arguments", () -> argument(from)));
            case 20 -> new Step.Receive(line, ExprBytes.read(from), from.flag(), shape(from));
            case 21 -> new Step.Await(line, ExprBytes.read(from));
            case 22 ->
                new Step.Outside(
                        line,
                        from.tag(Outward.values()),
                        ExprBytes.read(from),
                        ExprBytes.read(from),
                        from.list(Limits.VALUES, "values", () -> argument(from)),
                        from.flag() ? shape(from) : null);
            default -> throw from.wrong("no step has number " + tag);
        };
    }

    private static Step.Direction direction(Input from) {
        return from.tag(Step.Direction.values());
    }

    private static Pattern pattern(Input from) {
        return PatternBytes.read(from);
    }

    private static void argument(Output to, Argument argument) {
        switch (argument) {
            case Argument.Value its -> {
                to.flag(false);
                ExprBytes.write(to, its.of());
            }
            case Argument.Copy its -> {
                to.flag(true);
                ExprBytes.span(to, its.of());
            }
        }
    }

    private static Argument argument(Input from) {
        return from.flag() ? new Argument.Copy(ExprBytes.span(from)) : new Argument.Value(ExprBytes.read(from));
    }

    private static void shape(Output to, Shape shape) {
        to.tag(shape.type());
        to.count(shape.length());
    }

    private static Shape shape(Input from) {
        return new Shape(ExprBytes.type(from), from.count());
    }

    private static void optional(Output to, @Nullable Expr value) {
        to.flag(value != null);
        if (value != null) {
            ExprBytes.write(to, value);
        }
    }

    private static @Nullable Expr optional(Input from) {
        return from.flag() ? ExprBytes.read(from) : null;
    }
}
