package org.sojourn.messengers.network;

import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.move.Departure;

/** Deletes nodes at which nothing is left. */
final class Deletions {
    private final Nodes place;

    Deletions(Nodes place) {
        this.place = place;
    }

    /** A node has lost its last link, and nobody is there: it goes, unless something comes just now. In its lane's turn. */
    boolean delete(Node node) {
        node.lane.drain();
        if (!node.isLeftover() || node.line().stream().anyMatch(Wire::travels)) {
            return false; // something has come meanwhile
        }
        Departure order = node.takeOrder();
        if (order != null) {
            order.refused(node + " is deleted, as nothing is left there");
        }
        if (!place.residents().exits(node.name(), node, () -> node.closes(node.queued()))) {
            node.look();
            return false;
        }
        place.census().deleted();
        for (Object each : node.box()) {
            place.ends().undeliverable(node.toString(), new Letter(each), DeadLetters.Cause.EXITED);
        }
        return true;
    }
}
