package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.kernel.move.Sojourner;

/** What waits at a place, in sentences. Read by any thread: exact when the place stands still; nodes of lanes that run are left out. */
final class Standing {
    private Standing() {}

    /** {@return a sentence for each messenger that waits, at most so many} */
    static List<String> waiting(Nodes place, int most) {
        List<String> sentences = new ArrayList<>();
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node && sentences.size() < most && !node.lane.isBusy()) {
                sentences.addAll(waiting(node));
            }
        }
        return sentences.size() > most ? sentences.subList(0, most) : sentences;
    }

    private static List<String> waiting(Node node) {
        List<String> sentences = new ArrayList<>();
        try {
            for (Messenger waits : node.waiting()) {
                sentences.add(place(waits, waits.line(), node) + " " + Views.condition(waits));
            }
            for (Messenger waits : node.receivers()) {
                sentences.add(place(waits, waits.lineBefore(), node) + " waits for a message to its node");
            }
        } catch (RuntimeException changed) { // the lane runs again: what is read here changes under this thread
            return List.of();
        }
        if (node.halt == Node.Halt.CODE) {
            sentences.add(node + " waits for a script that isn't here");
        } else if (node.halt == Node.Halt.EXPECTED) {
            sentences.add(node + " was never created, and " + node.queued() + " messengers and messages wait there");
        }
        return sentences;
    }

    private static String place(Messenger waits, int line, Node node) {
        return waits.script() + ":" + line + ": messenger " + waits.id + " at " + node;
    }
}
