package org.sojourn.kernel.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where mail arrives: many senders, one owner. A stack of links that the owner takes as a whole and turns round, so an
 * idle part spends one field on it, a send is one compare-and-set, and a batch costs the owner one exchange.
 *
 * <p>Order: mail of one sender is drained in the order of its sends.
 *
 * <p>Memory effects: what a sender did before {@link #push} happens-before what the owner does after the {@link #drain}
 * that returns the mail.
 */
public abstract class Inbox {
    private static final VarHandle HEAD;
    private static final Mail CLOSED = new Mail(Mail.SYSTEM, "closed", null);

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Inbox.class, "head", Mail.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The newest mail; {@code null} when empty, {@code CLOSED} for ever after the owner has closed it. */
    private volatile @Nullable Mail head;

    /** Mail that was drained and not yet {@linkplain #took taken} for good. Owner only. */
    private int waiting;

    /** For subclasses. */
    protected Inbox() {}

    /**
     * Adds mail.
     *
     * @param mail not in any queue
     * @return false if the inbox is closed: the mail wasn't taken
     */
    protected final boolean push(Mail mail) {
        Mail seen = head;
        while (seen != CLOSED) {
            mail.next = seen;
            // Release half pairs with the acquire half of getAndSet in drain and close.
            if (HEAD.compareAndSet(this, seen, mail)) {
                return true;
            }
            seen = head;
        }
        return false;
    }

    /**
     * Returns whether there is mail to drain.
     *
     * @return false also when closed
     */
    protected final boolean hasMail() {
        Mail seen = head;
        return seen != null && seen != CLOSED;
    }

    /**
     * Takes all mail. Owner only.
     *
     * @return the oldest, linked to the later ones; null if there is none
     */
    protected final @Nullable Mail drain() {
        return head == null || head == CLOSED ? null : turn((Mail) HEAD.getAndSet(this, null));
    }

    /**
     * Takes all mail and refuses any other from now on. Owner only.
     *
     * @return the oldest, linked to the later ones; null if there is none
     */
    protected final @Nullable Mail close() {
        Mail seen = (Mail) HEAD.getAndSet(this, CLOSED);
        return seen == CLOSED ? null : turn(seen);
    }

    /**
     * Returns whether the owner has closed it.
     *
     * @return whether every {@link #push} fails
     */
    protected final boolean isClosed() {
        return head == CLOSED;
    }

    /**
     * Returns how much was drained and not taken for good. Owner only.
     *
     * @return pieces of mail, signals not counted
     */
    protected final int waiting() {
        return waiting;
    }

    /** Counts a piece of mail as taken for good: processed or refused. Owner only. */
    protected final void took() {
        waiting--;
    }

    private @Nullable Mail turn(@Nullable Mail newest) {
        Mail turned = null;
        Mail rest = newest;
        while (rest != null) {
            Mail older = rest.next;
            rest.next = turned;
            waiting += rest.mailbox == Mail.SYSTEM ? 0 : 1;
            turned = rest;
            rest = older;
        }
        return turned;
    }
}
