package org.sojourn.messengers.run;

import java.util.Objects;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Variable;

/** Gives the variables of a node their first values. These are constants, as the check of the form has made sure. */
final class FirstValues {
    private final Form form;
    private final Storage node;
    private final int[] at;
    private final boolean[] isNew;

    FirstValues(Form form, Storage node, int[] at, boolean[] isNew) {
        this.form = form;
        this.node = node;
        this.at = at;
        this.isNew = isNew;
    }

    void store() {
        for (Step step : form.nodeSteps()) {
            switch (step) {
                case Step.Do(int line, Expr.Set set) -> store(set);
                case Step.SetText(int line, var to, Expr.Text text) -> {
                    if (isNew[to.variable()]) {
                        byte[] array = (byte[]) array(to.variable());
                        int from = element(to.first()) * to.length() + to.offset();
                        Texts.store(array, from, to.length(), text.value());
                    }
                }
                default -> throw new AssertionError(step);
            }
        }
    }

    private void store(Expr.Set set) {
        int number = set.slot().variable();
        if (isNew[number]) {
            Variable variable = form.node().get(number);
            Object value = Values.constant(set.value());
            if (variable.isArray()) {
                Values.setElement(array(number), element(set.slot().indices()), value);
            } else if (variable.type().isNumber()) {
                node.numbers[at[number]] = Values.bits(Values.convert(value, variable.type()));
            } else {
                node.objects[at[number]] = value;
            }
        }
    }

    private Object array(int number) {
        return Objects.requireNonNull(node.objects[at[number]]);
    }

    private static int element(Iterable<Slot.Index> indices) {
        int element = 0;
        for (Slot.Index each : indices) {
            element = element * each.extent() + (int) ((Expr.Whole) each.at()).value();
        }
        return element;
    }
}
