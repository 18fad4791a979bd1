package org.sojourn.messengers.network;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Storage;

/**
 * The layouts of the nodes of a place: equal variables have one, as long as there is a node or a script that has it. There are as few as
 * there are sets of scripts that share nodes.
 */
final class Layouts {
    private static final int MANY = 1_000;

    private final Map<List<Variable>, WeakReference<NodeLayout>> all = new ConcurrentHashMap<>();
    private final NodeLayout empty = of(List.of());
    private final Storage nothing = empty.layout().storage();

    NodeLayout of(List<Variable> variables) {
        NodeLayout[] its = new NodeLayout[1];
        all.compute(List.copyOf(variables), (same, there) -> {
            NodeLayout known = there == null ? null : there.get();
            if (there != null && known != null) {
                its[0] = known;
                return there;
            }
            its[0] = new NodeLayout(this, same);
            return new WeakReference<>(its[0]);
        });
        if (all.size() > MANY) {
            all.values().removeIf(each -> each.get() == null);
        }
        return its[0];
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
