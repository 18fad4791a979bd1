package org.sojourn.messengers.form;

import java.util.List;
import java.util.function.UnaryOperator;

/** A form with other steps. */
public final class Rewritten {
    private Rewritten() {}

    /** {@return a form whose own steps, and those of its routines, are what becomes of another's} */
    public static Form of(Form form, UnaryOperator<List<Step>> steps) {
        return new Form(
                form.name(),
                form.node(),
                form.messenger(),
                form.parameters(),
                form.routines().stream()
                        .map(each -> new Routine(
                                each.name(),
                                each.result(),
                                each.parameters(),
                                each.variables(),
                                steps.apply(each.steps())))
                        .toList(),
                form.nodeSteps(),
                steps.apply(form.steps()));
    }
}
