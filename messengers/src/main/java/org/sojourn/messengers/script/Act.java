package org.sojourn.messengers.script;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Type;

/**
 * A statement that has been checked. Its expressions are those of a form, but for one thing: an {@link Expr.Result} whose number is below
 * 0 stands for an {@link Operation}, by its number in {@link Unit#operations}.
 */
sealed interface Act {
    int line();

    record Evaluate(int line, Expr what) implements Act {}

    record Block(int line, List<Act> acts) implements Act {}

    record If(int line, Expr condition, Act yes, @Nullable Act no) implements Act {}

    record While(int line, Expr condition, Act body) implements Act {}

    record DoWhile(int line, Act body, int conditionLine, Expr condition) implements Act {}

    record For(
            int line,
            @Nullable Act first,
            @Nullable Expr condition,
            @Nullable Expr update,
            Act body) implements Act {}

    record Switch(
            int line,
            Type type,
            Expr value,
            List<Case> cases,
            @Nullable Mark otherwise,
            Act body) implements Act {}

    record Case(long value, Mark mark) {}

    record Marked(int line, List<Mark> marks, Act body) implements Act {}

    record Goto(int line, Mark to) implements Act {}

    record Break(int line) implements Act {}

    record Continue(int line) implements Act {}

    record Return(int line, @Nullable Expr value) implements Act {}

    /** Where a jump goes. */
    final class Mark {}
}
