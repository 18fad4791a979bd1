package org.sojourn.kernel.mail;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The mailboxes of one part with what waits in them. Touched only by whoever runs the part.
 *
 * <p>The enabled, non-empty mailbox of highest priority goes next; mailboxes of equal priority take turns. A disabled
 * mailbox goes on collecting. Where a mailbox has a constraint, the first of its messages that the constraint allows
 * goes next, the others keep their order and are looked at again each time.
 */
public final class Mailboxes {
    private final Layout layout;
    private final Mail[] first;
    private final Mail[] last;
    private final int[] size;
    private final long[] taken;
    private long enabled;

    /** Per rank of a group's start: the rank whose turn it is next. */
    private final int[] turn;

    /**
     * Makes empty mailboxes.
     *
     * @param layout which ones
     */
    @SuppressWarnings("NullAway") // slots of an empty queue hold null; NullAway can't say so of array elements at 17
    public Mailboxes(Layout layout) {
        this.layout = layout;
        int count = layout.size();
        this.first = new Mail[count];
        this.last = new Mail[count];
        this.size = new int[count];
        this.taken = new long[count];
        this.turn = new int[count];
        for (int rank = 0; rank < count; rank++) {
            turn[rank] = rank;
        }
        this.enabled = layout.enabledAtFirst();
    }

    /**
     * Opens or closes a guard; binds from the next message on.
     *
     * @param index the mailbox
     * @param open whether it is enabled
     */
    public void setEnabled(int index, boolean open) {
        enabled = open ? enabled | (1L << index) : enabled & ~(1L << index);
    }

    /**
     * Returns whether a mailbox is enabled.
     *
     * @param index the mailbox
     * @return whether its guard is open
     */
    public boolean isEnabled(int index) {
        return (enabled & (1L << index)) != 0;
    }

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
        int sum = 0;
        for (int each : size) {
            sum += each;
        }
        return sum;
    }

    /**
     * Returns how many messages a mailbox has given out so far; with its size, a point in its stream.
     *
     * @param index the mailbox
     * @return messages taken
     */
    public long taken(int index) {
        return taken[index];
    }

    /**
     * Returns the layout.
     *
     * @return which mailboxes these are
     */
    public Layout layout() {
        return layout;
    }

    /**
     * Adds mail to the end of a mailbox.
     *
     * @param index the mailbox
     * @param mail in no queue
     */
    @SuppressWarnings("NullAway") // see the constructor
    public void add(int index, Mail mail) {
        mail.next = null;
        if (first[index] == null) {
            first[index] = mail;
        } else {
            last[index].next = mail;
        }
        last[index] = mail;
        size[index]++;
    }

    /**
     * Takes the mail that goes next.
     *
     * @param body the part's own object, for constraints
     * @return the mail, with {@link #index()} as its mailbox; null if nothing may be processed
     */
    public @Nullable Mail next(Object body) {
        for (int rank = 0; rank < first.length; rank = layout.groupEnd(rank)) {
            int start = layout.groupStart(rank);
            int end = layout.groupEnd(rank);
            for (int i = 0; i < end - start; i++) {
                int candidate = start + (turn[start] - start + i) % (end - start);
                Mail mail = take(layout.at(candidate), body);
                if (mail != null) {
                    turn[start] = candidate + 1 == end ? start : candidate + 1;
                    return mail;
                }
            }
        }
        return null;
    }

    private int index;

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
        if (mail == null || !isEnabled(box)) {
            return null;
        }
        Layout.Constraint constraint = layout.spec(box).constraint();
        Mail before = null;
        while (constraint != null && !constraint.allows(body, mail.message)) {
            before = mail;
            mail = mail.next;
            if (mail == null) {
                return null;
            }
        }
        unlink(box, before, mail);
        index = box;
        return mail;
    }

    @SuppressWarnings("NullAway") // see the constructor
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
        size[box]--;
        taken[box]++;
    }

    /**
     * Takes everything out, guards or not.
     *
     * @param sink gets each piece of mail, oldest first per mailbox
     */
    @SuppressWarnings("NullAway") // see the constructor
    public void clear(Consumer<Mail> sink) {
        for (int box = 0; box < first.length; box++) {
            Mail mail = first[box];
            first[box] = null;
            last[box] = null;
            size[box] = 0;
            while (mail != null) {
                Mail following = mail.next;
                mail.next = null;
                sink.accept(mail);
                mail = following;
            }
        }
    }
}
