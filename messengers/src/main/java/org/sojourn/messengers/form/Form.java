package org.sojourn.messengers.form;

import java.util.List;

/**
 * A script, ready to run.
 *
 * @param name its file's, for people
 * @param node the variables of nodes that it knows
 * @param messenger the variables that it carries; zero at first
 * @param parameters how many of those, from the first, an injection may give values to: all that are declared before the first
 *     statement
 * @param routines the functions that it carries
 * @param nodeSteps gives the variables of a node their first values: by {@link Step.Do} of an {@link Expr.Set} and by {@link
 *     Step.SetText}, of constants. A step is done at those nodes where the variable that it sets is new
 * @param messengerSteps gives its own variables their first values, before the first step and at the node where it begins: one after the
 *     other, by {@link Step.Do} of an {@link Expr.Set}, {@link Step.SetText}, {@link Step.Clear} and {@link Step.CopySpan}. A step whose
 *     variable was given a value by the injection is left out. {@link Step.Duplicate} begins anew, and so does all of them. None of
 *     them has a jump or a point. First values that stand further down, or need a point, are among {@code steps}
 * @param steps what it does
 */
public record Form(
        String name,
        List<Variable> node,
        List<Variable> messenger,
        int parameters,
        List<Routine> routines,
        List<Step> nodeSteps,
        List<Step> messengerSteps,
        List<Step> steps) {
    public Form {
        node = List.copyOf(node);
        messenger = List.copyOf(messenger);
        routines = List.copyOf(routines);
        nodeSteps = List.copyOf(nodeSteps);
        messengerSteps = List.copyOf(messengerSteps);
        steps = List.copyOf(steps);
    }
}
