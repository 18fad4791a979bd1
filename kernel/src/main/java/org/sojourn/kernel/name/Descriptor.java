package org.sojourn.kernel.name;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * A locality descriptor: what this place knows of where a named part is. If the part is here, it refers to it;
 * otherwise it holds a best guess, which may be out of date.
 *
 * <p>A part that moves has an <em>epoch</em>, raised when it is about to leave a place and when it arrives at one. Of
 * two guesses the one with the higher epoch is the newer; two of one epoch name the same place. A thread that changes
 * where mail goes, or sends mail on, holds the descriptor's own lock; the volatile fields may be read without it.
 *
 * @param <R> what a resident is
 */
public final class Descriptor<R> {
    private final Name name;

    /**
     * The part that senders here may reach at once. What was done before it is written happens-before what its readers
     * do.
     */
    private volatile @Nullable R resident;

    /** Where the part is believed to be. Written with the lock held. */
    private volatile Member location;

    /** Its epoch there. Written with the lock held. */
    private volatile long epoch;

    /** Whether the part has exited. The entry then only keeps the name from being taken for an early one. */
    private volatile boolean exited;

    /**
     * The part, if it has come here while what senders of this place sent before is still on its way. Guarded by this.
     */
    private @Nullable R arriving;

    /** Whether mail for the location may be on its way. Written with the lock held. */
    private volatile boolean isUsed;

    /** What held-back mail waits for, for the move protocol. Guarded by this. */
    private @Nullable Object holding;

    /** What is lacking to send to it, for the credit protocol. Senders read it after they have sent. */
    private volatile @Nullable Object lacking;

    Descriptor(Name name, Member location) {
        this.name = name;
        this.location = location;
    }

    public Name name() {
        return name;
    }

    /** {@return the part if it is here; null if it is elsewhere, unknown, or has exited} */
    public @Nullable R resident() {
        return resident;
    }

    public Member location() {
        return location;
    }

    /** {@return the part's epoch at that location; 0 if it is believed never to have moved} */
    public long epoch() {
        return epoch;
    }

    /** {@return whether the part is known to have exited, here or elsewhere; true for ever then} */
    public boolean isExited() {
        return exited;
    }

    /** {@return the part if it has come here and isn't a resident yet, or null} With the lock held. */
    public @Nullable R arriving() {
        return arriving;
    }

    /** {@return whether mail may be on its way to the location; false if all of it is known to have arrived} */
    public boolean isUsed() {
        return isUsed;
    }

    /** Notes that mail is sent to the location, or that all of it has arrived. With the lock held. */
    public void used(boolean now) {
        if (isUsed != now) {
            isUsed = now;
        }
    }

    /** With the lock held. */
    public @Nullable Object holding() {
        return holding;
    }

    /** Begins to hold mail back, or ends it with null. With the lock held. */
    public void holding(@Nullable Object why) {
        holding = why;
    }

    /**
     * {@return whether mail of this place may be on its way to the part, or is held back here} One look under the lock:
     * mail is on its way as soon as it isn't held back any more.
     */
    public synchronized boolean isUnderWay() {
        return isUsed || holding != null;
    }

    public @Nullable Object lacking() {
        return lacking;
    }

    /** Says what is lacking to send to the part, or null. For the owner of that protocol only, one thread at a time. */
    public void lacking(@Nullable Object what) {
        lacking = what;
    }

    /** Notes where the part is, as far as is known now, and its epoch there. With the lock held. */
    public void moved(Member at, long since) {
        location = at;
        epoch = since;
        resident = null;
        arriving = null;
    }

    /** The part has come here: packets reach it, senders of this place don't yet. With the lock held. */
    public void arrived(R part, Member self, long since) {
        location = self;
        epoch = since;
        arriving = part;
    }

    /** From now on senders of this place reach the part that has arrived. With the lock held. */
    public void admit() {
        resident = arriving;
        arriving = null;
    }

    void settle(R here, Member self) {
        location = self;
        resident = here;
    }

    /** The part has exited, wherever it was: nobody is left for whom mail could come out of order. */
    public synchronized void exit() {
        exited = true;
        isUsed = false;
        resident = null;
        arriving = null;
    }
}
