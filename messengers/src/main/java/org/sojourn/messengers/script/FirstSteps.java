package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Step;

/**
 * What gives a messenger's variables their first values, before its other steps. What the injection has given a value to keeps that. A
 * messenger that begins anew by {@code m_duplicate} was given nothing.
 */
final class FirstSteps {
    private FirstSteps() {}

    static List<Step> before(List<Step> steps, List<Step> first, int parameters) {
        List<Step> all = new ArrayList<>();
        for (Step each : first) {
            if (variable(each) >= parameters) { // the compiler's own
                all.add(each);
                continue;
            }
            all.add(new Step.JumpIf(each.line(), new Expr.Given(variable(each)), true, all.size() + 2));
            all.add(each);
        }
        int before = all.size();
        for (Step each : steps) {
            all.add(
                    switch (each) {
                        case Step.Jump its -> new Step.Jump(its.line(), its.to() + before);
                        case Step.JumpIf its ->
                            new Step.JumpIf(its.line(), its.condition(), its.when(), its.to() + before);
                        default -> each;
                    });
        }
        return all;
    }

    /** Which variable a step sets. */
    private static int variable(Step step) {
        return switch (step) {
            case Step.Do its
            when its.what() instanceof Expr.Set set -> set.slot().variable();
            case Step.SetText its -> its.to().variable();
            case Step.Clear its -> its.span().variable();
            case Step.CopySpan its -> its.to().variable();
            default -> throw new IllegalStateException("no step gives a first value in this way: " + step);
        };
    }
}
