package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a selector may process next, written down plainly and without looking at the kernel: the reference for G4. It is told of
 * each send, in the order in which they happen, and of each processing, and says whether that one was allowed.
 *
 * <p><b>The allowed set.</b> A mailbox is <em>ready</em> if its guard is open, the selector isn't paused, and its constraint
 * allows one of its letters. Allowed is, of a ready mailbox, the first letter of each sender that its constraint allows. The
 * mailbox must be
 *
 * <ul>
 *   <li>one of the highest priority among those that are ready, and not one that has gone before an equal that was ready all the
 *       time since: equals take turns, and who begins is free;
 *   <li>or one with a share of one in n, before which n - 1 others have gone since it went last, whatever its priority.
 * </ul>
 *
 * Before a mailbox with a share that is ready all the time, at most n - 1 others go, and one more for each other mailbox with a
 * share. Several whose shares are due go in any order.
 *
 * <p>Answers and notices pass guards, constraints and pauses. An answer may be processed from its sending on; a notice of an exit
 * not while a letter of the one that has exited could be. What is sent within the processing of an answer may be looked at after the
 * next letter only: answers are processed where the selector looks at what has arrived. At the end nothing is left that could go.
 */
final class GuardModel {
    /**
     * A mailbox.
     *
     * @param priority smaller goes first
     * @param isOpen its guard at first
     * @param every its share, one in so many; 0 for none
     * @param isLevelled only letters with a key up to the level may go
     * @param isEven only letters whose key is even, or odd, as the level is
     */
    record Box(int priority, boolean isOpen, int every, boolean isLevelled, boolean isEven) {}

    /**
     * A letter.
     *
     * @param number its own
     * @param sender who has sent it
     * @param box the mailbox that it is for
     * @param key what constraints look at
     */
    record Letter(int number, String sender, int box, int key) {}

    /** A mailbox and what waits in it. */
    private static final class Waiting {
        final Box box;
        final List<Letter> letters = new ArrayList<>();
        boolean isOpen;

        /** How many letters of others have gone while it was ready, without a break. */
        int kept;

        /** How many have gone while it was open and held something, since it went last. */
        int overtaken;

        /** Equals that have gone while it was ready, without a break. */
        final Set<Waiting> passedBy = new HashSet<>();

        Waiting(Box box) {
            this.box = box;
            this.isOpen = box.isOpen();
        }

        boolean hasShare() {
            return box.every() > 0;
        }

        boolean isDue() {
            return hasShare() && overtaken >= box.every() - 1;
        }
    }

    private final List<Waiting> boxes = new ArrayList<>();
    private final long shares;
    private int level;
    private boolean isPaused;

    /** Whether it may have been resumed all the same, which its next letter would show. */
    private boolean isUnsure;

    /** Whether somebody has ordered it to pause or to go on since it processed a letter. */
    private boolean isOrdered;

    /** Asked and not answered, answered and not processed; and those that have exited unnoticed. */
    private final Map<Integer, Boolean> asked = new LinkedHashMap<>();

    private final Map<String, Boolean> watched = new LinkedHashMap<>();

    /** Sent within the processing of an answer, since a letter was processed. */
    private final Set<Letter> unseen = new HashSet<>();

    private boolean isAnswering;

    private @Nullable String wrong;

    GuardModel(List<Box> declared) {
        declared.forEach(each -> boxes.add(new Waiting(each)));
        shares = boxes.stream().filter(Waiting::hasShare).count();
    }

    // ---- what happens ---------------------------------------------------------------------------------------------

    void sent(Letter letter) {
        boxes.get(letter.box()).letters.add(letter);
        if (isAnswering) {
            unseen.add(letter);
        }
    }

    void guard(int box, boolean isOpen) {
        boxes.get(box).isOpen = isOpen;
    }

    void level(int now) {
        level = now;
    }

    /** The selector has paused itself. An order that was given and not yet taken may come after that. */
    void pauses() {
        isPaused = true;
        isUnsure = isOrdered;
    }

    /** Somebody has ordered it to pause or to go on; it does so before its next letter. */
    void ordered(boolean isPause) {
        isPaused = isPause;
        isUnsure = false;
        isOrdered = true;
    }

    void asked(int question) {
        asked.put(question, false);
    }

    void replied(int question) {
        asked.put(question, true);
    }

    void watched(String who) {
        watched.put(who, false);
    }

    void exited(String who) {
        watched.put(who, true);
    }

    // ---- what must hold -------------------------------------------------------------------------------------------

    void answered(int question) {
        check(Boolean.TRUE.equals(asked.remove(question)), "the answer to " + question + " comes twice or from nobody");
        isAnswering = true;
    }

    /** The answer that came last is processed. */
    void answerDone() {
        isAnswering = false;
    }

    void noticed(String who) {
        check(Boolean.TRUE.equals(watched.remove(who)), "the exit of " + who + " is told twice or too early");
        for (Waiting each : boxes) {
            for (Letter letter : each.letters) {
                check(
                        !letter.sender().equals(who) || !mayGo(each, letter),
                        "the exit of " + who + " is told before its " + letter + ", which could go");
            }
        }
    }

    void processed(Letter letter) {
        Waiting from = boxes.get(letter.box());
        isPaused &= !isUnsure;
        isUnsure = false;
        isOrdered = false;
        check(!isPaused, letter + " is processed while paused");
        check(from.isOpen, letter + " is processed behind a closed guard");
        check(isAllowed(from, letter), letter + " is processed against its constraint, at level " + level);
        checkPosition(from, letter);
        List<Waiting> ready = boxes.stream().filter(this::isReady).toList();
        checkTurn(from, letter, ready);
        count(from, ready);
        from.letters.remove(letter);
        unseen.clear();
    }

    private void checkPosition(Waiting from, Letter letter) {
        for (Letter each : from.letters) {
            if (each.equals(letter)) {
                return;
            }
            check(
                    !each.sender().equals(letter.sender()) || !isAllowed(from, each),
                    letter + " is processed before " + each);
        }
        wrong(letter + " is processed twice, or was never sent");
    }

    private void checkTurn(Waiting from, Letter letter, List<Waiting> ready) {
        for (Waiting other : ready) {
            if (other == from) {
                continue;
            }
            String what = letter + " goes before mailbox " + boxes.indexOf(other);
            check(
                    !other.hasShare() || other.kept + 1 <= other.box.every() - 1 + (shares - 1),
                    what + ", whose share is ignored: overtaken by " + (other.kept + 1));
            if (!from.isDue()) {
                check(other.box.priority() >= from.box.priority(), what + ", which has priority");
                check(
                        other.box.priority() != from.box.priority() || !other.passedBy.contains(from),
                        what + ", whose turn it is");
            }
        }
    }

    private void count(Waiting from, List<Waiting> ready) {
        boolean isByPriority = !from.isDue();
        for (Waiting each : boxes) {
            boolean isReady = ready.contains(each);
            each.kept = isReady ? each.kept + 1 : 0;
            each.overtaken += each.isOpen && !each.letters.isEmpty() ? 1 : 0;
            if (!isReady) {
                each.passedBy.clear();
            } else if (isByPriority && each.box.priority() == from.box.priority()) {
                each.passedBy.add(from);
            }
        }
        from.kept = 0;
        from.overtaken = 0;
        from.passedBy.clear();
    }

    private boolean isReady(Waiting each) {
        return each.letters.stream().anyMatch(letter -> !unseen.contains(letter) && mayGo(each, letter));
    }

    private boolean mayGo(Waiting in, Letter letter) {
        return !isPaused && in.isOpen && isAllowed(in, letter);
    }

    private boolean isAllowed(Waiting in, Letter letter) {
        return (!in.box.isLevelled() || letter.key() <= level) && (!in.box.isEven() || (letter.key() + level) % 2 == 0);
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    /** How many letters wait, when nothing goes on. */
    int left() {
        return boxes.stream().mapToInt(each -> each.letters.size()).sum();
    }

    /** Nothing goes on: is everything that could go processed? Says what was wrong first, or nothing. */
    String judge() {
        unseen.clear();
        for (Waiting each : boxes) {
            check(
                    !isReady(each),
                    "left behind, though they could go, in mailbox " + boxes.indexOf(each) + ": " + each.letters);
        }
        check(asked.isEmpty(), "answers never processed: " + asked.keySet());
        check(watched.isEmpty(), "exits never told: " + watched.keySet());
        return wrong == null ? "" : wrong;
    }

    private void check(boolean holds, String sentence) {
        if (!holds) {
            wrong(sentence);
        }
    }

    private void wrong(String sentence) {
        wrong = wrong == null ? sentence : wrong;
    }
}
