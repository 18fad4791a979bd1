package org.sojourn.messengers.script;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** Makes steps of statements: loops and choices become jumps. */
final class ActLowering {
    private static final int NOWHERE = -1;

    private final StepList steps;
    private final ExpressionLowering expressions;
    private final Map<Act.Mark, Integer> labels = new HashMap<>();
    private int breaks = NOWHERE;
    private int continues = NOWHERE;

    ActLowering(Unit unit, StepList steps) {
        this.steps = steps;
        this.expressions = new ExpressionLowering(unit, steps);
    }

    void lower(@Nullable Act act) {
        if (act == null || steps.isFull()) {
            return;
        }
        steps.line(act.line());
        int mark = steps.mark();
        switch (act) {
            case Act.Evaluate its -> expressions.effect(its.what());
            case Act.Block its -> its.acts().forEach(this::lower);
            case Act.If its -> choose(its);
            case Act.While its -> loop(its.line(), null, its.condition(), null, its.body());
            case Act.For its -> loop(its.line(), its.first(), its.condition(), its.update(), its.body());
            case Act.DoWhile its -> loop(its);
            case Act.Switch its -> choose(its);
            case Act.Marked its -> {
                its.marks().forEach(each -> steps.place(label(each)));
                lower(its.body());
            }
            case Act.Goto its -> steps.jump(label(its.to()));
            case Act.Break _ -> steps.jump(breaks);
            case Act.Continue _ -> steps.jump(continues);
            case Act.Return its ->
                steps.add(new Step.Return(its.line(), its.value() == null ? null : expressions.value(its.value())));
        }
        steps.release(mark);
    }

    private int label(Act.Mark mark) {
        return labels.computeIfAbsent(mark, _ -> steps.label());
    }

    private void choose(Act.If its) {
        int no = steps.label();
        condition(its.line(), its.condition(), false, no);
        lower(its.yes());
        if (its.no() == null) {
            steps.place(no);
            return;
        }
        int end = steps.label();
        steps.jump(end);
        steps.place(no);
        lower(its.no());
        steps.place(end);
    }

    /** What a condition needs is free as soon as it has been decided. */
    private void condition(int line, @Nullable Expr condition, boolean when, int label) {
        if (condition != null) {
            int mark = steps.mark();
            steps.line(line);
            expressions.jumpIf(condition, when, label);
            steps.release(mark);
        }
    }

    private void body(Act body, int end, int next) {
        int outerBreaks = breaks;
        int outerContinues = continues;
        breaks = end;
        continues = next;
        lower(body);
        breaks = outerBreaks;
        continues = outerContinues;
    }

    private void loop(int line, @Nullable Act first, @Nullable Expr condition, @Nullable Expr update, Act body) {
        lower(first);
        int head = steps.label();
        int next = update == null ? head : steps.label();
        int end = steps.label();
        steps.place(head);
        condition(line, condition, false, end);
        body(body, end, next);
        if (update != null) {
            steps.place(next);
            steps.line(line);
            int mark = steps.mark();
            expressions.effect(update);
            steps.release(mark);
        }
        steps.line(line);
        steps.jump(head);
        steps.place(end);
    }

    private void loop(Act.DoWhile its) {
        int head = steps.label();
        int next = steps.label();
        int end = steps.label();
        steps.place(head);
        body(its.body(), end, next);
        steps.place(next);
        condition(its.conditionLine(), its.condition(), true, head);
        steps.place(end);
    }

    private void choose(Act.Switch its) {
        Expr value = expressions.value(its.value());
        boolean isSimple = Fold.isConstant(value)
                || value instanceof Expr.Get(Slot slot, Type _)
                        && slot.indices().isEmpty();
        if (!isSimple) {
            Slot kept = steps.hidden(its.type());
            steps.evaluate(new Expr.Set(kept, its.type(), value));
            value = new Expr.Get(kept, its.type());
        }
        for (Act.Case each : its.cases()) {
            Expr isIt = Fold.binary(Op.EQUAL, its.type(), value, new Expr.Whole(its.type(), each.value()));
            expressions.jumpIf(isIt, true, label(each.mark()));
        }
        int end = steps.label();
        steps.jump(its.otherwise() == null ? end : label(its.otherwise()));
        body(its.body(), end, continues);
        steps.place(end);
    }
}
