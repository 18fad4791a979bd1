package org.sojourn.messengers.run;

import java.util.List;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Type;
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

    /** {@return whether a value is a character: because its variable is declared so, or because it is cast to one} */
    boolean isCharacter(Expr value) {
        return switch (value) {
            case Expr.Get its -> variable(its.slot()).type() == Type.CHAR;
            case Expr.Set its -> variable(its.slot()).type() == Type.CHAR;
            case Expr.Update its -> variable(its.slot()).type() == Type.CHAR;
            case Expr.Convert its -> its.narrow() == Type.CHAR;
            default -> false;
        };
    }
}
