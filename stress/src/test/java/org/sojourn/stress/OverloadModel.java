package org.sojourn.stress;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.sojourn.kernel.sched.Overload;

/** An overload of several mailboxes, to which senders add themselves and which its owner ends; the answers say who was released. */
@Param(name = "mailbox", gen = IntGen.class, conf = "1:2")
public class OverloadModel {
    private final Overload overload = new Overload("a receiver", Overload.ALL);
    private final Overload.Outside sender = new Overload.Outside();

    /** Owner only. */
    private boolean isEnded;

    /** Makes one that mutes nobody. */
    public OverloadModel() {}

    /** A sender adds itself. */
    @Operation(params = "mailbox")
    public boolean add(int mailbox) {
        return overload.add(new Overload.Outside(), mailbox);
    }

    /** The sender that {@link #released} tells about does. */
    @Operation(runOnce = true)
    public boolean addThis() {
        return overload.add(sender, 1);
    }

    /** Its owner finds one mailbox crowded, and no other; it doesn't ask any more when it has ended it. */
    @Operation(params = "mailbox", nonParallelGroup = "owner")
    public void settle(int mailbox) {
        if (!isEnded) {
            overload.settle(mailbox);
        }
    }

    /** Its owner ends it. */
    @Operation(nonParallelGroup = "owner")
    public void end() {
        isEnded = true;
        overload.end();
    }

    /** Whether the sender was released. */
    @Operation(nonParallelGroup = "owner")
    public boolean released() {
        return sender.released().isDone();
    }
}
