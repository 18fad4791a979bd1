package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.quiesce.Ending;

/**
 * What became of each message of a run, and where each selector has run; and the checkers over that.
 *
 * <ul>
 *   <li><b>G1</b>: of one sender, receiver and mailbox, no message is processed after one that was sent later, whatever is
 *       lost when.
 *   <li><b>G2</b>: each message is processed, or is a dead letter, never both and never twice. One may be missing only if a
 *       place is lost from which it was sent, or at which its receiver has been or was to be, or, if that has ended, where
 *       it was asked for: it may have been there. So sent =
 *       processed + dead letters + missing with the lost place, message by message. Dead letters need a reason: a receiver
 *       that has ended, such a place, or one that was lost before it could ask for the receiver's creation.
 *   <li><b>G5</b>: a selector runs at one place between two of its moves, and never again as it was before one; and if mail
 *       for it was undeliverable because it was lost with its place, it doesn't run at all.
 * </ul>
 *
 * <p>Belongs to one thread, on which everything of a simulation happens.
 */
final class History implements Judged.Checker {
    private static final ThreadLocal<@Nullable History> CURRENT = new ThreadLocal<>();
    private static final int MOST_SENTENCES = 5;

    /** A message that has its number in the run. */
    interface Numbered {
        int id();
    }

    private static final class Sent {
        final String stream;
        final String receiver;
        final int from;
        boolean isProcessed;
        boolean isDead;

        Sent(String stream, String receiver, int from) {
            this.stream = stream;
            this.receiver = receiver;
            this.from = from;
        }
    }

    private final List<Sent> messages = new ArrayList<>();
    private final Map<String, Integer> last = new HashMap<>();

    /** Where each selector was in each of its lives. */
    private final Map<String, TreeMap<Integer, Integer>> lives = new HashMap<>();

    /** Where each selector has been, or was to be. */
    private final Map<String, Set<Integer>> places = new HashMap<>();

    /** Where the creation of each selector was asked for. */
    private final Map<String, Integer> askedAt = new HashMap<>();

    /** To whom mail was undeliverable since they were lost with their places. */
    private final Set<String> believedLost = new HashSet<>();

    private final Set<String> ended = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();
    private final List<String> wrong = new ArrayList<>();

    /** The history of the run on this thread. */
    static History current() {
        History current = CURRENT.get();
        if (current == null) {
            throw new IllegalStateException("no run has begun on this thread");
        }
        return current;
    }

    static History begin() {
        History history = new History();
        CURRENT.set(history);
        return history;
    }

    static void end() {
        CURRENT.remove();
    }

    /** Something is sent; returns its number. */
    int sent(String sender, String receiver, String mailbox, int from) {
        messages.add(new Sent(sender + " to " + receiver + "." + mailbox, receiver, from));
        return messages.size() - 1;
    }

    void processed(Numbered message) {
        Sent sent = messages.get(message.id());
        if (sent.isProcessed || sent.isDead) {
            wrong("repeated: " + describe(message.id()));
        }
        sent.isProcessed = true;
        Integer before = last.put(sent.stream, message.id());
        if (before != null && before > message.id()) {
            wrong("inversion: " + sent.stream + ": " + message.id() + " after " + before);
        }
    }

    /** A place has found that something can't be delivered, and why. */
    void dead(@Nullable Object message, DeadLetters.Cause cause) {
        if (message instanceof Numbered numbered) {
            Sent sent = messages.get(numbered.id());
            if (cause == DeadLetters.Cause.PLACE_LOST) {
                believedLost.add(sent.receiver);
            }
            if (sent.isProcessed || sent.isDead) {
                wrong("repeated, as a dead letter: " + describe(numbered.id()));
            }
            sent.isDead = true;
        }
    }

    /** A selector runs, after so many moves, or goes on where a move has failed. */
    void runs(String who, int life, int place) {
        expected(who, place);
        if (believedLost.contains(who)) {
            wrong("found again: " + who + " runs at p" + place + " though mail for it was said to be lost with it");
        }
        TreeMap<Integer, Integer> its = lives.computeIfAbsent(who, any -> new TreeMap<>());
        Integer known = its.putIfAbsent(life, place);
        if (known != null && known != place) {
            wrong("two instances: " + who + " runs at p" + place + " and p" + known + " after " + life + " moves");
        } else if (its.lastKey() > life) {
            wrong("two instances: " + who + " runs after " + life + " moves, and had run after " + its.lastKey());
        }
    }

    /** A selector is asked for at one place, to live at another. */
    void asked(String who, int by, int at) {
        askedAt.put(who, by);
        expected(who, at);
    }

    /** A selector is to be at a place. */
    void expected(String who, int place) {
        places.computeIfAbsent(who, any -> new HashSet<>()).add(place);
    }

    void ended(String who) {
        ended.add(who);
    }

    void lost(int place) {
        lost.add(place);
    }

    void wrong(String what) {
        if (wrong.size() < MOST_SENTENCES) {
            wrong.add(what);
        }
    }

    boolean isLost(int place) {
        return lost.contains(place);
    }

    boolean hasLost() {
        return !lost.isEmpty();
    }

    @Override
    public void end(SimulatedCluster cluster, Ending ending) {
        for (int id = 0; id < messages.size(); id++) {
            Sent sent = messages.get(id);
            if (!sent.isProcessed && !mayBeLost(sent) && !(sent.isDead && ended.contains(sent.receiver))) {
                wrong((sent.isDead ? "undelivered: " : "lost: ") + describe(id));
            }
        }
    }

    @Override
    public List<String> found() {
        return List.copyOf(wrong);
    }

    private boolean mayBeLost(Sent sent) {
        boolean isUnborn = !lives.containsKey(sent.receiver);
        return lost.contains(sent.from)
                || (isUnborn || ended.contains(sent.receiver)) && lost.contains(askedAt.get(sent.receiver))
                || lost.stream().anyMatch(places.getOrDefault(sent.receiver, Set.of())::contains);
    }

    private String describe(int id) {
        Sent sent = messages.get(id);
        return sent.stream + ": " + id + ", sent from p" + sent.from;
    }
}
