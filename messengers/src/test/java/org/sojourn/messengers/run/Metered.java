package org.sojourn.messengers.run;

import java.util.List;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Rewritten;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** A form that says something at each jump and in each routine, so that a turn can stop it whenever it goes on for long. */
final class Metered {
    private static final Expr METER = new Expr.Library(Builtin.LINKS_HERE, List.of());

    private Metered() {}

    static Form of(Form form) {
        return Rewritten.of(form, steps -> steps.stream().map(Metered::step).toList());
    }

    private static Step step(Step step) {
        return switch (step) {
            case Step.Jump its -> {
                Expr always = new Expr.Binary(Op.GREATER_OR_EQUAL, Type.INT, METER, new Expr.Whole(Type.INT, 0));
                yield new Step.JumpIf(its.line(), always, true, its.to());
            }
            case Step.JumpIf its ->
                new Step.JumpIf(its.line(), new Expr.Then(METER, its.condition()), its.when(), its.to());
            case Step.Do its -> new Step.Do(its.line(), new Expr.Then(METER, its.what()));
            case Step.Return its
            when its.value() != null -> new Step.Return(its.line(), new Expr.Then(METER, its.value()));
            default -> step;
        };
    }
}
