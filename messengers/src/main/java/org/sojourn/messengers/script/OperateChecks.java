package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** The statements that navigate and those that call what is outside. */
final class OperateChecks {
    private static final Map<String, Set<String>> ARGUMENTS = Map.of(
            "hop", Set.of("node", "link", "weight", "physical", "dir"),
            "delete", Set.of("node", "link", "weight", "physical", "dir"),
            "create", Set.of("node", "link", "weight", "physical", "dir"),
            "func", Set.of("file", "name", "in", "out"),
            "exec", Set.of("file", "in"));

    private final Unit unit;
    private final Report report;
    private final TermChecks terms;

    OperateChecks(Unit unit, TermChecks terms) {
        this.unit = unit;
        this.report = unit.report;
        this.terms = terms;
    }

    /** The arguments of a statement: each with its name, those without one added to the one before. */
    private static final class Given {
        private final Map<String, List<Statement.Pattern>> values = new HashMap<>();
        private final Map<String, Position> words = new HashMap<>();

        Statement.@Nullable Pattern one(String name) {
            List<Statement.Pattern> its = values.getOrDefault(name, List.of());
            return its.isEmpty() ? null : its.getFirst();
        }
    }

    Act check(Statement.Operate its) {
        int line = its.at().line();
        if (unit.current != null) {
            report.add(its.at(), Problem.E20, "a routine only calculates: '" + its.what() + "' belongs outside");
            return new Act.Block(line, List.of());
        }
        Given given = given(its);
        return switch (its.what()) {
            case "hop" -> step(line, hop(its.at(), given, false));
            case "delete" -> step(line, hop(its.at(), given, true));
            case "create" -> step(line, create(its.at(), given));
            case "exec" -> exec(its.at(), given);
            default -> func(its.at(), given);
        };
    }

    private Act step(int line, Step step) {
        return does(line, step, List.of());
    }

    private Act does(int line, Step step, List<Operation.Store> stores) {
        Expr value = new Expr.Whole(Type.INT, 0);
        return new Act.Evaluate(line, unit.result(new Operation.Does(step, stores, false, value), Type.INT));
    }

    private Given given(Statement.Operate its) {
        Given given = new Given();
        Set<String> known = ARGUMENTS.getOrDefault(its.what(), Set.of());
        String list = null;
        for (Statement.Argument each : its.arguments()) {
            if (each.name() != null) {
                list = each.name();
                if (!known.contains(each.name())) {
                    report.add(
                            each.at(),
                            Problem.E22,
                            its.what() + " has no argument '" + each.name() + "', only "
                                    + String.join(", ", new TreeSet<>(known))
                                    + report.near().question(each.name(), () -> known));
                } else if (given.values.put(each.name(), new ArrayList<>(List.of(each.value()))) != null) {
                    report.add(each.at(), Problem.E22, "'" + each.name() + "' is given twice");
                }
            } else if (word(its.what(), each) instanceof String word) {
                given.words.put(word, each.at());
                list = null;
            } else if (list != null && (list.equals("in") || list.equals("out"))) {
                given.values.computeIfAbsent(list, _ -> new ArrayList<>()).add(each.value());
            } else {
                report.add(
                        each.at(),
                        Problem.E22,
                        "this argument has no name; name it, as in " + its.what() + "("
                                + (known.contains("node") ? "node" : "file") + " = ...)");
            }
        }
        return given;
    }

    private @Nullable String word(String what, Statement.Argument argument) {
        if (!(argument.value().value() instanceof Term.Name(Position _, String name))
                || unit.names.meaning(name) != null) {
            return null;
        }
        return what.equals("create") && name.equals("ALL") || what.equals("exec") && name.equals("nowait")
                ? name
                : null;
    }

    private Step hop(Position at, Given given, boolean isDelete) {
        Pattern node = node(given, false);
        if (isDelete && node instanceof Pattern.Is(Expr value) && value.type() == Type.NODE) {
            report.add(
                    at,
                    Problem.E6,
                    "delete goes along links and can't jump to an address: hop there first, or give the node's name");
        }
        return new Step.Hop(
                at.line(),
                isDelete,
                node,
                pattern(given, "link", Type.TEXT, false),
                pattern(given, "weight", Type.DOUBLE, false),
                pattern(given, "physical", Type.TEXT, false),
                direction(given));
    }

    private Step create(Position at, Given given) {
        return new Step.Create(
                at.line(),
                node(given, true),
                pattern(given, "link", Type.TEXT, true),
                pattern(given, "weight", Type.DOUBLE, true),
                pattern(given, "physical", Type.TEXT, true),
                direction(given),
                given.words.containsKey("ALL"));
    }

    private Pattern node(Given given, boolean isCreate) {
        return pattern(given, "node", Type.NODE, isCreate);
    }

    /** A node is given by its name or its address. */
    private Pattern pattern(Given given, String name, Type type, boolean isCreate) {
        Statement.Pattern its = given.one(name);
        if (its == null) {
            return new Pattern.Omitted();
        }
        if (its.value() == null) {
            return sign(its, name, isCreate);
        }
        Operand value = text(its.value());
        if (value.isBad()) {
            return new Pattern.Any();
        }
        Type wanted = type == Type.NODE && value.isText() ? Type.TEXT : type;
        String what = name + (wanted == Type.NODE ? ", a name or an address," : "");
        return new Pattern.Is(terms.conversions().to(wanted, value, what));
    }

    private Pattern sign(Statement.Pattern its, String name, boolean isCreate) {
        switch (String.valueOf(its.sign())) {
            case "*" -> {
                if (isCreate) {
                    report.add(
                            its.at(),
                            Problem.E7,
                            "create makes one thing, and '*' stands for many: name it, or leave '" + name + "' out");
                }
                return new Pattern.Any();
            }
            case "~" -> {
                if (name.equals("physical")) {
                    report.add(its.at(), Problem.E22, "every place has a name, so none is '~'; leave 'physical' out");
                }
                return new Pattern.Unnamed();
            }
            default -> {
                report.add(its.at(), Problem.E22, "'" + its.sign() + "' is a direction: write dir = " + its.sign());
                return new Pattern.Any();
            }
        }
    }

    private Step.Direction direction(Given given) {
        Statement.Pattern its = given.one("dir");
        if (its == null) {
            return Step.Direction.ANY;
        }
        return switch (String.valueOf(its.sign())) {
            case "*" -> Step.Direction.ANY;
            case "+" -> Step.Direction.FORWARD;
            case "-" -> Step.Direction.BACKWARD;
            default -> {
                report.add(its.at(), Problem.E8, "a direction is + (along the link), - (against it) or * (both)");
                yield Step.Direction.ANY;
            }
        };
    }

    /** A name that no variable has is a text. */
    private Operand text(Term term) {
        if (!(term instanceof Term.Name(Position at, String name)) || unit.names.meaning(name) != null) {
            return terms.check(term);
        }
        report.near()
                .to(name, unit.names::all)
                .ifPresent(near -> report.add(
                        at,
                        Problem.W1,
                        "'" + name + "' isn't a variable, so it is taken as a name; did you mean '" + near
                                + "'? If not, put it in quotes: \"" + name + "\""));
        return Operand.of(at, new Expr.Text(name));
    }

    private @Nullable Expr required(Position at, String what, Given given, String name) {
        Statement.Pattern its = given.one(name);
        if (its == null || its.value() == null) {
            report.add(at, Problem.E22, what + " needs '" + name + "': " + what + "(" + name + " = \"...\")");
            return null;
        }
        Operand value = text(its.value());
        return terms.conversions().to(Type.TEXT, value, "'" + name + "'");
    }

    private List<Operand> values(Given given, String name) {
        List<Operand> all = new ArrayList<>();
        for (Statement.Pattern each : given.values.getOrDefault(name, List.of())) {
            if (each.value() == null) {
                report.add(
                        each.at(),
                        Problem.E22,
                        "'" + each.sign() + "' isn't a value, and belongs to statements that navigate");
            } else {
                all.add(terms.check(each.value()));
            }
        }
        if (all.size() > Limits.VALUES) {
            report.add(all.getFirst().at(), Problem.E21, "at most " + Limits.VALUES + " values can be handed over");
            all.clear();
        }
        return all;
    }

    private List<Argument> handed(List<Operand> values, boolean isText) {
        List<Argument> handed = new ArrayList<>();
        for (Operand each : values) {
            handed.addAll(terms.calls().handed(each, "the argument", isText));
        }
        return handed;
    }

    private Act exec(Position at, Given given) {
        Expr file = required(at, "exec", given, "file");
        List<Operand> values = values(given, "in");
        for (Operand each : values) {
            if (each.type() instanceof CType.Array && !each.isText()) {
                report.add(
                        each.at(),
                        Problem.E15,
                        "a process takes texts and numbers, but this is "
                                + each.type().describe());
            }
        }
        if (file == null) {
            return new Act.Block(at.line(), List.of());
        }
        boolean isWaitedFor = !given.words.containsKey("nowait");
        return step(at.line(), new Step.Exec(at.line(), file, handed(values, true), isWaitedFor));
    }

    private Act func(Position at, Given given) {
        if (given.one("file") == null) {
            return own(at, given);
        }
        Expr file = required(at, "func", given, "file");
        Expr name = required(at, "func", given, "name");
        List<Argument> in = handed(values(given, "in"), false);
        List<Operation.Store> stores = new ArrayList<>();
        List<Shape> shapes = new ArrayList<>();
        for (Operand each : values(given, "out")) {
            Place place = terms.calls().target(each);
            if (place != null && unit.isHandedOver(each.at(), place.type().leaves())) {
                for (Place.Part part : place.parts()) {
                    stores.add(new Operation.Store(
                            shapes.size(),
                            new Place(part.scope(), part.variable(), type(part), part.indices(), false)));
                    shapes.add(new Shape(part.length() == 0 ? part.type().read() : part.type(), part.length()));
                }
            }
        }
        if (shapes.size() > Limits.VALUES || in.size() > Limits.VALUES) {
            report.add(
                    at,
                    Problem.E21,
                    "at most " + Limits.VALUES + " values, with the fields of structs, can be handed over");
        }
        if (file == null || name == null) {
            return new Act.Block(at.line(), List.of());
        }
        return does(at.line(), new Step.Func(at.line(), file, name, in, shapes), stores);
    }

    private static CType type(Place.Part part) {
        CType element = new CType.Scalar(part.type());
        return part.length() == 0 ? element : new CType.Array(element, part.length());
    }

    /** Calls a routine of the script. */
    private Act own(Position at, Given given) {
        Act nothing = new Act.Block(at.line(), List.of());
        Expr name = required(at, "func", given, "name");
        List<Operand> in = values(given, "in");
        List<Operand> out = values(given, "out");
        if (!(name instanceof Expr.Text(String text))) {
            if (name != null) {
                report.add(
                        at,
                        Problem.E22,
                        "which routine is called has to be known beforehand; for a Java method give 'file' too");
            }
            return nothing;
        }
        Unit.Routine routine = unit.routines.get(text);
        if (routine == null) {
            report.add(
                    at,
                    Problem.E10,
                    "there is no routine '" + text + "'" + report.near().question(text, unit.routines::keySet)
                            + "; for a Java method give the name of its class as 'file'");
            return nothing;
        }
        boolean isVoid = routine.result == CType.Other.VOID;
        if (in.size() != routine.parameters.size() || out.size() > (isVoid ? 0 : 1)) {
            report.add(
                    at,
                    Problem.E10,
                    text + " takes " + routine.parameters.size() + " and returns " + (isVoid ? "no value" : "1 value")
                            + ", not " + in.size() + " and " + out.size());
            return nothing;
        }
        Operand result = terms.calls().routine(at, routine, in);
        if (out.isEmpty()) {
            return new Act.Evaluate(at.line(), result.value());
        }
        Operand to = out.getFirst();
        if (terms.calls().target(to) == null) {
            return nothing;
        }
        if (!(to.type() instanceof CType.Scalar)) {
            report.add(
                    to.at(),
                    Problem.E9,
                    "a routine returns one value, and this is " + to.type().describe());
            return nothing;
        }
        return new Act.Evaluate(at.line(), terms.store(to.at(), to, result).value());
    }
}
