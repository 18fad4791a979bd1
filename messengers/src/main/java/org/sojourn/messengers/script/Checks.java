package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;

/** Checks a whole script: its node files, its routines, and what it does. */
final class Checks {
    private final Unit unit;
    private final Report report;
    private final TermChecks terms;
    private final DeclarationChecks declarations;
    private final StatementChecks statements;
    private final Function<String, @Nullable SourceFile> nodeFiles;

    private Checks(Unit unit, Function<String, @Nullable SourceFile> nodeFiles) {
        this.unit = unit;
        this.report = unit.report;
        this.terms = new TermChecks(unit);
        this.declarations = new DeclarationChecks(unit, terms);
        this.statements = new StatementChecks(unit, terms, declarations);
        this.nodeFiles = nodeFiles;
    }

    /** {@return what a script does} */
    static Act check(Unit unit, List<Statement> script, Function<String, @Nullable SourceFile> nodeFiles) {
        return new Checks(unit, nodeFiles).all(script);
    }

    private Act all(List<Statement> script) {
        for (Statement each : script) {
            if (each instanceof Statement.Broken broken) {
                unit.unreadable.addAll(broken.names());
            }
        }
        for (Statement each : script) {
            if (each instanceof Statement.Routine routine) {
                announce(routine);
            }
        }
        List<Act> acts = new ArrayList<>();
        boolean isFirst = true;
        for (Statement each : script) {
            switch (each) {
                case Statement.NodeFile file -> nodeFile(file, isFirst);
                case Statement.Routine routine -> routine(routine);
                default -> {
                    isFirst = false;
                    acts.add(statements.check(each));
                }
            }
        }
        declarations.begin();
        statements.finish();
        checkConditions();
        return new Act.Block(1, acts);
    }

    // ---- variables of nodes -------------------------------------------------------------------------------------

    private void nodeFile(Statement.NodeFile its, boolean isFirst) {
        if (!isFirst) {
            report.add(its.at(), Problem.E5, "#node stands before everything else but routines: move it up");
        }
        SourceFile file = nodeFiles.apply(its.name());
        if (file == null) {
            report.add(its.at(), Problem.E5, "there is no file '" + its.name() + "' with variables of the node");
            return;
        }
        unit.isNodeFile = true;
        for (Statement each : Reader.read(file, report)) {
            switch (each) {
                case Statement.Declare declare -> declarations.declare(declare);
                case Statement.Broken broken -> unit.unreadable.addAll(broken.names());
                case Statement.Empty _ -> {}
                default ->
                    report.add(
                            each.at(),
                            Problem.E5,
                            "a file of node variables has declarations only: move this into the script");
            }
        }
        unit.isNodeFile = false;
    }

    // ---- routines -----------------------------------------------------------------------------------------------

    private void announce(Statement.Routine its) {
        if (unit.routines.containsKey(its.name())) {
            return;
        }
        if (unit.routines.size() == Limits.ROUTINES) {
            report.add(its.at(), Problem.E21, "a script has at most " + Limits.ROUTINES + " routines");
            return;
        }
        List<CType> parameters = new ArrayList<>();
        for (Statement.Declared each : parameters(its)) {
            parameters.add(scalar(each, false));
        }
        unit.routines.put(
                its.name(),
                new Unit.Routine(its.at(), its.name(), unit.routines.size(), scalar(its.result(), true), parameters));
    }

    /** {@code (void)} means none. */
    private static List<Statement.Declared> parameters(Statement.Routine its) {
        boolean isNone = its.parameters().size() == 1
                && its.parameters().getFirst().name() == null
                && its.parameters().getFirst().type() instanceof TypeName.Words words
                && words.words().equals(List.of("void"));
        return isNone ? List.of() : its.parameters();
    }

    private CType scalar(Statement.Declared its, boolean isResult) {
        CType type = terms.types().type(its.type());
        if (isResult
                && type == CType.Other.VOID
                && !Objects.requireNonNull(its.name()).isPointer()) {
            return type;
        }
        CType declared = its.name() == null ? type : terms.types().declared(type, its.name());
        if (!(declared instanceof CType.Scalar) && declared != CType.Other.BAD) {
            report.add(
                    its.at(),
                    Problem.E20,
                    "a routine " + (isResult ? "returns" : "takes") + " numbers, addresses and ids only, not "
                            + declared.describe());
            return CType.Other.BAD;
        }
        return declared;
    }

    private void routine(Statement.Routine its) {
        Unit.Routine routine = unit.routines.get(its.name());
        declarations.isConstant(its.at(), its.result().modifiers());
        if (CallChecks.isTaken(its.name())) {
            report.add(its.at(), Problem.E14, "'" + its.name() + "' is a function of the library: take another name");
        }
        if (unit.names.meaning(its.name()) != null) {
            report.add(its.at(), Problem.E14, "there is a '" + its.name() + "' already: take another name");
        }
        if (routine == null || its.body() == null) {
            return;
        }
        List<Statement.Declared> parameters = parameters(its);
        if (routine.body != null || parameters.size() != routine.parameters.size()) {
            report.add(
                    its.at(),
                    Problem.E14,
                    routine.body != null
                            ? "there is a routine '" + its.name() + "' already: take another name"
                            : "'" + its.name() + "' was announced with " + routine.parameters.size()
                                    + " parameters, in line " + routine.at.line());
            return;
        }
        unit.startRoutine(routine);
        unit.names.open(true);
        for (int i = 0; i < parameters.size(); i++) {
            TypeName.Declarator name = parameters.get(i).name();
            declarations.isConstant(parameters.get(i).at(), parameters.get(i).modifiers());
            if (name == null) {
                report.add(parameters.get(i).at(), Problem.E20, "this parameter needs a name");
            } else {
                declarations.put(name.at(), name.name(), routine.parameters.get(i), false);
            }
        }
        StatementChecks inside = new StatementChecks(unit, terms, declarations);
        routine.line = its.at().line();
        routine.body = inside.check(its.body());
        inside.finish();
        if (routine.result != CType.Other.VOID && Flow.goesOn(routine.body)) {
            report.add(
                    its.at(),
                    Problem.E20,
                    "'" + its.name() + "' may end without a value: return " + routine.result.describe()
                            + " at its end");
        }
        unit.names.close();
        unit.current = null;
    }

    /** A condition may call only routines that don't draw at random. */
    private void checkConditions() {
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (Unit.Calls each : unit.calls) {
                if (each.from().isPure && !each.to().isPure) {
                    each.from().isPure = false;
                    isChanged = true;
                }
            }
        }
        List<Unit.Routine> routines = List.copyOf(unit.routines.values());
        for (Unit.Condition each : unit.conditions) {
            if (Inside.any(
                    each.what(), expr -> expr instanceof Expr.Call call && !routines.get(call.routine()).isPure)) {
                report.add(each.at(), Problem.E24, "the condition can't call a routine that draws at random");
            }
        }
        for (Unit.Routine each : routines) {
            if (each.body == null && !report.hasErrors()) {
                report.add(each.at, Problem.E20, "'" + each.name + "' is announced, but its body is missing");
            }
        }
    }
}
