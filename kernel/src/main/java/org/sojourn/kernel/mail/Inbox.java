package org.sojourn.kernel.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where mail arrives, and who owns the part: many senders, one owner, one word for both.
 *
 * <pre>
 *   head   IDLE          nobody owns the part, and no mail waits here
 *          null          somebody owns it, no mail waits here
 *          mail -&gt; ...   somebody owns it, the newest mail first
 *          CLOSED        for ever after its owner has closed it
 * </pre>
 *
 * A sender pushes mail; if it found IDLE, the part was nobody's and the sender must see to it that it runs. The owner
 * takes all mail with one exchange and turns it round; it gives the part up with one compare-and-set from null to IDLE,
 * which fails if mail has come in between. So no mail is left with nobody to look at it, a part is never run by two, and
 * an idle part spends one field on all this.
 *
 * <p>Order: mail of one sender is drained in the order of its sends.
 *
 * <p>Memory effects: what a sender did before {@link #push} happens-before what the owner does after the {@link #drain}
 * that returns the mail. What an owner did before {@link #disown} happens-before what the next owner does.
 */
public abstract class Inbox {
    private static final VarHandle HEAD;
    private static final Mail CLOSED = new Mail(Mail.SYSTEM, "closed", null);
    private static final Mail IDLE = new Mail(Mail.SYSTEM, "idle", null);

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Inbox.class, "head", Mail.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What a push has found. */
    protected enum Pushed {
        /** The part was idle: the sender has become its owner, and must run it or have it run. */
        OWNED,
        /** Somebody owns the part and will look. */
        QUEUED,
        /** The inbox is closed; the mail wasn't taken. */
        REFUSED
    }

    private volatile @Nullable Mail head = IDLE;

    /** Mail that was drained and not yet {@linkplain #took taken} for good. Owner only. */
    private int waiting;

    /** For subclasses; the part is idle. */
    protected Inbox() {}

    /**
     * Adds mail.
     *
     * @param mail not in any queue
     * @return what was found
     */
    protected final Pushed push(Mail mail) {
        while (true) {
            Mail seen = head;
            if (seen == CLOSED) {
                return Pushed.REFUSED;
            }
            mail.next = seen == IDLE ? null : seen;
            // Release half pairs with the acquire half of getAndSet in drain and close.
            if (HEAD.compareAndSet(this, seen, mail)) {
                return seen == IDLE ? Pushed.OWNED : Pushed.QUEUED;
            }
        }
    }

    /**
     * Becomes the owner of an idle part.
     *
     * @return whether it was idle
     */
    protected final boolean own() {
        return head == IDLE && HEAD.compareAndSet(this, IDLE, null);
    }

    /**
     * Gives the part up if no mail has arrived. Owner only.
     *
     * @return false if there is mail: the caller is the owner still
     */
    protected final boolean disown() {
        return HEAD.compareAndSet(this, null, IDLE);
    }

    /**
     * Returns whether there is mail to drain. Owner only.
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
        return hasMail() ? turn((Mail) HEAD.getAndSet(this, null)) : null;
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
