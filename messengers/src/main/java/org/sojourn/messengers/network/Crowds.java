package org.sojourn.messengers.network;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Member;

/**
 * Nodes that wait for a link. A node from which a messenger has gone to a place for which too much waits already stops after that step, and
 * goes on when half of that has been taken. The other nodes of the place go on, so a place that is slow or stands still costs those only
 * that have to do with it. Each of them adds what one step sends. As that is no bound where nodes are many, the place's lanes all slow
 * down, to a few steps for each thing that comes, while more than {@value #MANY} nodes wait.
 *
 * <p>A link tells when it is crowded no more. Whoever begins to wait looks once more afterwards, as that may have been just before.
 */
final class Crowds {
    private static final int MANY = 1_000;

    private final Nodes place;
    private final Switchboard switchboard;
    private final Map<Node, Member> waiting = new ConcurrentHashMap<>();

    private volatile boolean isHeldUp;

    Crowds(Nodes place) {
        this.place = place;
        this.switchboard = place.site().switchboard();
    }

    /** A node has sent something to a place, and stops if that has too much. In its lane's turn. */
    void sent(Node from, Member to) {
        if (!switchboard.isCrowded(to)) {
            return;
        }
        if (from.halt == Node.Halt.NONE) {
            from.halt = Node.Halt.LINK;
            waiting.put(from, to);
        }
        if (waiting.size() > MANY) {
            isHeldUp = true;
        }
        if (!switchboard.isCrowded(to)) {
            relieved();
        }
    }

    /** {@return whether the place's lanes stand still} */
    boolean isHeldUp() {
        return isHeldUp;
    }

    /** {@return whether anything here waits for a link} */
    boolean isOpen() {
        return isHeldUp || !waiting.isEmpty();
    }

    /** {@return for which place a node waits; null if it doesn't wait for a link} */
    @Nullable
    Member waitsFor(Node node) {
        return waiting.get(node);
    }

    /** A link may be crowded no more. By any thread. */
    void relieved() {
        if (!isOpen()) {
            return;
        }
        place.site().hold(); // the place is active until they run
        waiting.forEach((node, to) -> {
            if (!switchboard.isCrowded(to) && waiting.remove(node, to)) {
                node.lane.offer(new Relieved(node));
                node.lane.wake();
            }
        });
        if (isHeldUp && waiting.size() <= MANY / 2) {
            isHeldUp = false;
            for (Lane each : place.lanes()) {
                each.wake();
            }
        }
        place.site().release();
    }

    private static final class Relieved extends Item {
        private final Node waits;

        Relieved(Node waits) {
            this.waits = waits;
        }

        @Override
        void go(LaneTurn turn) {
            if (waits.halt == Node.Halt.LINK && !waits.isClosed()) {
                waits.goesOn();
            }
        }
    }
}
