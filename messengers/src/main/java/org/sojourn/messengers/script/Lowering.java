package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** Makes the form of a script that has been checked. */
final class Lowering {
    private final Unit unit;
    private final SourceFile file;

    private Lowering(Unit unit, SourceFile file) {
        this.unit = unit;
        this.file = file;
    }

    static Form lower(Unit unit, SourceFile file, Act script) {
        return new Lowering(unit, file).form(script);
    }

    private Form form(Act script) {
        List<Routine> routines = new ArrayList<>();
        for (Unit.Routine each : unit.routines.values()) {
            routines.add(routine(each));
        }
        List<Step> nodeSteps = steps(Scope.NODE, unit.node, new Act.Block(1, unit.nodeFirst), 1);
        List<Step> messengerSteps = steps(Scope.MESSENGER, unit.messenger, new Act.Block(1, unit.messengerFirst), 1);
        List<Step> steps = steps(Scope.MESSENGER, unit.messenger, script, 1);
        return new Form(
                file.name(),
                unit.node,
                unit.messenger,
                unit.parameters,
                routines,
                nodeSteps,
                FirstSteps.before(steps, messengerSteps, unit.parameters));
    }

    private List<Step> steps(Scope scope, List<Variable> variables, @Nullable Act act, int line) {
        StepList steps = new StepList(scope, variables);
        new ActLowering(unit, steps).lower(act);
        if (steps.isFull()) {
            unit.report.add(
                    new Position(file, line, 1),
                    Problem.E21,
                    "this becomes more than " + Limits.STEPS
                            + " steps; split it up into several scripts, or use loops");
        }
        return steps.finished();
    }

    private Routine routine(Unit.Routine its) {
        List<Step> steps = steps(Scope.ROUTINE, its.variables, Objects.requireNonNull(its.body), its.line);
        Type result = its.result instanceof CType.Scalar(Type type) ? type.read() : null;
        return new Routine(its.name, result, its.parameters.size(), its.variables, steps);
    }
}
