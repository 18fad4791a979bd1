package org.sojourn.kernel.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where mail arrives, and the ownership of the part: many senders, one owner.
 *
 * <pre>
 *   head    null           no mail waits here
 *           mail -&gt; ...   the newest mail first
 *           CLOSED         for ever after its owner has closed it
 *   state   IDLE           nobody owns the part
 *           OWNED          a thread or a queue owns it
 *           AWAY           for ever after the part has left for another place; closed, too
 * </pre>
 *
 * <p>A sender first pushes mail and then looks at the state. If the part is idle the sender tries to become its owner,
 * and must then have it run. An owner that gives the part up first makes it idle and then looks for mail; if there is
 * some it tries to become the owner again. Each side writes before it reads, both in volatile order, so at least one of
 * them sees the other, and the compare-and-set of the state lets one through: no mail is left with nobody to look at
 * it, and no part is run by two. The state is a field of its own and not a mark in the head: with some collectors,
 * exchanging a reference in an old object costs one more fence.
 *
 * <p>Order: mail of one sender is drained in the order of its sends.
 *
 * <p>Memory effects: what a sender did before {@link #push} happens-before what the owner does after the {@link #drain}
 * that returns the mail. What an owner did before {@link #disown} happens-before what the next owner does.
 */
public abstract class Inbox {
    private static final VarHandle HEAD;
    private static final VarHandle STATE;
    private static final Mail CLOSED = new Mail(Mail.SYSTEM, "closed", null);
    private static final int IDLE = 0;
    private static final int OWNED = 1;
    private static final int AWAY = 2;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Inbox.class, "head", Mail.class);
            STATE = MethodHandles.lookup().findVarHandle(Inbox.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    protected enum Pushed {
        /** The part was idle: the sender is its owner now, and must run it or have it run. */
        OWNED,
        /** Another thread or a queue owns the part; the owner will look. */
        QUEUED,
        /** The inbox is closed; the mail wasn't taken. */
        REFUSED
    }

    private volatile @Nullable Mail head;

    /** A whole word: a compare-and-set of less is a loop until the compiler has come to it. */
    private volatile int state;

    /** Mail that was drained and isn't yet {@linkplain #took taken} for good. Owner only. */
    private int waiting;

    protected Inbox() {}

    /** Adds mail that is in no queue. */
    protected final Pushed push(Mail mail) {
        while (true) {
            Mail seen = head;
            if (seen == CLOSED) {
                return Pushed.REFUSED;
            }
            mail.next = seen;
            // Release half pairs with the acquire half of getAndSet in drain and close.
            if (HEAD.compareAndSet(this, seen, mail)) {
                // Pairs with disown: head written first, state read second.
                return own() ? Pushed.OWNED : Pushed.QUEUED;
            }
        }
    }

    /**
     * Becomes the owner of an idle part, which may have mail whose sender is about to wake it; false if it has an
     * owner.
     */
    protected final boolean own() {
        // Acquire half pairs with the release half of disown.
        return state == IDLE && STATE.compareAndSet(this, IDLE, OWNED);
    }

    /** Becomes the owner of a part that no other thread knows of yet. */
    protected final void ownNew() {
        STATE.set(this, OWNED);
    }

    /**
     * Gives the part up if no mail has arrived. Owner only, and not once it is closed.
     *
     * @return false if there is mail: the caller is the owner still, or again
     */
    protected final boolean disown() {
        state = IDLE;
        // Pairs with push: state written first, head read second.
        return head == null || !own();
    }

    /** {@return whether there is mail to drain; false when closed} Owner only. */
    protected final boolean hasMail() {
        Mail seen = head;
        return seen != null && seen != CLOSED;
    }

    /**
     * Counts the mail that waits here, signals included, up to a limit. For any thread. May be wrong in either
     * direction while the owner takes mail, since the links change under the count.
     */
    protected final int count(int limit) {
        int count = 0;
        for (Mail mail = head; mail != null && mail != CLOSED && count < limit; mail = mail.next) {
            count++;
        }
        return count;
    }

    /** {@return all mail, taken out: the oldest, linked to the later ones; null if there is none} Owner only. */
    protected final @Nullable Mail drain() {
        return hasMail() ? turn((Mail) HEAD.getAndSet(this, null)) : null;
    }

    /**
     * Counts mail that was never pushed as drained, if it overtakes nothing here. Owner only.
     *
     * @return false if there is mail or the inbox is closed: it must be pushed
     */
    protected final boolean keep(Mail mail) {
        if (head != null) {
            return false;
        }
        turn(mail);
        return true;
    }

    /** Takes all mail, as {@link #drain}, and refuses any other from now on. Owner only. */
    protected final @Nullable Mail close() {
        Mail seen = (Mail) HEAD.getAndSet(this, CLOSED);
        return seen == CLOSED ? null : turn(seen);
    }

    /**
     * Closes the inbox of a part that leaves this place, if no mail has arrived; otherwise nothing changes. Owner only.
     */
    protected final boolean closeIfEmpty() {
        // Before the head, so that a refused sender finds out why: pairs with isAway after a push.
        state = AWAY;
        if (HEAD.compareAndSet(this, null, CLOSED)) {
            return true;
        }
        state = OWNED;
        return false;
    }

    /**
     * {@return whether {@link #closeIfEmpty} has closed it: the part has left} For any thread. Final for a thread whose
     * push was refused, and for one with a lock that the owner has held since it closed the inbox.
     */
    protected final boolean isAway() {
        return head == CLOSED && state == AWAY; // in this order: the state is final once it is closed
    }

    /** {@return whether it is closed, so that every {@link #push} fails} */
    protected final boolean isClosed() {
        return head == CLOSED;
    }

    /** {@return how much mail was drained and not taken for good, without signals} Owner only. */
    protected final int waiting() {
        return waiting;
    }

    /** Counts mail that came another way. Owner only. */
    protected final void arrived() {
        waiting++;
    }

    /** Counts mail as taken for good: processed or refused. Owner only. */
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
