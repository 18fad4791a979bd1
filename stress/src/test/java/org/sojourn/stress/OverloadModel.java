package org.sojourn.stress;

import org.jetbrains.lincheck.datastructures.Operation;
import org.sojourn.kernel.sched.Overload;

/** An overload, to which senders add themselves and which its owner ends; the answers say who was released. */
public class OverloadModel {
    private final Overload overload = new Overload();
    private final Overload.Outside sender = new Overload.Outside();

    /** Makes one that mutes nobody. */
    public OverloadModel() {}

    /** A sender adds itself. */
    @Operation
    public boolean add() {
        return overload.add(new Overload.Outside());
    }

    /** The sender that {@link #released} tells about does. */
    @Operation(runOnce = true)
    public boolean addThis() {
        return overload.add(sender);
    }

    /** Its owner ends it. */
    @Operation(nonParallelGroup = "owner")
    public void end() {
        overload.end();
    }

    /** Whether the sender was released. */
    @Operation(nonParallelGroup = "owner")
    public boolean released() {
        return sender.released().isDone();
    }
}
