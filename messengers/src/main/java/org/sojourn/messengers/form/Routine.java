package org.sojourn.messengers.form;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that a script carries. It has no scheduling points. It reads and stores its own variables only.
 *
 * @param name as it stands in the script
 * @param result the type of its value; null for none. Never narrower than an int
 * @param parameters how many of its variables are parameters
 * @param variables scalars, zero at first
 * @param steps what it does; after the last one it returns zero
 */
public record Routine(String name, @Nullable Type result, int parameters, List<Variable> variables, List<Step> steps) {
    public Routine {
        variables = List.copyOf(variables);
        steps = List.copyOf(steps);
    }
}
