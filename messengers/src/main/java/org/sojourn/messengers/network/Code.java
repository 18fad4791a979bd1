package org.sojourn.messengers.network;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.form.FormId;
import org.sojourn.messengers.run.Script;

/** A script as this place knows it: one object for an id. Messengers may be here before their script is. */
final class Code {
    final FormId id;

    /** How it finds its variables in nodes of some layout; gone with it. */
    final Map<NodeLayout, NodeLayout.Fit> fits = new ConcurrentHashMap<>(2);

    /** What runs it; null until it is here. */
    private volatile @Nullable Script script;

    /** Which place has brought a messenger of it. Plain: any of them will do. */
    private @Nullable Member seenAt;

    Code(FormId id) {
        this.id = id;
    }

    @Nullable
    Script script() {
        return script;
    }

    void script(Script its) {
        script = its;
    }

    @Nullable
    Member seenAt() {
        return seenAt;
    }

    void seenAt(Member place) {
        seenAt = place;
    }
}
