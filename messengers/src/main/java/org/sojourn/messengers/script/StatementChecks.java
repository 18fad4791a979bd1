package org.sojourn.messengers.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** Checks the statements of a script, or of one routine. */
final class StatementChecks {
    private final Unit unit;
    private final Report report;
    private final TermChecks terms;
    private final DeclarationChecks declarations;
    private final OperateChecks operates;
    private final Map<String, Act.Mark> marks = new HashMap<>();
    private final Map<String, Position> defined = new HashMap<>();
    private final List<Statement.Goto> jumps = new ArrayList<>();
    private final Deque<Chosen> switches = new ArrayDeque<>();
    private int loops;

    StatementChecks(Unit unit, TermChecks terms, DeclarationChecks declarations) {
        this.unit = unit;
        this.report = unit.report;
        this.terms = terms;
        this.declarations = declarations;
        this.operates = new OperateChecks(unit, terms);
    }

    /** A {@code switch} that is being checked. */
    private static final class Chosen {
        private final Type type;
        private final List<Act.Case> cases = new ArrayList<>();
        private final Set<Long> values = new HashSet<>();
        private Act.@Nullable Mark otherwise;

        Chosen(Type type) {
            this.type = type;
        }
    }

    /** Reports jumps to labels that aren't there. */
    void finish() {
        for (Statement.Goto each : jumps) {
            if (!defined.containsKey(each.label()) && !unit.unreadable.contains(each.label())) {
                report.add(
                        each.at(),
                        Problem.E19,
                        "there is no label '" + each.label() + "'"
                                + report.near().question(each.label(), defined::keySet));
            }
        }
    }

    /** Checks a statement of a block of its own. */
    private Act scoped(Statement statement) {
        unit.names.open(false);
        Act act = check(statement);
        unit.names.close();
        return act;
    }

    Act check(Statement statement) {
        int line = statement.at().line();
        if (!(statement instanceof Statement.Declare || statement instanceof Statement.Empty)) {
            declarations.begin();
        }
        return switch (statement) {
            case Statement.Declare its -> declarations.declare(its);
            case Statement.Evaluate its -> new Act.Evaluate(line, done(its.what()));
            case Statement.Block its -> block(its);
            case Statement.If its ->
                new Act.If(
                        line,
                        terms.condition(its.condition()),
                        scoped(its.yes()),
                        its.no() == null ? null : scoped(its.no()));
            case Statement.While its -> new Act.While(line, terms.condition(its.condition()), loop(its.body()));
            case Statement.DoWhile its -> {
                Act body = loop(its.body());
                yield new Act.DoWhile(line, body, its.condition().at().line(), terms.condition(its.condition()));
            }
            case Statement.For its -> loop(its);
            case Statement.Switch its -> choose(its);
            case Statement.Labelled its -> labelled(its);
            case Statement.Goto its -> {
                jumps.add(its);
                yield new Act.Goto(line, mark(its.label()));
            }
            case Statement.Break its -> leave(its.at(), "break", loops > 0 || !switches.isEmpty(), new Act.Break(line));
            case Statement.Continue its -> leave(its.at(), "continue", loops > 0, new Act.Continue(line));
            case Statement.Return its -> back(its);
            case Statement.Exit its -> exit(its);
            case Statement.Operate its -> operates.check(its);
            case Statement.Broken its -> {
                unit.unreadable.addAll(its.names());
                yield nothing(line);
            }
            case Statement.Empty _, Statement.NodeFile _, Statement.Routine _ -> nothing(line);
        };
    }

    private static Act nothing(int line) {
        return new Act.Block(line, List.of());
    }

    /** Checks what is written for its effect. */
    private Expr done(Term what) {
        Operand of = terms.check(what);
        Term idle = of.isBad() ? null : Idle.in(what);
        if (idle != null) {
            boolean isComparison = idle instanceof Term.Binary its && its.sign().equals("==");
            report.add(
                    idle.at(),
                    Problem.W2,
                    isComparison
                            ? "this only compares, and nothing comes of it; to assign, write '='"
                            : "nothing comes of this: its value isn't used");
        }
        return of.value();
    }

    private Act block(Statement.Block block) {
        unit.names.open(false);
        List<Act> acts = new ArrayList<>();
        for (Statement each : block.statements()) {
            acts.add(check(each));
        }
        unit.names.close();
        return new Act.Block(block.at().line(), acts);
    }

    private Act loop(Statement body) {
        loops++;
        Act act = scoped(body);
        loops--;
        return act;
    }

    private Act loop(Statement.For loop) {
        unit.names.open(false);
        Act first = loop.first() == null ? null : check(loop.first());
        Expr condition = loop.condition() == null ? null : terms.condition(loop.condition());
        Expr update = loop.update() == null ? null : done(loop.update());
        Act body = loop(loop.body());
        unit.names.close();
        return new Act.For(loop.at().line(), first, condition, update, body);
    }

    private Act choose(Statement.Switch its) {
        Operand value = terms.check(its.value());
        if (!value.isWhole() && !value.isBad()) {
            report.add(
                    value.at(),
                    Problem.E15,
                    "switch is for whole numbers, but this is " + value.type().describe() + "; write if and else");
        }
        Type type = value.isWhole() ? value.value().type() : Type.INT;
        Chosen chosen = new Chosen(type);
        switches.push(chosen);
        Act body = scoped(its.body());
        switches.pop();
        return new Act.Switch(
                its.at().line(),
                type,
                value.isWhole() ? value.value() : Fold.zero(type),
                chosen.cases,
                chosen.otherwise,
                body);
    }

    private Act.Mark mark(String label) {
        return marks.computeIfAbsent(label, _ -> new Act.Mark());
    }

    private Act labelled(Statement.Labelled its) {
        List<Act.Mark> here = new ArrayList<>();
        for (Statement.Label each : its.labels()) {
            switch (each) {
                case Statement.Named label -> {
                    Position before = defined.putIfAbsent(label.name(), label.at());
                    if (before != null) {
                        report.add(
                                label.at(),
                                Problem.E19,
                                "there is a label '" + label.name() + "' already, in line " + before.line()
                                        + ": take another name");
                    }
                    here.add(mark(label.name()));
                }
                case Statement.Case label -> here.add(choice(label));
                case Statement.Default label -> here.add(otherwise(label));
            }
        }
        return new Act.Marked(its.at().line(), here, check(its.body()));
    }

    private Act.Mark choice(Statement.Case label) {
        Act.Mark mark = new Act.Mark();
        OptionalLong value = terms.constant(label.value(), "the value after 'case'");
        Chosen chosen = switches.peek();
        if (chosen == null) {
            report.add(label.at(), Problem.E18, "'case' belongs into a switch");
        } else if (value.isPresent()) {
            long number = value.getAsLong();
            if (chosen.type == Type.INT && number != (int) number) {
                report.add(label.at(), Problem.E18, number + " can't be the value of an int; switch on a long");
            } else if (!chosen.values.add(number)) {
                report.add(label.at(), Problem.E18, "there is a case " + number + " in this switch already");
            }
            chosen.cases.add(new Act.Case(number, mark));
        }
        return mark;
    }

    private Act.Mark otherwise(Statement.Default label) {
        Act.Mark mark = new Act.Mark();
        Chosen chosen = switches.peek();
        if (chosen == null) {
            report.add(label.at(), Problem.E18, "'default' belongs into a switch");
        } else if (chosen.otherwise != null) {
            report.add(label.at(), Problem.E18, "there is a 'default' in this switch already");
        } else {
            chosen.otherwise = mark;
        }
        return mark;
    }

    private Act leave(Position at, String what, boolean isInside, Act act) {
        if (isInside) {
            return act;
        }
        report.add(
                at,
                Problem.E11,
                "'" + what + "' belongs into a loop" + (what.equals("break") ? " or a switch" : "")
                        + "; to end the messenger, write exit");
        return nothing(at.line());
    }

    private Act back(Statement.Return its) {
        Operand value = its.value() == null ? null : terms.check(its.value());
        Unit.Routine routine = unit.current;
        if (routine == null) {
            report.add(its.at(), Problem.E20, "'return' belongs into a routine; to end the messenger, write exit");
            return nothing(its.at().line());
        }
        if (routine.result == CType.Other.VOID) {
            if (value != null) {
                report.add(value.at(), Problem.E20, "'" + routine.name + "' is void, so it returns no value");
            }
            return new Act.Return(its.at().line(), null);
        }
        if (value == null) {
            report.add(
                    its.at(),
                    Problem.E20,
                    "a value is missing: '" + routine.name + "' returns " + routine.result.describe());
            return new Act.Return(its.at().line(), null);
        }
        Expr returned = terms.conversions().stored(routine.result, value, "the returned value");
        Expr narrow = routine.result instanceof CType.Scalar(Type type) && type.read() != type
                ? Fold.convert(type, returned)
                : returned;
        return new Act.Return(its.at().line(), narrow);
    }

    private Act exit(Statement.Exit its) {
        if (unit.current != null) {
            report.add(its.at(), Problem.E20, "a routine can't end the messenger: return a value that says so");
            return nothing(its.at().line());
        }
        Expr value = new Expr.Whole(Type.INT, 0);
        return new Act.Evaluate(
                its.at().line(),
                unit.result(new Operation.Does(new Step.Exit(its.at().line()), List.of(), false, value), Type.INT));
    }
}
