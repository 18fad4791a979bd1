package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What became of each message of a run, and where each selector has run; and the checkers over that. It is told in an order in which
 * nothing comes before its cause: as it happens, under simulation; from the logs of processes, afterwards.
 *
 * <ul>
 *   <li><b>G1</b>: of one sender, receiver and mailbox, no message is processed after one that was sent later, whatever is
 *       lost when.
 *   <li><b>G2</b>: each message is processed, or is a dead letter, never both and never twice. One may be missing only if a
 *       place is lost from which it was sent, or at which its receiver has been or was to be: it may have been there. Besides, if
 *       its receiver had ended <em>before</em> it was sent, the place where the receiver was asked for: that answers for the dead whose
 *       names are forgotten, so handles that come from there lead there. So sent =
 *       processed + dead letters + missing with the lost place, message by message. Dead letters need a reason: a receiver
 *       that has ended, such a place, or one that was lost before it could ask for the receiver's creation.
 *   <li><b>G5</b>: a selector runs at one place between two of its moves, and never again as it was before one; its visits are one
 *       chain, each at the place that it left for or, if the move came to nothing, where it was; and if mail for it was
 *       undeliverable because it was lost with its place, it doesn't run at all.
 *   <li><b>G6</b>: once the end is announced, nothing is processed.
 * </ul>
 *
 * <p>Belongs to one thread.
 */
public class Chronicle {
    private static final int MOST_SENTENCES = 5;

    private static final class Sent {
        final String stream;
        final String receiver;
        final int from;

        /** Whether its receiver had ended before. */
        final boolean isLate;

        boolean isProcessed;
        boolean isDead;

        Sent(String stream, String receiver, int from, boolean isLate) {
            this.stream = stream;
            this.receiver = receiver;
            this.from = from;
            this.isLate = isLate;
        }
    }

    private final Map<Long, Sent> messages = new LinkedHashMap<>();
    private final Map<String, Long> last = new HashMap<>();

    /** Where each selector was in each of its lives. */
    private final Map<String, TreeMap<Integer, Integer>> lives = new HashMap<>();

    /** Where each selector has been, or was to be. */
    private final Map<String, Set<Integer>> places = new HashMap<>();

    /** Where each selector was to be last. */
    private final Map<String, Integer> bound = new HashMap<>();

    /** Where the creation of each selector was asked for. */
    private final Map<String, Integer> askedAt = new HashMap<>();

    /** To whom mail was undeliverable since they were lost with their places. */
    private final Set<String> believedLost = new HashSet<>();

    private final Set<String> ended = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();
    private final List<String> wrong = new ArrayList<>();
    private boolean isAnnounced;

    /** Nothing is told yet. */
    public Chronicle() {}

    /**
     * Something is sent.
     *
     * @param id its number; of one sender, receiver and mailbox, what is sent later has a higher one
     * @param sender who sends
     * @param receiver to whom
     * @param mailbox to which of its mailboxes
     * @param from the place
     */
    public final void sent(long id, String sender, String receiver, String mailbox, int from) {
        Sent sent = new Sent(sender + " to " + receiver + "." + mailbox, receiver, from, ended.contains(receiver));
        if (messages.put(id, sent) != null) {
            wrong("sent twice: " + describe(id, sent));
        }
    }

    /**
     * Something is processed.
     *
     * @param id its number
     */
    public final void processed(long id) {
        Sent sent = messages.get(id);
        if (sent == null) {
            wrong("never sent: " + id + ", which is processed");
            return;
        }
        if (isAnnounced) {
            wrong("processed after the end was announced: " + describe(id, sent));
        }
        if (sent.isProcessed || sent.isDead) {
            wrong("repeated: " + describe(id, sent));
        }
        sent.isProcessed = true;
        Long before = last.put(sent.stream, id);
        if (before != null && before > id) {
            wrong("inversion: " + sent.stream + ": " + id + " after " + before);
        }
    }

    /**
     * A place has found that something can't be delivered, and whether that is so since its receiver's place is lost.
     *
     * @param id its number
     * @param isLost whether that is so since its receiver's place is lost
     */
    public final void dead(long id, boolean isLost) {
        Sent sent = messages.get(id);
        if (sent == null) {
            wrong("never sent: " + id + ", which is a dead letter");
            return;
        }
        if (isLost) {
            believedLost.add(sent.receiver);
        }
        if (sent.isProcessed || sent.isDead) {
            wrong("repeated, as a dead letter: " + describe(id, sent));
        }
        sent.isDead = true;
    }

    /**
     * A selector runs, after so many moves, those that came to nothing included.
     *
     * @param who the selector
     * @param life how often it has moved before
     * @param place the place
     */
    public void runs(String who, int life, int place) {
        if (believedLost.contains(who)) {
            wrong("found again: " + who + " runs at p" + place + " though mail for it was said to be lost with it");
        }
        TreeMap<Integer, Integer> its = lives.computeIfAbsent(who, any -> new TreeMap<>());
        Integer known = its.get(life);
        if (known == null) {
            begins(who, life, place, its);
        } else if (known != place) {
            wrong("two instances: " + who + " runs at p" + place + " and p" + known + " after " + life + " moves");
        } else if (its.lastKey() > life) {
            wrong("two instances: " + who + " runs after " + life + " moves, and had run after " + its.lastKey());
        }
    }

    private void begins(String who, int life, int place, TreeMap<Integer, Integer> its) {
        Map.Entry<Integer, Integer> before = its.lastEntry();
        int latest = before == null ? -1 : before.getKey();
        if (latest > life) {
            wrong("two instances: " + who + " runs after " + life + " moves, and had run after " + latest);
        } else if (latest + 1 < life) {
            wrong("broken chain: " + who + " runs after " + life + " moves, and was last seen after " + latest);
        } else if (before != null && place != before.getValue() && place != bound.getOrDefault(who, place)) {
            wrong("broken chain: " + who + " left p" + before.getValue() + " for p" + bound.get(who) + " and runs at p"
                    + place);
        }
        its.put(life, place);
        seen(who, place);
    }

    /**
     * A selector that has moved so often is about to leave a place for another.
     *
     * @param who the selector
     * @param life how often it has moved before
     * @param place the place
     * @param to where it is to go
     */
    public void leaves(String who, int life, int place, int to) {
        runs(who, life, place);
        expected(who, to);
    }

    /**
     * A selector is asked for at one place, to live at another.
     *
     * @param who the selector
     * @param by the place that asks
     * @param at where it is to live
     */
    public final void asked(String who, int by, int at) {
        askedAt.put(who, by);
        expected(who, at);
    }

    /** A selector is to be at a place. */
    private void expected(String who, int place) {
        bound.put(who, place);
        seen(who, place);
    }

    private void seen(String who, int place) {
        places.computeIfAbsent(who, any -> new HashSet<>()).add(place);
    }

    /**
     * A selector has exited.
     *
     * @param who the selector
     */
    public final void ended(String who) {
        ended.add(who);
    }

    /**
     * A place is lost.
     *
     * @param place the place
     */
    public final void lost(int place) {
        lost.add(place);
    }

    /** The end of the run is announced. */
    public final void announced() {
        isAnnounced = true;
    }

    /** All is told: what is missing shows now. */
    public final void complete() {
        messages.forEach((id, sent) -> {
            if (!sent.isProcessed && !mayBeLost(sent) && !(sent.isDead && ended.contains(sent.receiver))) {
                wrong((sent.isDead ? "undelivered: " : "lost: ") + describe(id, sent));
            }
        });
    }

    /**
     * Returns what is wrong.
     *
     * @return sentences, the first few
     */
    public final List<String> found() {
        return List.copyOf(wrong);
    }

    final void wrong(String what) {
        if (wrong.size() < MOST_SENTENCES) {
            wrong.add(what);
        }
    }

    final boolean isLost(int place) {
        return lost.contains(place);
    }

    final boolean hasEnded(String who) {
        return ended.contains(who);
    }

    final boolean hasLost() {
        return !lost.isEmpty();
    }

    private boolean mayBeLost(Sent sent) {
        boolean isUnborn = !lives.containsKey(sent.receiver);
        return lost.contains(sent.from)
                || (isUnborn || sent.isLate) && lost.contains(askedAt.get(sent.receiver))
                || lost.stream().anyMatch(places.getOrDefault(sent.receiver, Set.of())::contains);
    }

    private static String describe(long id, Sent sent) {
        return sent.stream + ": " + id + ", sent from p" + sent.from;
    }
}
