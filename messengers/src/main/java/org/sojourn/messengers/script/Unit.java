package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** What is known of a script while it is checked and lowered. */
final class Unit {
    final Report report;
    final Names names = new Names();
    final List<Variable> node = new ArrayList<>();
    final List<Variable> messenger = new ArrayList<>();
    final List<Operation> operations = new ArrayList<>();
    final Map<String, Routine> routines = new LinkedHashMap<>();
    /** First values of the node's variables, and of those of the messenger that can be given. */
    final List<Act> nodeFirst = new ArrayList<>();

    final List<Act> messengerFirst = new ArrayList<>();
    /** Which routine calls which. */
    final List<Calls> calls = new ArrayList<>();

    /** What is waited for. */
    final List<Condition> conditions = new ArrayList<>();

    /** Names in what couldn't be read: they may have been declared there. */
    final Set<String> unreadable = new TreeSet<>();

    private final Map<Scope, Set<String>> taken = new EnumMap<>(Scope.class);
    private final Map<Scope, Long> bytes = new EnumMap<>(Scope.class);
    /** How many variables of the messenger can be given by who injects. */
    int parameters;

    /** The routine that is being checked. */
    @Nullable
    Routine current;

    /** The names of the scripts that can be injected; null if others may be known to the run. */
    @Nullable
    Set<String> scripts;

    private int handed;

    /** Whether a file of node variables is being checked. */
    boolean isNodeFile;

    Unit(Report report) {
        this.report = report;
    }

    record Calls(Routine from, Routine to) {}

    record Condition(Position at, Expr what) {}

    /** A function of the script. */
    static final class Routine {
        final Position at;
        final String name;
        final int number;
        final CType result;
        final List<CType> parameters;
        final List<Variable> variables = new ArrayList<>();
        boolean isPure = true;

        @Nullable
        Act body;

        int line;

        Routine(Position at, String name, int number, CType result, List<CType> parameters) {
            this.at = at;
            this.name = name;
            this.number = number;
            this.result = result;
            this.parameters = parameters;
        }
    }

    /** {@return whose variables are declared here} */
    Scope scope() {
        if (isNodeFile) {
            return Scope.NODE;
        }
        return current == null ? Scope.MESSENGER : Scope.ROUTINE;
    }

    List<Variable> variables(Scope scope) {
        return switch (scope) {
            case NODE -> node;
            case MESSENGER -> messenger;
            case ROUTINE -> Objects.requireNonNull(current).variables;
        };
    }

    /** {@return whether a script may hand over so many values more; it is reported if not} */
    boolean isHandedOver(Position at, long values) {
        if (values > Limits.VALUES) {
            report.add(
                    at,
                    Problem.E21,
                    "this has " + values + " fields; at most " + Limits.VALUES + " values can be handed over");
            return false;
        }
        handed += (int) values;
        if (handed > Limits.HANDED) {
            report.add(
                    at,
                    Problem.E21,
                    "this script hands over more than " + Limits.HANDED + " values in all; split it up");
        }
        return handed <= Limits.HANDED;
    }

    /** {@return the place of a new variable; null if there is no more room, which is reported} */
    @Nullable
    Place declare(Position at, String name, CType type, boolean isConstant) {
        Scope scope = scope();
        List<Variable> variables = variables(scope);
        long total = bytes.getOrDefault(scope, 0L) + type.bytes();
        if (variables.size() + type.leaves() > Limits.VARIABLES) {
            report.add(
                    at,
                    Problem.E21,
                    "there are more than " + Limits.VARIABLES
                            + " variables, with the fields of structs; put some into an array");
            return null;
        }
        if (total > Limits.ARRAY_BYTES) {
            report.add(
                    at,
                    Problem.E21,
                    "the variables take " + total + " bytes; at most " + Limits.ARRAY_BYTES
                            + " for one messenger or node");
            return null;
        }
        bytes.put(scope, total);
        Place place = new Place(scope, variables.size(), type, List.of(), isConstant);
        String its = unique(name, taken.computeIfAbsent(scope, _ -> new TreeSet<>()));
        for (CType.Leaf each : CType.leaves(its, type)) {
            variables.add(new Variable(each.name(), each.type(), each.length()));
        }
        return place;
    }

    /** Variables of different blocks may have one name; those of a form may not. */
    private static String unique(String name, Set<String> taken) {
        String its = name;
        for (int i = 2; !taken.add(its); i++) {
            its = name + "#" + i;
        }
        return its;
    }

    void startRoutine(Routine routine) {
        current = routine;
        bytes.remove(Scope.ROUTINE);
        taken.remove(Scope.ROUTINE);
    }

    /** {@return what stands for an operation in an expression} */
    Expr.Result result(Operation operation, Type type) {
        operations.add(operation);
        return new Expr.Result(-operations.size(), type);
    }

    /** {@return what an expression stands for, if it is an operation} */
    @Nullable
    Operation operation(Expr expr) {
        return expr instanceof Expr.Result(int number, Type _) && number < 0 ? operations.get(-number - 1) : null;
    }

    /** {@return whether steps are needed to evaluate an expression} */
    boolean needsSteps(Expr expr) {
        return Inside.any(expr, each -> operation(each) != null);
    }
}
