package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Type;

/** Finds out what is called: a routine of the script, what is built in, or what becomes steps. */
final class CallChecks {
    static final Map<String, Builtin> BUILTINS = Map.ofEntries(
            Map.entry("sqrt", Builtin.SQRT),
            Map.entry("cbrt", Builtin.CBRT),
            Map.entry("exp", Builtin.EXP),
            Map.entry("log", Builtin.LOG),
            Map.entry("log10", Builtin.LOG10),
            Map.entry("sin", Builtin.SIN),
            Map.entry("cos", Builtin.COS),
            Map.entry("tan", Builtin.TAN),
            Map.entry("asin", Builtin.ASIN),
            Map.entry("acos", Builtin.ACOS),
            Map.entry("atan", Builtin.ATAN),
            Map.entry("sinh", Builtin.SINH),
            Map.entry("cosh", Builtin.COSH),
            Map.entry("tanh", Builtin.TANH),
            Map.entry("floor", Builtin.FLOOR),
            Map.entry("ceil", Builtin.CEIL),
            Map.entry("round", Builtin.ROUND),
            Map.entry("fabs", Builtin.FABS),
            Map.entry("pow", Builtin.POW),
            Map.entry("atan2", Builtin.ATAN2),
            Map.entry("fmod", Builtin.FMOD),
            Map.entry("hypot", Builtin.HYPOT),
            Map.entry("fmin", Builtin.FMIN),
            Map.entry("fmax", Builtin.FMAX),
            Map.entry("isnan", Builtin.ISNAN),
            Map.entry("abs", Builtin.ABS),
            Map.entry("labs", Builtin.LABS),
            Map.entry("strlen", Builtin.STRLEN),
            Map.entry("atol", Builtin.ATOL),
            Map.entry("atof", Builtin.ATOF),
            Map.entry("m_random", Builtin.RANDOM),
            Map.entry("m_random_below", Builtin.RANDOM_BELOW),
            Map.entry("m_random_unit", Builtin.RANDOM_UNIT),
            Map.entry("m_messengers", Builtin.MESSENGERS_HERE),
            Map.entry("m_links", Builtin.LINKS_HERE),
            Map.entry("m_places", Builtin.PLACES),
            Map.entry("m_place", Builtin.PLACE_NAME),
            Map.entry("kill", Builtin.KILL),
            Map.entry("m_priority", Builtin.PRIORITY));

    /** Makes a text of any values. */
    static final String JOINING = "m_text";

    private static final Set<String> LATER = Set.of(
            "m_sched_time_dlt",
            "m_sched_time_abs",
            "m_gvtstart",
            "m_gvtstop",
            "m_sched_derivative0",
            "m_sched_derivative1",
            "m_sched_derivative2");

    /** What C's library has, and what there is instead. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("printf", "m_print(...) prints any values, one after the other"),
            Map.entry("puts", "m_print(...) prints any values, one after the other"),
            Map.entry("sprintf", "strcpy(array, m_text(...)) stores any values, one after the other"),
            Map.entry("snprintf", "strcpy(array, m_text(...)) stores any values, one after the other"),
            Map.entry("strcat", "strcpy(array, m_text(array, text)) adds a text"),
            Map.entry("strcmp", "texts are compared by == and <"),
            Map.entry("rand", "m_random_below(n) gives a number from 0 to n - 1"),
            Map.entry("atoi", "(int) atol(text) reads a number"),
            Map.entry("itoa", "m_text(number) is a number as a text"),
            Map.entry("malloc", "declare an array"),
            Map.entry("sizeof", "write how many elements there are as a number"));

    private final Unit unit;
    private final Report report;
    private final TermChecks terms;
    private final OperationChecks operations;

    CallChecks(Unit unit, TermChecks terms, BinaryChecks binaries) {
        this.unit = unit;
        this.report = unit.report;
        this.terms = terms;
        this.operations = new OperationChecks(unit, terms, binaries);
    }

    /** {@return whether the library has something of a name} */
    static boolean isTaken(String name) {
        return BUILTINS.containsKey(name)
                || name.equals(JOINING)
                || OperationChecks.NAMES.contains(name)
                || LATER.contains(name);
    }

    Operand call(Term.Call call) {
        if (call.arguments().size() > Limits.VALUES) {
            report.add(call.at(), Problem.E21, "a call has at most " + Limits.VALUES + " arguments");
            return Operand.bad(call.at());
        }
        Unit.Routine routine = unit.routines.get(call.name());
        if (routine != null) {
            return routine(call, routine);
        }
        if (OperationChecks.NAMES.contains(call.name())) {
            if (unit.current != null || unit.isNodeFile) {
                report.add(
                        call.at(),
                        Problem.E20,
                        "'" + call.name()
                                + "' is for the messenger itself: a routine only calculates; call it outside");
                return Operand.bad(call.at());
            }
            return operations.call(call);
        }
        List<Operand> arguments = call.arguments().stream().map(terms::check).toList();
        if (call.name().equals(JOINING)) {
            return joined(call, arguments);
        }
        Builtin builtin = BUILTINS.get(call.name());
        if (builtin != null) {
            return builtin(call, builtin, arguments);
        }
        unknown(call);
        return Operand.bad(call.at());
    }

    private void unknown(Term.Call call) {
        String name = call.name();
        if (unit.unreadable.contains(name)) {
            return;
        }
        if (LATER.contains(name)) {
            report.add(call.at(), Problem.E23, "there is no virtual time yet, so no " + name);
            return;
        }
        String instead = INSTEAD.get(name);
        report.add(
                call.at(),
                Problem.E10,
                "there is no function '" + name + "'"
                        + (instead == null ? report.near().question(name, this::all) : "; " + instead));
    }

    private Set<String> all() {
        Set<String> all = new TreeSet<>(unit.routines.keySet());
        all.addAll(BUILTINS.keySet());
        all.addAll(OperationChecks.NAMES);
        all.add(JOINING);
        return all;
    }

    private Operand joined(Term.Call call, List<Operand> arguments) {
        if (arguments.stream().anyMatch(Operand::isBad)) {
            return Operand.bad(call.at());
        }
        if (arguments.isEmpty()) {
            report.add(call.at(), Problem.E10, JOINING + " takes at least 1 argument");
            return Operand.bad(call.at());
        }
        return Operand.of(call.at(), new Expr.Joined(operations.printed(JOINING + " joins", arguments)));
    }

    private Operand builtin(Term.Call call, Builtin builtin, List<Operand> arguments) {
        if (!isCount(call, builtin.parameters().size(), call.arguments().size())) {
            return Operand.bad(call.at());
        }
        if ((builtin == Builtin.KILL || builtin == Builtin.PRIORITY) && (unit.current != null || unit.isNodeFile)) {
            report.add(
                    call.at(),
                    Problem.E20,
                    "'" + call.name() + "' is for the messenger itself: a routine only calculates; call it outside");
            return Operand.bad(call.at());
        }
        if (builtin == Builtin.PRIORITY) {
            checkPriority(arguments.getFirst());
        }
        if (isRandom(builtin) && unit.current != null) {
            unit.current.isPure = false;
        }
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            values.add(terms.conversions()
                    .to(builtin.parameters().get(i), arguments.get(i), "argument " + (i + 1) + " of " + call.name()));
        }
        return Operand.of(call.at(), new Expr.Library(builtin, values));
    }

    private void checkPriority(Operand given) {
        if (given.value() instanceof Expr.Whole(Type _, long value)
                && !given.isBad()
                && (value < 0 || value > Limits.PRIORITY)) {
            report.add(
                    given.at(),
                    Problem.E16,
                    "a priority is 0 to " + Limits.PRIORITY + ", not " + value + "; " + Limits.PRIORITY
                            + " goes first");
        }
    }

    static boolean isRandom(Builtin builtin) {
        return builtin == Builtin.RANDOM || builtin == Builtin.RANDOM_BELOW || builtin == Builtin.RANDOM_UNIT;
    }

    private boolean isCount(Term.Call call, int wanted, int given) {
        if (wanted != given) {
            report.add(
                    call.at(),
                    Problem.E10,
                    call.name() + " takes "
                            + (wanted == 0 ? "no arguments" : wanted == 1 ? "1 argument" : wanted + " arguments")
                            + ", not " + given);
        }
        return wanted == given;
    }

    private Operand routine(Term.Call call, Unit.Routine routine) {
        List<Operand> arguments = call.arguments().stream().map(terms::check).toList();
        if (!isCount(call, routine.parameters.size(), arguments.size())) {
            return Operand.bad(call.at());
        }
        return routine(call.at(), routine, arguments);
    }

    /** Calls a routine with as many arguments as it takes. */
    Operand routine(Position at, Unit.Routine routine, List<Operand> arguments) {
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String what = "argument " + (i + 1) + " of " + routine.name;
            Expr value = terms.conversions().stored(routine.parameters.get(i), arguments.get(i), what);
            boolean isNarrow = routine.parameters.get(i) instanceof CType.Scalar(Type type) && type.read() != type;
            values.add(
                    isNarrow && routine.parameters.get(i) instanceof CType.Scalar(Type type)
                            ? Fold.convert(type, value)
                            : value);
        }
        if (unit.current != null) {
            unit.calls.add(new Unit.Calls(unit.current, routine));
        }
        Type type = routine.result instanceof CType.Scalar(Type its) ? its.read() : Type.INT;
        return Operand.of(at, routine.result, new Expr.Call(routine.number, type, values));
    }

    /** {@return what is handed over for an argument: see {@link OperationChecks#handed}} */
    List<Argument> handed(Operand of, String what, boolean isText) {
        return operations.handed(of, what, isText);
    }

    /** {@return where something is stored; null if it can't be, which is reported} */
    @Nullable
    Place target(Operand to) {
        return operations.target(to);
    }
}
