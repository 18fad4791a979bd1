package org.sojourn.messengers.network;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Storage;

/** The layouts of the nodes of a place: equal variables have one. There are as few as there are sets of scripts that share nodes. */
final class Layouts {
    private final Map<List<Variable>, NodeLayout> all = new ConcurrentHashMap<>();
    private final NodeLayout empty = of(List.of());
    private final Storage nothing = empty.layout().storage();

    NodeLayout of(List<Variable> variables) {
        return all.computeIfAbsent(List.copyOf(variables), its -> new NodeLayout(this, its));
    }

    /** {@return the layout of a node without variables} */
    NodeLayout empty() {
        return empty;
    }

    /** {@return the values of such a node; one object for all, as nothing can be stored there} */
    Storage nothing() {
        return nothing;
    }
}
