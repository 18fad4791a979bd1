package org.sojourn.kernel.mail;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What waits in the mailboxes of one part. Touched only by whoever runs the part; made when something must wait for the
 * first time, so that a part whose messages are processed as they come needs none.
 *
 * <p>The enabled, non-empty mailbox of highest priority goes next; mailboxes of equal priority take turns. A disabled
 * mailbox goes on collecting. Where a mailbox has a constraint, the first of its messages that the constraint allows
 * goes next, the others keep their order and are looked at again each time.
 *
 * <p>Guards are a word of bits that the part keeps, bit <i>i</i> for the mailbox with index <i>i</i>.
 */
public final class Mailboxes {
    private final Layout layout;
    private final @Nullable Mail[] first;
    private final @Nullable Mail[] last;
    private final int[] size;

    /** Bit i: mailbox i holds something. */
    private long filled;

    /** Per rank of a group's start: the rank whose turn it is next. Only where priorities are equal. */
    private final int[] turn;

    private int total;
    private int index;

    /**
     * Makes empty mailboxes.
     *
     * @param layout which ones
     */
    public Mailboxes(Layout layout) {
        this.layout = layout;
        int count = layout.size();
        this.first = new @Nullable Mail[count];
        this.last = new @Nullable Mail[count];
        this.size = new int[count];
        this.turn = layout.isSimple() ? NONE : new int[count];
        for (int rank = 0; rank < turn.length; rank++) {
            turn[rank] = rank;
        }
    }

    private static final int[] NONE = {};

    /**
     * Returns how many messages wait in a mailbox.
     *
     * @param index the mailbox
     * @return its size
     */
    public int size(int index) {
        return size[index];
    }

    /**
     * Returns how many messages wait in all.
     *
     * @return the sum of the sizes
     */
    public int size() {
        return total;
    }

    /**
     * Adds mail to the end of a mailbox.
     *
     * @param index the mailbox
     * @param mail in no queue
     */
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
     * Takes the mail that goes next.
     *
     * @param body the part's own object, for constraints
     * @param enabled the guards
     * @return the mail, with {@link #index()} as its mailbox; null if nothing may be processed
     */
    public @Nullable Mail next(Object body, long enabled) {
        long candidates = filled & enabled;
        if (candidates == 0) {
            return null;
        }
        if (layout.isSimple()) {
            return take(Long.numberOfTrailingZeros(candidates), body);
        }
        for (int rank = 0; rank < first.length; rank = layout.groupEnd(rank)) {
            int start = layout.groupStart(rank);
            int end = layout.groupEnd(rank);
            for (int i = 0; i < end - start; i++) {
                int candidate = start + (turn[start] - start + i) % (end - start);
                int box = layout.at(candidate);
                Mail mail = (candidates & (1L << box)) == 0 ? null : take(box, body);
                if (mail != null) {
                    turn[start] = candidate + 1 == end ? start : candidate + 1;
                    return mail;
                }
            }
        }
        return null;
    }

    /**
     * Returns the mailbox of the mail that {@link #next} gave last.
     *
     * @return its index
     */
    public int index() {
        return index;
    }

    private @Nullable Mail take(int box, Object body) {
        Mail mail = first[box];
        Layout.Constraint constraint = layout.constraint(box);
        Mail before = null;
        while (mail != null && constraint != null && !constraint.allows(body, mail.message)) {
            before = mail;
            mail = mail.next;
        }
        if (mail != null) {
            unlink(box, before, mail);
            index = box;
        }
        return mail;
    }

    /**
     * Takes a piece of mail out, wherever it stands. Takes time in proportion to what is before it.
     *
     * @param box the mailbox
     * @param mail the mail
     * @return how much is before it, or -1 if it isn't there
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

    /**
     * Takes everything out, guards or not.
     *
     * @param sink gets each piece of mail, oldest first per mailbox
     */
    public void clear(Consumer<Mail> sink) {
        for (int box = 0; box < first.length; box++) {
            for (Mail mail = first[box]; mail != null; mail = first[box]) {
                unlink(box, null, mail);
                sink.accept(mail);
            }
        }
    }
}
