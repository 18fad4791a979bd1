package org.sojourn.messengers.network;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Leaver;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/**
 * A node that leaves, in its lane's turn. It takes along its variables, links and messages, and all messengers that are there, with those
 * that are ready. Nothing else runs at the node meanwhile, so it leaves at once.
 */
final class Leaving implements Leaver {
    private final Node node;

    /** How many times it is packed at most: each time something comes meanwhile it has to be packed once more. */
    private static final int MOST_TRIES = 20;

    private int tries;

    /** How much of its queue is packed. */
    private int packed;

    Leaving(Node node) {
        this.node = node;
    }

    @Override
    public Sojourner sojourner() {
        return node;
    }

    @Override
    public Name export() {
        return node.name();
    }

    @Override
    public @Nullable String staysBecause() {
        return node.staysBecause();
    }

    @Override
    public void prepare(Member to) {}

    @Override
    public Verdict settles(Departure order) {
        Departure another = node.takeOrder();
        if (another != null) {
            another.refused(node + " is leaving already");
        }
        if (++tries > MOST_TRIES) {
            order.refused(
                    node + " can't move: while it was packed something has come for it, " + MOST_TRIES + " times");
            return Verdict.STAYS_FOR_NOW;
        }
        return Verdict.LEAVES;
    }

    @Override
    public Luggage pack(Departure order) {
        node.lane.drain();
        packed = node.queued();
        return new NodeLuggage(node);
    }

    @Override
    public boolean closes() {
        return node.closes(packed);
    }

    @Override
    public Collection<Descriptor<Sojourner>> ways() {
        return node.ways();
    }

    @Override
    public Collection<Fence> fences() {
        return List.of();
    }

    @Override
    public void left() {
        node.place.census().left(node);
    }

    @Override
    public void stay() {}

    @Override
    public String toString() {
        return node.toString();
    }
}
