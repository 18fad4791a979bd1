package org.sojourn.messengers.script;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A statement as it was written; also what can stand only in a file and in no block. */
sealed interface Statement {
    Position at();

    /**
     * What couldn't be read, and has been reported.
     *
     * @param names all that stand in it: perhaps it declares them
     */
    record Broken(Position at, Set<String> names) implements Statement {}

    /** {@code #node}. */
    record NodeFile(Position at, String name) implements Statement {}

    /** A function of the script; without a body it is only announced. */
    record Routine(
            Position at,
            Declared result,
            String name,
            List<Declared> parameters,
            @Nullable Block body) implements Statement {}

    /** A type, a name that may be missing, and what else stands with them. */
    record Declared(Position at, List<String> modifiers, TypeName type, TypeName.@Nullable Declarator name) {}

    record Declare(Position at, List<String> modifiers, TypeName type, List<TypeName.Declarator> names)
            implements Statement {}

    record Evaluate(Position at, Term what) implements Statement {}

    record Block(Position at, List<Statement> statements) implements Statement {}

    record If(
            Position at,
            Term condition,
            Statement yes,
            @Nullable Statement no) implements Statement {}

    record While(Position at, Term condition, Statement body) implements Statement {}

    record DoWhile(Position at, Statement body, Term condition) implements Statement {}

    record For(
            Position at,
            @Nullable Statement first,
            @Nullable Term condition,
            @Nullable Term update,
            Statement body) implements Statement {}

    record Switch(Position at, Term value, Statement body) implements Statement {}

    record Labelled(Position at, List<Label> labels, Statement body) implements Statement {}

    record Goto(Position at, String label) implements Statement {}

    record Break(Position at) implements Statement {}

    record Continue(Position at) implements Statement {}

    record Return(Position at, @Nullable Term value) implements Statement {}

    record Exit(Position at) implements Statement {}

    record Empty(Position at) implements Statement {}

    /** {@code create}, {@code hop}, {@code delete}, {@code func} or {@code exec}. */
    record Operate(Position at, String what, List<Argument> arguments) implements Statement {}

    /** What is given to these. {@code name} stands before a {@code =}. */
    record Argument(Position at, @Nullable String name, Pattern value) {}

    /** A sign, {@code *}, {@code ~}, {@code +} or {@code -}, or a value. */
    record Pattern(
            Position at, @Nullable String sign, @Nullable Term value) {}

    /** Where a jump may go. */
    sealed interface Label {
        Position at();
    }

    record Named(Position at, String name) implements Label {}

    record Case(Position at, Term value) implements Label {}

    record Default(Position at) implements Label {}
}
