package org.sojourn.messengers.run;

import java.util.List;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Variable;

/**
 * The variables that steps may name.
 *
 * @param own those of the routine that the steps are in
 */
record Declared(Form form, List<Variable> own) {
    Variable variable(Scope scope, int number) {
        return switch (scope) {
            case MESSENGER -> form.messenger().get(number);
            case NODE -> form.node().get(number);
            case ROUTINE -> own.get(number);
        };
    }

    Variable variable(Slot slot) {
        return variable(slot.scope(), slot.variable());
    }
}
