package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;

/** What few parts have; kept apart so that the others stay small. Touched in turns only, but for {@code claimed}. */
final class Rest {
    static final int FIRST_LIFE = 1;

    /** Stands for whatever life a part is in, where that isn't known. */
    static final int ANY_LIFE = 0;

    /** A part watches another so often for one mailbox. More would be sent as one number, and made into as many notices by one packet. */
    static final int MOST_TIMES = 1_024;

    /** So many routes that were used are kept before those are forgotten on which nothing can be on its way. */
    private static final int ROUTES = 64;

    /** Mail that came before the body. */
    final List<Mail> early = new ArrayList<>(0);

    final Watchers watchers = new Watchers();

    /** Whom it watches, or has a bond to. */
    final Map<Watched, Watching> watching = new HashMap<>(0);

    /** Where it has sent mail that may be on its way. */
    final Set<Descriptor<Cell>> routes = new LinkedHashSet<>(0);

    /** To which groups it has broadcast. */
    final Map<Name, GroupHere> groups = new LinkedHashMap<>(0);

    /** What it is to leave for, as soon as it may. */
    @Nullable
    Departure departure;

    /** Whether the message is over in which it was ordered to. */
    private boolean isOrdered;

    /** Whether it couldn't leave when it was offered to: it isn't asked twice. */
    boolean isFixed;

    /** What would give it its body, while it is about to leave without one; null otherwise. */
    Signal.@Nullable Create unborn;

    /** Messages that it has processed here, if somebody counts them. */
    int counted;

    /** Whom it talks to, if somebody counts that. */
    @Nullable
    Talks talks;

    final List<DueNotice> notices = new ArrayList<>(0);

    /** What the body wants done when its present message or answer is. */
    final List<Runnable> afterwards = new ArrayList<>(0);

    /** What it has asked; null if it never has. */
    @Nullable
    Questions questions;

    /** Why the part ends, if that is not of its own will. */
    @Nullable
    Exit exit;

    /** What becomes of the part when it fails; null if it ends then, as most do. */
    @Nullable
    Recovery recovery;

    /** Raised by each restart, so that answers and notices for a former body are known as such. */
    int life = FIRST_LIFE;

    /** Whether the part was ending already when it failed: nothing can restart it. */
    boolean isOver;

    /** Whether what has failed would fail again with the same body. */
    boolean isStuck;

    /** Whether a creation has claimed an expected cell. Pairs with nothing but itself: it elects one claimant. */
    final AtomicBoolean claimed = new AtomicBoolean();

    /** What this part held when it last told its place. */
    int burden;

    /** Who has muted the part, if anybody has. Read by other threads while the place is idle: pairs with the idle stamp. */
    @Nullable
    Object mutedBy;

    /** Whether the part has processed anything since it was last idle. */
    boolean hasProcessed;

    @Nullable
    Awaiting awaiting;

    /**
     * One of the two sides of a watch.
     *
     * @param who the watched part, or the watcher
     * @param mailbox where the notice goes, or the code of a bond
     */
    record Watched(Name who, int mailbox) {}

    /**
     * A watch, on the watcher's side.
     *
     * @param who the watched one
     * @param times how many notices are still to come
     */
    record Watching(Target who, int times) {}

    /** It watches somebody, or once more. */
    void watches(Target who, int mailbox) {
        Watching known = watching.get(new Watched(who.name(), mailbox));
        if (known != null && known.times() == MOST_TIMES) {
            throw new IllegalStateException(who + " is watched " + MOST_TIMES
                    + " times already for one mailbox of the same selector, and no more are told; watch it once");
        }
        watching.merge(
                new Watched(who.name(), mailbox),
                new Watching(who, 1),
                (before, more) -> new Watching(who, before.times() + 1));
    }

    /** A notice has come; false if it is a former life's, or comes once too often. */
    boolean toldOf(Name who, int mailbox) {
        Watched watched = new Watched(who, mailbox);
        Watching known = watching.remove(watched);
        if (known != null && known.times() > 1) {
            watching.put(watched, new Watching(known.who(), known.times() - 1));
        }
        return known != null;
    }

    /** It has sent mail to another place. */
    void sentTo(Descriptor<Cell> route) {
        if (routes.add(route) && routes.size() % ROUTES == 0) {
            routes.removeIf(each -> !each.isUnderWay() && each != route);
        }
    }

    /** It has broadcast, to other places too. */
    void sentTo(GroupHere group) {
        groups.putIfAbsent(group.name(), group);
    }

    Questions questions() {
        Questions made = questions;
        if (made == null) {
            made = new Questions();
            questions = made;
        }
        return made;
    }

    /** Whether it waits for nothing that is bound to its place: a future, an answer whose continuation can't move. */
    boolean isFree() {
        return !awaitsOutcome() && bound() == null;
    }

    private boolean awaitsOutcome() {
        return awaiting != null && awaiting.awaitsOutcome();
    }

    private @Nullable Pending bound() {
        return questions == null ? null : questions.bound();
    }

    /** What it waits for that is bound to its place, for people. */
    String binding() {
        Pending bound = bound();
        return bound == null
                ? "it waits for a future"
                : "it waits for " + bound.describe() + ", and " + bound.staysBecause();
    }

    /** The part is ordered to move. */
    void ordered(Departure order) {
        departure = order;
        isOrdered = false;
    }

    /**
     * Between two messages: whether it still waits for something that is bound to its place, and for which it waited when the message was
     * over in which it was ordered to move.
     */
    boolean isHeldUp() {
        if (!isOrdered) {
            isOrdered = true;
            if (questions != null) {
                questions.ordered();
            }
            if (awaiting != null) {
                awaiting.ordered();
            }
        }
        return questions != null && questions.isHeldUp() || awaiting != null && awaiting.isHeldUp();
    }

    Awaiting awaiting(Cell cell) {
        Awaiting made = awaiting;
        if (made == null) {
            made = new Awaiting(cell);
            awaiting = made;
        }
        return made;
    }

    /** The body is gone: its timers end, and outcomes that it has waited for will be dead letters. */
    void stopAwaiting() {
        if (awaiting != null) {
            awaiting.close();
            awaiting = null;
        }
    }

    /** The part is leaving: its timers go on elsewhere. */
    void leave() {
        if (awaiting != null) {
            awaiting.tickers().forEach(Ticker::left);
        }
        stopAwaiting();
    }

    /** The part has nothing to do for now. Returns whether it holds mail that came before its body. */
    boolean settle() {
        if (hasProcessed) {
            hasProcessed = false;
            if (awaiting != null) {
                awaiting.settled();
            }
        }
        return !early.isEmpty();
    }

    /** Notes what the part holds now; returns the change. */
    int burden(int now) {
        int change = now - burden;
        burden = now;
        return change;
    }

    /** Forgets what belongs to the former body. Mail and watchers stay. */
    void restarted() {
        life++;
        exit = null;
        isStuck = false;
        afterwards.clear();
        notices.clear();
        stopAwaiting();
    }

    void runAfterwards() {
        while (!afterwards.isEmpty()) {
            afterwards.remove(afterwards.size() - 1).run();
        }
    }

    void add(Signal.Notice notice, int mailboxes, @Nullable Mailboxes boxes) {
        int[] ahead = new int[mailboxes];
        for (int i = 0; i < ahead.length; i++) {
            ahead[i] = boxes == null ? 0 : boxes.size(i);
        }
        notices.add(new DueNotice(notice.mailbox, notice.message, ahead));
    }

    boolean holdsNotices() {
        return !notices.isEmpty();
    }

    /** Takes the oldest notice if it waits for nothing more, or if the part processes nothing else now. */
    @Nullable
    DueNotice dueNotice(long enabled, boolean isHalted) {
        return notices.isEmpty() || !isHalted && !notices.get(0).isDue(enabled) ? null : firstNotice();
    }

    @Nullable
    DueNotice firstNotice() {
        return notices.isEmpty() ? null : notices.remove(0);
    }

    /** A message was taken from a mailbox, where so many were before it. */
    void taken(int mailbox, int position, Mail mail) {
        if (mail.answerTo() instanceof Ticker ticker) {
            ticker.taken();
        }
        withdrawn(mailbox, position);
    }

    /** A message has left a mailbox, where so many were before it. */
    void withdrawn(int mailbox, int position) {
        for (DueNotice each : notices) {
            each.withdrawn(mailbox, position);
        }
    }

    /**
     * A notice waits until the enabled mailboxes have given out what they held when it came, so that it is processed
     * after the messages which its subject sent earlier.
     */
    static final class DueNotice {
        final int mailbox;
        final Object message;

        /** Per mailbox, how many messages are still to be taken first. */
        final int[] ahead;

        DueNotice(int mailbox, Object message, int[] ahead) {
            this.mailbox = mailbox;
            this.message = message;
            this.ahead = ahead;
        }

        boolean isDue(long enabled) {
            for (int i = 0; i < ahead.length; i++) {
                if (ahead[i] > 0 && (enabled & (1L << i)) != 0) {
                    return false;
                }
            }
            return true;
        }

        void withdrawn(int mailbox, int position) {
            if (position < ahead[mailbox]) {
                ahead[mailbox]--;
            }
        }
    }
}
