package org.sojourn.kernel.part;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.sched.Cost;

/**
 * A kind at one place: what all its parts there have in common, so that a part refers to one object for its kernel, its
 * kind, the counters and the measured cost.
 */
final class KindHere {
    final Kernel kernel;

    /** Null for cells that have no body yet. */
    final @Nullable Kind kind;

    /** Parts of the runtime's own aren't counted as the program's. */
    final boolean isSystem;

    /** One mailbox without a constraint: mail is processed in the order of arrival. */
    final boolean isSingle;

    final Cost cost = new Cost();
    final LongAdder created = new LongAdder();
    final LongAdder exited = new LongAdder();

    KindHere(Kernel kernel, @Nullable Kind kind, boolean isSystem) {
        this.kernel = kernel;
        this.kind = kind;
        this.isSystem = isSystem;
        Layout layout = kind == null ? null : kind.layout();
        this.isSingle = layout != null && layout.size() == 1 && layout.unconstrained() == 1;
    }
}
