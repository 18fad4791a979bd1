package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Layout;
import org.sojourn.messengers.run.Script;
import org.sojourn.messengers.run.Storage;

/**
 * Which variables a node has, and where they stand. Nodes with the same variables share one; the first has none. A script that arrives
 * with variables that a node doesn't have leads to a layout with these behind the others, so that what is there keeps its place.
 */
final class NodeLayout {
    /** How the variables of a script are found in nodes of one layout. */
    record Fit(Code code, NodeLayout layout, int[] at, boolean[] isNew) {}

    private final Layouts all;
    private final Layout layout;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** The last one asked for; the scripts have all of them. Plain: any value is right that is for the same code. */
    private @Nullable Fit last;

    NodeLayout(Layouts all, List<Variable> variables) {
        this.all = all;
        this.layout = new Layout(variables);
        for (int i = 0; i < variables.size(); i++) {
            numbers.put(variables.get(i).name(), i);
        }
    }

    List<Variable> variables() {
        return layout.variables();
    }

    Layout layout() {
        return layout;
    }

    /** {@return the number of a variable, or null} */
    @Nullable
    Integer number(String variable) {
        return numbers.get(variable);
    }

    /**
     * {@return where a script finds its variables, in this layout or in one that has them all}
     *
     * @throws Fault if the script knows a variable as something else
     */
    Fit fit(Code code, Script script) {
        Fit known = last;
        if (known != null && known.code == code) {
            return known;
        }
        Fit found = code.fits.computeIfAbsent(this, its -> its.find(code, script));
        last = found;
        return found;
    }

    private Fit find(Code code, Script script) {
        List<Variable> wanted = script.form().node();
        List<Variable> together = new ArrayList<>(variables());
        boolean[] isNew = new boolean[wanted.size()];
        for (int i = 0; i < isNew.length; i++) {
            Variable each = wanted.get(i);
            Integer known = numbers.get(each.name());
            if (known == null) {
                isNew[i] = true;
                together.add(each);
            } else if (!variables().get(known).equals(each)) {
                throw new Fault("the node's variable " + describe(variables().get(known)) + " is declared as "
                        + describe(each) + " by the script; all scripts must declare it alike");
            }
        }
        if (together.size() > Limits.VARIABLES) {
            throw new Fault("the node would have " + together.size() + " variables; at most " + Limits.VARIABLES
                    + " fit into one");
        }
        NodeLayout grown = together.size() == variables().size() ? this : all.of(together);
        int[] at = new int[wanted.size()];
        Arrays.setAll(at, i -> grown.at(wanted.get(i).name()));
        return new Fit(code, grown, at, isNew);
    }

    /** Where a variable stands that is there. */
    private int at(String variable) {
        return layout.at(Objects.requireNonNull(numbers.get(variable)));
    }

    private static String describe(Variable variable) {
        String type = variable.type().name().toLowerCase(java.util.Locale.ROOT);
        return variable.isArray()
                ? type + " " + variable.name() + "[" + variable.length() + "]"
                : type + " " + variable.name();
    }

    /** {@return the values of a node that had another layout, with room for the variables that this one has besides} */
    Storage grown(Storage before) {
        Storage fresh = layout.storage();
        System.arraycopy(before.numbers, 0, fresh.numbers, 0, before.numbers.length);
        System.arraycopy(before.objects, 0, fresh.objects, 0, before.objects.length);
        return fresh;
    }
}
