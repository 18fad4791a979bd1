package org.sojourn.messengers.form;

import java.util.ArrayList;
import java.util.List;

/** What is directly inside of expressions and steps, in the order of evaluation. */
final class Parts {
    private Parts() {}

    static List<Expr> of(Expr expr) {
        return switch (expr) {
            case Expr.Get its -> of(its.slot().indices());
            case Expr.Set its -> and(of(its.slot().indices()), its.value());
            case Expr.Update its -> and(of(its.slot().indices()), its.operand());
            case Expr.TextOf its -> of(its.span().first());
            case Expr.Joined its -> its.values();
            case Expr.Negate its -> List.of(its.of());
            case Expr.Complement its -> List.of(its.of());
            case Expr.Not its -> List.of(its.of());
            case Expr.Binary its -> List.of(its.left(), its.right());
            case Expr.Both its -> List.of(its.left(), its.right());
            case Expr.Choice its -> List.of(its.condition(), its.yes(), its.no());
            case Expr.Then its -> List.of(its.first(), its.second());
            case Expr.Convert its -> List.of(its.of());
            case Expr.Call its -> its.arguments();
            case Expr.Library its -> its.arguments();
            default -> List.of();
        };
    }

    static List<Expr> of(Step step) {
        return switch (step) {
            case Step.Do its -> List.of(its.what());
            case Step.JumpIf its -> List.of(its.condition());
            case Step.Return its -> its.value() == null ? List.of() : List.of(its.value());
            case Step.CopySpan its -> joined(of(its.from().first()), of(its.to().first()));
            case Step.SetText its -> and(of(its.to().first()), its.text());
            case Step.Clear its -> of(its.span().first());
            case Step.TakeResult its -> of(its.to().first());
            case Step.Print its -> ofArguments(its.what());
            case Step.Report its -> joined(List.of(its.key()), ofArguments(List.of(its.value())));
            case Step.Send its -> joined(List.of(its.node()), ofArguments(List.of(its.what())));
            case Step.Hop its -> ofPatterns(its.node(), its.link(), its.weight(), its.physical());
            case Step.Create its -> ofPatterns(its.node(), its.link(), its.weight(), its.physical());
            case Step.Func its -> joined(List.of(its.file(), its.name()), ofArguments(its.in()));
            case Step.Exec its -> joined(List.of(its.file()), ofArguments(its.in()));
            case Step.Inject its -> joined(List.of(its.script()), ofArguments(its.arguments()));
            case Step.Receive its -> List.of(its.node());
            case Step.Await its -> List.of(its.condition());
            case Step.Outside its -> joined(List.of(its.number(), its.priority()), ofArguments(its.values()));
            default -> List.of();
        };
    }

    private static List<Expr> of(List<Slot.Index> indices) {
        return indices.stream().map(Slot.Index::at).toList();
    }

    private static List<Expr> and(List<Expr> some, Expr last) {
        return joined(some, List.of(last));
    }

    private static List<Expr> joined(List<Expr> some, List<Expr> others) {
        List<Expr> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    private static List<Expr> ofArguments(List<Argument> arguments) {
        List<Expr> all = new ArrayList<>();
        for (Argument each : arguments) {
            switch (each) {
                case Argument.Value its -> all.add(its.of());
                case Argument.Copy its -> all.addAll(of(its.of().first()));
            }
        }
        return all;
    }

    private static List<Expr> ofPatterns(Pattern... patterns) {
        List<Expr> all = new ArrayList<>();
        for (Pattern each : patterns) {
            if (each instanceof Pattern.Is its) {
                all.add(its.value());
            }
        }
        return all;
    }
}
