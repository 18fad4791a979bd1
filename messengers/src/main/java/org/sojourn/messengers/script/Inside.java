package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;

/** The expressions inside of an expression or a step, in the order in which they are evaluated, and the same with others. */
final class Inside {
    private Inside() {}

    /** {@return whether an expression, or one inside of it, is of some kind} */
    static boolean any(Expr expr, Predicate<Expr> kind) {
        if (kind.test(expr)) {
            return true;
        }
        for (Expr each : of(expr)) {
            if (any(each, kind)) {
                return true;
            }
        }
        return false;
    }

    static List<Expr> of(Expr expr) {
        return switch (expr) {
            case Expr.Get its -> at(its.slot().indices());
            case Expr.Set its -> joined(at(its.slot().indices()), its.value());
            case Expr.Update its -> joined(at(its.slot().indices()), its.operand());
            case Expr.TextOf its -> at(its.span().first());
            case Expr.Joined its -> its.values();
            case Expr.Negate its -> List.of(its.of());
            case Expr.Complement its -> List.of(its.of());
            case Expr.Not its -> List.of(its.of());
            case Expr.Convert its -> List.of(its.of());
            case Expr.Binary its -> List.of(its.left(), its.right());
            case Expr.Both its -> List.of(its.left(), its.right());
            case Expr.Then its -> List.of(its.first(), its.second());
            case Expr.Choice its -> List.of(its.condition(), its.yes(), its.no());
            case Expr.Call its -> its.arguments();
            case Expr.Library its -> its.arguments();
            case Expr.Whole _, Expr.Fraction _, Expr.Text _, Expr.None _, Expr.Network _, Expr.Given _, Expr.Result _ ->
                List.of();
        };
    }

    static Expr with(Expr expr, List<Expr> others) {
        Iterator<Expr> next = others.iterator();
        return switch (expr) {
            case Expr.Get its -> new Expr.Get(slot(its.slot(), next), its.type());
            case Expr.Set its -> new Expr.Set(slot(its.slot(), next), its.type(), next.next());
            case Expr.Update its ->
                new Expr.Update(slot(its.slot(), next), its.type(), its.op(), its.in(), next.next(), its.isOld());
            case Expr.TextOf its -> new Expr.TextOf(span(its.span(), next));
            case Expr.Joined _ -> new Expr.Joined(others);
            case Expr.Negate its -> new Expr.Negate(its.type(), next.next());
            case Expr.Complement its -> new Expr.Complement(its.type(), next.next());
            case Expr.Not _ -> new Expr.Not(next.next());
            case Expr.Convert its -> new Expr.Convert(its.narrow(), next.next());
            case Expr.Binary its -> new Expr.Binary(its.op(), its.in(), next.next(), next.next());
            case Expr.Both its -> new Expr.Both(its.isAnd(), next.next(), next.next());
            case Expr.Then _ -> new Expr.Then(next.next(), next.next());
            case Expr.Choice its -> new Expr.Choice(its.type(), next.next(), next.next(), next.next());
            case Expr.Call its -> new Expr.Call(its.routine(), its.type(), others);
            case Expr.Library its -> new Expr.Library(its.what(), others);
            case Expr.Whole _, Expr.Fraction _, Expr.Text _, Expr.None _, Expr.Network _, Expr.Given _, Expr.Result _ ->
                expr;
        };
    }

    /** Of those steps only that stand for an operation; a condition that is waited for is one whole. */
    static List<Expr> of(Step step) {
        List<Expr> all = new ArrayList<>();
        switch (step) {
            case Step.Print its -> its.what().forEach(each -> collect(each, all));
            case Step.Report its -> {
                all.add(its.key());
                collect(its.value(), all);
            }
            case Step.Send its -> {
                all.add(its.node());
                collect(its.what(), all);
            }
            case Step.SetText its -> {
                all.addAll(at(its.to().first()));
                all.add(its.text());
            }
            case Step.Hop its -> patterns(all, its.node(), its.link(), its.weight(), its.physical());
            case Step.Create its -> patterns(all, its.node(), its.link(), its.weight(), its.physical());
            case Step.Func its -> {
                all.add(its.file());
                all.add(its.name());
                its.in().forEach(each -> collect(each, all));
            }
            case Step.Exec its -> {
                all.add(its.file());
                its.in().forEach(each -> collect(each, all));
            }
            case Step.Inject its -> {
                all.add(its.script());
                its.arguments().forEach(each -> collect(each, all));
            }
            case Step.Receive its -> all.add(its.node());
            case Step.Outside its -> {
                all.add(its.number());
                all.add(its.priority());
                its.values().forEach(each -> collect(each, all));
            }
            default -> {}
        }
        return all;
    }

    static Step with(Step step, List<Expr> others) {
        Iterator<Expr> next = others.iterator();
        return switch (step) {
            case Step.Print its -> new Step.Print(its.line(), arguments(its.what(), next));
            case Step.Report its -> new Step.Report(its.line(), next.next(), argument(its.value(), next));
            case Step.Send its -> new Step.Send(its.line(), next.next(), argument(its.what(), next));
            case Step.SetText its -> new Step.SetText(its.line(), span(its.to(), next), next.next());
            case Step.Hop its ->
                new Step.Hop(
                        its.line(),
                        its.isDelete(),
                        pattern(its.node(), next),
                        pattern(its.link(), next),
                        pattern(its.weight(), next),
                        pattern(its.physical(), next),
                        its.direction());
            case Step.Create its ->
                new Step.Create(
                        its.line(),
                        pattern(its.node(), next),
                        pattern(its.link(), next),
                        pattern(its.weight(), next),
                        pattern(its.physical(), next),
                        its.direction(),
                        its.isAll());
            case Step.Func its ->
                new Step.Func(its.line(), next.next(), next.next(), arguments(its.in(), next), its.results());
            case Step.Exec its -> new Step.Exec(its.line(), next.next(), arguments(its.in(), next), its.isWaitedFor());
            case Step.Inject its -> new Step.Inject(its.line(), next.next(), arguments(its.arguments(), next));
            case Step.Receive its -> new Step.Receive(its.line(), next.next(), its.isWaiting(), its.shape());
            case Step.Outside its ->
                new Step.Outside(
                        its.line(), its.what(), next.next(), next.next(), arguments(its.values(), next), its.shape());
            default -> step;
        };
    }

    private static void patterns(List<Expr> all, Pattern... patterns) {
        for (Pattern each : patterns) {
            if (each instanceof Pattern.Is(Expr value)) {
                all.add(value);
            }
        }
    }

    private static void collect(Argument argument, List<Expr> all) {
        switch (argument) {
            case Argument.Value(Expr value) -> all.add(value);
            case Argument.Copy(Span span) -> all.addAll(at(span.first()));
        }
    }

    private static Pattern pattern(Pattern pattern, Iterator<Expr> next) {
        return pattern instanceof Pattern.Is ? new Pattern.Is(next.next()) : pattern;
    }

    private static List<Argument> arguments(List<Argument> arguments, Iterator<Expr> next) {
        List<Argument> others = new ArrayList<>();
        for (Argument each : arguments) {
            others.add(argument(each, next));
        }
        return others;
    }

    private static Argument argument(Argument argument, Iterator<Expr> next) {
        return switch (argument) {
            case Argument.Value _ -> new Argument.Value(next.next());
            case Argument.Copy(Span span) -> new Argument.Copy(span(span, next));
        };
    }

    private static Slot slot(Slot slot, Iterator<Expr> next) {
        return new Slot(slot.scope(), slot.variable(), indices(slot.indices(), next));
    }

    private static Span span(Span span, Iterator<Expr> next) {
        return new Span(span.scope(), span.variable(), indices(span.first(), next), span.offset(), span.length());
    }

    private static List<Slot.Index> indices(List<Slot.Index> indices, Iterator<Expr> next) {
        List<Slot.Index> others = new ArrayList<>();
        for (Slot.Index each : indices) {
            others.add(new Slot.Index(next.next(), each.extent()));
        }
        return others;
    }

    private static List<Expr> at(List<Slot.Index> indices) {
        return indices.stream().map(Slot.Index::at).toList();
    }

    private static List<Expr> joined(List<Expr> first, Expr last) {
        List<Expr> all = new ArrayList<>(first);
        all.add(last);
        return all;
    }
}
