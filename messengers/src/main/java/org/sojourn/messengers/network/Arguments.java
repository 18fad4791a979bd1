package org.sojourn.messengers.network;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Script;

/** Values that an injection gives to the variables of a messenger. */
final class Arguments {
    private Arguments() {}

    /** Gives values to the first variables, in the order in which they are declared. */
    static void give(Script script, Messenger messenger, @Nullable Object[] values) {
        if (values.length > script.form().parameters()) {
            throw new Fault(script.form().name() + " takes at most "
                    + script.form().parameters() + " arguments, not " + values.length);
        }
        for (int i = 0; i < values.length; i++) {
            set(script, messenger, i, values[i]);
        }
    }

    /** Gives a value to a variable by its name. */
    static void give(Script script, Messenger messenger, String name, Object value) {
        int variable = Variables.find(script.messenger(), name);
        if (variable < 0 || variable >= script.form().parameters()) {
            List<String> known = script.form().messenger().stream()
                    .limit(script.form().parameters())
                    .map(Variable::name)
                    .toList();
            throw new Fault(script.form().name() + " has no variable '" + name + "' to be given; it has " + known);
        }
        set(script, messenger, variable, value);
    }

    private static void set(Script script, Messenger messenger, int variable, @Nullable Object value) {
        Variables.set(script.messenger(), messenger.frame.values, variable, value);
        if (messenger.given == null) {
            messenger.given = new BitSet();
        }
        messenger.given.set(variable);
    }
}
