package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** The functions of the library that are steps: the messenger's dealings with its surroundings. */
final class OperationChecks {
    static final Set<String> NAMES = Stream.concat(
                    OutsideChecks.NAMES.stream(),
                    Stream.of(
                            "m_fork",
                            "m_duplicate",
                            "m_inject",
                            "m_send",
                            "m_recv",
                            "m_tryrecv",
                            "m_yield",
                            "m_print",
                            "m_result",
                            "m_await",
                            "m_sched_node",
                            "strcpy"))
            .collect(Collectors.toUnmodifiableSet());

    private static final Map<String, String> PREDICATES =
            Map.of("eq", "==", "ne", "!=", "lt", "<", "le", "<=", "gt", ">", "ge", ">=");

    private final Unit unit;
    private final Report report;
    private final TermChecks terms;
    private final BinaryChecks binaries;
    private final OutsideChecks outside;

    OperationChecks(Unit unit, TermChecks terms, BinaryChecks binaries) {
        this.unit = unit;
        this.report = unit.report;
        this.terms = terms;
        this.binaries = binaries;
        this.outside = new OutsideChecks(unit, terms, this);
    }

    Operand call(Term.Call call) {
        int line = call.at().line();
        int given = call.arguments().size();
        if (!isCount(call, given)) {
            call.arguments().forEach(terms::check);
            return Operand.bad(call.at());
        }
        if (call.name().equals("m_sched_node")) {
            return waitFor(call);
        }
        List<Operand> arguments = call.arguments().stream().map(terms::check).toList();
        if (arguments.stream().anyMatch(Operand::isBad)) {
            return Operand.bad(call.at());
        }
        if (OutsideChecks.NAMES.contains(call.name())) {
            return outside.call(call, arguments);
        }
        return switch (call.name()) {
            case "m_fork" -> messenger(call, new Step.Fork(line));
            case "m_duplicate" -> messenger(call, new Step.Duplicate(line));
            case "m_yield" -> nothing(call, new Step.Yield(line));
            case "m_inject" -> inject(call, arguments);
            case "m_print" -> print(call, arguments);
            case "m_result" -> result(call, arguments);
            case "m_send" -> send(call, arguments);
            case "m_recv" -> receive(call, arguments, true);
            case "m_tryrecv" -> receive(call, arguments, false);
            case "strcpy" -> strcpy(call, arguments);
            default -> await(call, terms.conversions().truth(arguments.getFirst()));
        };
    }

    private boolean isCount(Term.Call call, int given) {
        int wanted = switch (call.name()) {
            case "m_fork", "m_duplicate", "m_yield" -> 0;
            case "m_await" -> 1;
            case "m_inject", "m_print" -> Math.max(1, given);
            case "m_sched_node" -> 3;
            default -> OutsideChecks.NAMES.contains(call.name()) ? OutsideChecks.count(call.name(), given) : 2;
        };
        if (given != wanted) {
            report.add(
                    call.at(),
                    Problem.E10,
                    call.name() + " takes "
                            + (wanted == 0 ? "no arguments" : wanted == 1 ? "1 argument" : wanted + " arguments")
                            + ", not " + given);
        }
        return given == wanted;
    }

    private Operand messenger(Term.Call call, Step step) {
        Expr value = new Expr.Result(0, Type.MESSENGER);
        return Operand.of(call.at(), unit.result(new Operation.Does(step, List.of(), false, value), Type.MESSENGER));
    }

    /** {@return a call that has no value} */
    Operand nothing(Term.Call call, Step step) {
        Expr value = new Expr.Whole(Type.INT, 0);
        return Operand.of(
                call.at(), CType.Other.VOID, unit.result(new Operation.Does(step, List.of(), false, value), Type.INT));
    }

    private Operand inject(Term.Call call, List<Operand> arguments) {
        Expr script = terms.conversions().to(Type.TEXT, arguments.getFirst(), "the script's name");
        Set<String> known = unit.scripts;
        if (script instanceof Expr.Text(String name) && known != null && !known.contains(name)) {
            report.add(
                    arguments.getFirst().at(),
                    Problem.E10,
                    "there is no script '" + name + "' beside this one"
                            + report.near().question(name, () -> known));
        }
        List<Argument> handed = new ArrayList<>();
        for (Operand each : arguments.subList(1, arguments.size())) {
            handed.addAll(handed(each, "an argument", true));
        }
        if (handed.size() > Limits.VALUES) {
            report.add(
                    call.at(),
                    Problem.E21,
                    "at most " + Limits.VALUES + " values, with the fields of structs, can be handed over");
        }
        return messenger(call, new Step.Inject(call.at().line(), script, handed));
    }

    /**
     * {@return what is handed over: a struct field by field}
     *
     * @param what it is, for the error if it is nothing
     * @param isText whether a char array is the text in it, and not all of it
     */
    List<Argument> handed(Operand of, String what, boolean isText) {
        if (!isText && of.isText() && of.place() != null) {
            return List.of(part(of.place().part(), false));
        }
        if (of.isNumber() || of.isReference() || of.isText() || of.isNone()) {
            return List.of(new Argument.Value(of.value()));
        }
        if (of.place() != null && unit.isHandedOver(of.at(), of.type().leaves())) {
            return of.place().parts().stream().map(part -> part(part, isText)).toList();
        }
        if (!of.isBad() && of.place() == null) {
            report.add(
                    of.at(),
                    Problem.E15,
                    what + " should be a value, but this is " + of.type().describe());
        }
        return List.of();
    }

    private static Argument part(Place.Part part, boolean isText) {
        if (part.length() == 0) {
            return new Argument.Value(new Expr.Get(part.slot(), part.type().read()));
        }
        return isText && part.type() == Type.CHAR
                ? new Argument.Value(new Expr.TextOf(part.span()))
                : new Argument.Copy(part.span());
    }

    private Operand print(Term.Call call, List<Operand> arguments) {
        List<Argument> all = printed("m_print prints", arguments).stream()
                .<Argument>map(Argument.Value::new)
                .toList();
        return nothing(call, new Step.Print(call.at().line(), all));
    }

    /**
     * {@return values that can be printed, characters as such; others are reported}
     *
     * @param what is done with them
     */
    List<Expr> printed(String what, List<Operand> values) {
        List<Expr> printed = new ArrayList<>();
        for (Operand each : values) {
            if (each.isNumber() || each.isReference() || each.isText() || each.isNone()) {
                printed.add(printable(each));
            } else {
                report.add(
                        each.at(),
                        Problem.E15,
                        what + " numbers, texts, addresses and ids, but this is "
                                + each.type().describe()
                                + (each.place() == null ? "" : "; take its parts one by one"));
            }
        }
        return printed;
    }

    private static Expr printable(Operand each) {
        boolean isMade = each.value() instanceof Expr.Convert(Type narrow, Expr _) && narrow == Type.CHAR;
        if (!each.type().equals(CType.CHAR)) {
            return isMade ? new Expr.Convert(Type.INT, each.value()) : each.value(); // the number of a character
        }
        if (isMade) {
            return each.value();
        }
        return each.value() instanceof Expr.Whole(Type _, long value)
                ? new Expr.Text(String.valueOf((char) (value & 0xFF)))
                : new Expr.Convert(Type.CHAR, each.value());
    }

    private Operand result(Term.Call call, List<Operand> arguments) {
        Expr key = terms.conversions().to(Type.TEXT, arguments.get(0), "the key of a result");
        Argument value = single(arguments.get(1), "a result");
        return value == null
                ? Operand.bad(call.at())
                : nothing(call, new Step.Report(call.at().line(), key, value));
    }

    /** {@return what is handed over as one value; null if it is none, which is reported} */
    @Nullable
    Argument single(Operand of, String what) {
        if (of.type() instanceof CType.Struct) {
            report.add(
                    of.at(),
                    Problem.E15,
                    what + " is one value, a text or an array, but this is "
                            + of.type().describe() + "; take its fields one by one");
            return null;
        }
        List<Argument> handed = handed(of, what, true);
        return handed.isEmpty() ? null : handed.getFirst();
    }

    private Operand send(Term.Call call, List<Operand> arguments) {
        Expr node = terms.conversions().to(Type.NODE, arguments.get(0), "where a message goes to");
        Argument data = single(arguments.get(1), "a message");
        return data == null
                ? Operand.bad(call.at())
                : nothing(call, new Step.Send(call.at().line(), node, data));
    }

    private Operand receive(Term.Call call, List<Operand> arguments, boolean isWaiting) {
        Expr node = terms.conversions().to(Type.NODE, arguments.get(0), "whose message is taken");
        Operand to = arguments.get(1);
        Place place = target(to);
        if (place == null) {
            return Operand.bad(call.at());
        }
        if (place.type() instanceof CType.Struct) {
            report.add(
                    to.at(), Problem.E9, "a message is one value, a text or an array, and doesn't fit into a struct");
            return Operand.bad(call.at());
        }
        Step step = new Step.Receive(call.at().line(), node, isWaiting, shape(place.part()));
        var stores = List.of(new Operation.Store(1, place));
        if (isWaiting) {
            Expr value = new Expr.Whole(Type.INT, 0);
            return Operand.of(
                    call.at(), CType.Other.VOID, unit.result(new Operation.Does(step, stores, false, value), Type.INT));
        }
        Expr value = new Expr.Result(0, Type.INT);
        return Operand.of(call.at(), unit.result(new Operation.Does(step, stores, true, value), Type.INT));
    }

    /** {@return what a value from outside has to be for a place} */
    static Shape shape(Place.Part part) {
        if (part.length() == 0) {
            return new Shape(part.type().read(), 0);
        }
        return part.type() == Type.CHAR ? new Shape(Type.TEXT, 0) : new Shape(part.type(), part.length());
    }

    /** {@return where something is stored, whole arrays and structs too; null if it can't be, which is reported} */
    @Nullable
    Place target(Operand to) {
        if (!to.isBad() && to.place() == null && !(to.value() instanceof Expr.Network)) {
            report.add(
                    to.at(),
                    Problem.E9,
                    "only a variable, an element or a field can take a value, but this is "
                            + (Fold.isConstant(to.value()) ? "a constant" : "calculated"));
            return null;
        }
        return terms.isAssignable(to.at(), to) ? to.place() : null;
    }

    private Operand strcpy(Term.Call call, List<Operand> arguments) {
        Operand to = arguments.get(0);
        if (!(to.type() instanceof CType.Array array) || !array.isText()) {
            report.add(
                    to.at(),
                    Problem.E9,
                    "strcpy stores a text in an array of char, but this is "
                            + to.type().describe());
            return Operand.bad(call.at());
        }
        Place place = target(to);
        Expr text = terms.conversions().to(Type.TEXT, arguments.get(1), "the text that strcpy stores");
        return place == null
                ? Operand.bad(call.at())
                : nothing(call, new Step.SetText(call.at().line(), place.part().span(), text));
    }

    /** {@code m_sched_node}. */
    private Operand waitFor(Term.Call call) {
        Operand variable = terms.check(call.arguments().get(0));
        Operand value = terms.check(call.arguments().get(2));
        if (!(call.arguments().get(1) instanceof Term.Name predicate)) {
            report.add(
                    call.arguments().get(1).at(),
                    Problem.E24,
                    "there should be a predicate: eq, ne, lt, le, gt, ge, or the name of a routine");
            return Operand.bad(call.at());
        }
        if (variable.isBad() || value.isBad()) {
            return Operand.bad(call.at());
        }
        if (variable.place() == null || variable.place().scope() != Scope.NODE) {
            report.add(
                    variable.at(),
                    Problem.E24,
                    "only a variable of the node can be waited for: others don't change while the messenger waits");
            return Operand.bad(call.at());
        }
        String sign = PREDICATES.get(predicate.name());
        Unit.Routine routine = unit.routines.get(predicate.name());
        if (sign == null && (routine == null || routine.parameters.size() != 2)) {
            report.add(
                    predicate.at(),
                    Problem.E24,
                    routine == null
                            ? "there is no predicate '" + predicate.name()
                                    + "': take eq, ne, lt, le, gt, ge, or a routine"
                            : "a predicate takes two arguments, the variable and the value, but " + routine.name
                                    + " takes " + routine.parameters.size());
            return Operand.bad(call.at());
        }
        Operand condition = sign != null
                ? binaries.join(call.at(), sign, variable, value)
                : terms.calls().routine(call.at(), Objects.requireNonNull(routine), List.of(variable, value));
        return condition.isBad() ? condition : await(call, terms.conversions().truth(condition));
    }

    private Operand await(Term.Call call, Expr condition) {
        unit.conditions.add(new Unit.Condition(call.at(), condition));
        if (Inside.any(condition, this::hasEffect)) {
            report.add(
                    call.at(),
                    Problem.E24,
                    "the condition is checked again and again, so it can't assign, draw at random or call for steps:"
                            + " calculate into a variable before");
            return Operand.bad(call.at());
        }
        if (!Inside.any(condition, OperationChecks::isOfNode)) {
            report.add(
                    call.at(),
                    Problem.E24,
                    "nothing could ever end this: the condition has no variable of the node; declare one in a #node"
                            + " file");
            return Operand.bad(call.at());
        }
        return nothing(call, new Step.Await(call.at().line(), condition));
    }

    private boolean hasEffect(Expr expr) {
        return expr instanceof Expr.Set
                || expr instanceof Expr.Update
                || unit.operation(expr) != null
                || expr instanceof Expr.Library(Builtin what, List<Expr> _)
                        && (what == Builtin.KILL || what == Builtin.PRIORITY || CallChecks.isRandom(what));
    }

    private static boolean isOfNode(Expr expr) {
        return expr instanceof Expr.Get get && get.slot().scope() == Scope.NODE
                || expr instanceof Expr.TextOf text && text.span().scope() == Scope.NODE;
    }
}
