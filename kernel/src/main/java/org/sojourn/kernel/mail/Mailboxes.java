package org.sojourn.kernel.mail;

import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * The mail in the mailboxes of one part. For the part's owner only. Made when something must wait for the first time;
 * a part whose messages are processed as they come needs none.
 *
 * <p>The enabled, non-empty mailbox of highest priority goes next; mailboxes of equal priority take turns. A disabled
 * mailbox goes on collecting. Of a mailbox with a constraint, the first message that it allows goes next; the others
 * keep their order and are looked at again each time.
 *
 * <p>A mailbox with a share goes first when so many messages of others have overtaken it; of several such, the one that
 * has waited longest beyond its number. A mailbox is starved if it could go and doesn't during {@link
 * Bound#OVERTAKING_MESSAGES} messages in a row. That is found out by one look in so many messages at which mailboxes were
 * candidates each time and never taken; so up to twice as many may overtake a starved mailbox before it is told.
 *
 * <p>Guards are a word of bits that the part keeps, bit <i>i</i> for the mailbox with index <i>i</i>.
 */
public final class Mailboxes {
    private static final int WINDOW = Bound.OVERTAKING_MESSAGES.intValue();

    @FunctionalInterface
    public interface Starvation {
        void starves(int index);
    }

    private final Layout layout;
    private final Starvation starvation;
    private final @Nullable Mail[] first;
    private final @Nullable Mail[] last;
    private final int[] size;

    /** Bit i: mailbox i holds something. */
    private long filled;

    /** Where a group of equal priority begins: the rank whose turn it is. Empty for a simple layout. */
    private final int[] turn;

    /** For each mailbox, how many messages have overtaken it if it has a share; empty without shares. */
    private final int[] overtaken;

    /** Bit i: since the last look, mailbox i could have gone each time and never did. */
    private long overlooked = -1;

    /** Bit i: mailbox i was starved at the last look. */
    private long starved;

    private int untilLook = WINDOW;
    private int total;
    private int index;
    private int skipped;

    public Mailboxes(Layout layout, Starvation starvation) {
        this.layout = layout;
        this.starvation = starvation;
        int count = layout.size();
        this.first = new @Nullable Mail[count];
        this.last = new @Nullable Mail[count];
        this.size = new int[count];
        this.overtaken = layout.shared() == 0 ? NONE : new int[count];
        this.turn = layout.isSimple() ? NONE : new int[count];
        for (int rank = 0; rank < turn.length; rank++) {
            turn[rank] = rank;
        }
    }

    private static final int[] NONE = {};

    public int size(int index) {
        return size[index];
    }

    public int size() {
        return total;
    }

    /** Adds mail, which is in no queue, to the end of a mailbox. */
    public void add(int index, Mail mail) {
        mail.next = null;
        Mail before = last[index];
        if (before == null) {
            first[index] = mail;
            filled |= 1L << index;
        } else {
            before.next = mail;
        }
        last[index] = mail;
        size[index]++;
        total++;
    }

    /**
     * Takes the mail that goes next, and makes {@link #index()} its mailbox; null if nothing may be processed.
     *
     * @param body the part's own object, for constraints
     * @param enabled the guards
     */
    public @Nullable Mail next(Object body, long enabled) {
        long candidates = filled & enabled;
        if (candidates == 0) {
            return null;
        }
        if (--untilLook < 0) {
            look(body, candidates);
        }
        Mail mail = choose(body, candidates);
        if (mail != null) {
            overlooked &= candidates & ~(1L << index);
        }
        return mail;
    }

    private @Nullable Mail choose(Object body, long candidates) {
        if (layout.isSimple()) {
            return take(Long.numberOfTrailingZeros(candidates), body);
        }
        long shared = candidates & layout.shared();
        Mail due = shared == 0 ? null : due(body, shared);
        Mail mail = due != null ? due : byPriority(body, candidates);
        if (mail != null) {
            for (long rest = shared; rest != 0; rest &= rest - 1) {
                overtaken[Long.numberOfTrailingZeros(rest)]++;
            }
            if (overtaken.length > 0) {
                overtaken[index] = 0;
            }
        }
        return mail;
    }

    /** The next mail of the most overdue mailbox that has something that may go; null if there is none. */
    private @Nullable Mail due(Object body, long shared) {
        long left = shared;
        while (left != 0) {
            int most = -1;
            for (long rest = left; rest != 0; rest &= rest - 1) {
                int box = Long.numberOfTrailingZeros(rest);
                if (overdue(box) >= 0 && (most < 0 || overdue(box) > overdue(most))) {
                    most = box;
                }
            }
            Mail mail = most < 0 ? null : take(most, body);
            if (most < 0 || mail != null) {
                return mail;
            }
            left &= ~(1L << most);
        }
        return null;
    }

    private int overdue(int box) {
        return overtaken[box] - layout.spec(box).every() + 1;
    }

    private void look(Object body, long candidates) {
        long starving = overlooked & candidates;
        for (long fresh = starving & ~starved; fresh != 0; fresh &= fresh - 1) {
            int box = Long.numberOfTrailingZeros(fresh);
            if (isAllowed(box, body)) {
                starvation.starves(box);
            } else {
                starving &= ~(1L << box);
            }
        }
        starved = starving;
        overlooked = -1;
        untilLook = WINDOW;
    }

    private boolean isAllowed(int box, Object body) {
        Layout.Constraint constraint = layout.constraint(box);
        for (Mail mail = first[box]; mail != null; mail = mail.next) {
            if (constraint == null || constraint.allows(body, mail.message)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Mail byPriority(Object body, long candidates) {
        int end;
        for (int start = 0; start < first.length; start = end) {
            end = layout.groupEnd(start);
            int candidate = turn[start];
            for (int left = end - start; left > 0; left--) {
                int box = layout.at(candidate);
                int following = candidate + 1 == end ? start : candidate + 1; // by no division: each message comes here
                Mail mail = (candidates & (1L << box)) == 0 ? null : take(box, body);
                if (mail != null) {
                    turn[start] = following;
                    return mail;
                }
                candidate = following;
            }
        }
        return null;
    }

    /** {@return the mailbox of the mail that {@link #next} gave last} */
    public int index() {
        return index;
    }

    /** {@return how much stood before that mail in its mailbox: 0 unless a constraint let it pass others} */
    public int skipped() {
        return skipped;
    }

    private @Nullable Mail take(int box, Object body) {
        Mail mail = first[box];
        Layout.Constraint constraint = layout.constraint(box);
        Mail before = null;
        int disallowed = 0;
        while (mail != null && constraint != null && !constraint.allows(body, mail.message)) {
            before = mail;
            mail = mail.next;
            disallowed++;
        }
        if (mail != null) {
            unlink(box, before, mail);
            index = box;
            skipped = disallowed;
        }
        return mail;
    }

    /**
     * Takes a piece of mail out, wherever it stands.
     *
     * @return how much was before it, and had to be looked at; -1 if it isn't there
     */
    public int remove(int box, Mail mail) {
        Mail before = null;
        int position = 0;
        for (Mail each = first[box]; each != null; each = each.next) {
            if (each == mail) {
                unlink(box, before, mail);
                return position;
            }
            before = each;
            position++;
        }
        return -1;
    }

    private void unlink(int box, @Nullable Mail before, Mail mail) {
        if (before == null) {
            first[box] = mail.next;
        } else {
            before.next = mail.next;
        }
        if (last[box] == mail) {
            last[box] = before;
        }
        mail.next = null;
        total--;
        if (--size[box] == 0) {
            filled &= ~(1L << box);
        }
    }

    /** Shows everything, the oldest mail of a mailbox first; takes nothing out. */
    public void each(ObjIntConsumer<Mail> sink) {
        for (int box = 0; box < first.length; box++) {
            for (Mail mail = first[box]; mail != null; mail = mail.next) {
                sink.accept(mail, box);
            }
        }
    }

    /** Takes everything out, the oldest mail of a mailbox first. */
    public void clear(Consumer<Mail> sink) {
        for (int box = 0; box < first.length; box++) {
            for (Mail mail = first[box]; mail != null; mail = first[box]) {
                unlink(box, null, mail);
                sink.accept(mail);
            }
        }
    }
}
