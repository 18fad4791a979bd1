package org.sojourn.kernel.name;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * A locality descriptor: what this place knows of where a named part is. If the part is here, it refers to it;
 * otherwise it holds a best guess, which may be out of date.
 *
 * <p>A part that moves has an <em>epoch</em>, which is raised when it is about to leave a place and when it comes to one: of
 * two guesses, the one of the higher epoch is the newer, and two of one epoch name the same place. Whoever changes where mail
 * goes, or sends mail on, holds the descriptor's own lock; the fields that are volatile may be read without it.
 *
 * @param <R> what a resident is
 */
public final class Descriptor<R> {
    private final Name name;

    /** Whom senders here may reach at once. Published by this volatile; pairs with its readers. */
    private volatile @Nullable R resident;

    /** Where the part is believed to be. Written with the lock held. */
    private volatile Member location;

    /** In which epoch. Written with the lock held. */
    private volatile long epoch;

    /** Whether the part has exited: the entry then only keeps the name from being taken for an early one. */
    private volatile boolean exited;

    /**
     * The part if it has come here and senders of this place must not reach it yet, because what they sent before is on its
     * way still. Guarded by this.
     */
    private @Nullable R arriving;

    /** Whether mail was sent to the location that isn't known to have arrived. Written with the lock held. */
    private volatile boolean isUsed;

    /** While mail is held back: what it waits for, of the owner of the protocol. Guarded by this. */
    private @Nullable Object holding;

    /** What is lacking to send to it, of the owner of the protocol. Senders read it after they have sent. */
    private volatile @Nullable Object lacking;

    Descriptor(Name name, Member location) {
        this.name = name;
        this.location = location;
    }

    /**
     * Returns whom it describes.
     *
     * @return the name
     */
    public Name name() {
        return name;
    }

    /**
     * Returns the part if it is here.
     *
     * @return the resident, or null if it is elsewhere, unknown, or has exited
     */
    public @Nullable R resident() {
        return resident;
    }

    /**
     * Returns where the part is believed to be.
     *
     * @return the best guess
     */
    public Member location() {
        return location;
    }

    /**
     * Returns in which epoch the part was at the location.
     *
     * @return 0 for one that is believed never to have moved
     */
    public long epoch() {
        return epoch;
    }

    /**
     * Returns whether the part is known to have exited, here or elsewhere. That is so for ever.
     *
     * @return true from then on
     */
    public boolean isExited() {
        return exited;
    }

    /**
     * Returns the part if it has come here and isn't a resident yet. With the lock held.
     *
     * @return it, or null
     */
    public @Nullable R arriving() {
        return arriving;
    }

    /**
     * Returns whether mail may be on its way to the location.
     *
     * @return false if all of it is known to have arrived
     */
    public boolean isUsed() {
        return isUsed;
    }

    /**
     * Notes that mail is sent to the location, or that all of it has arrived. With the lock held.
     *
     * @param now which
     */
    public void used(boolean now) {
        isUsed = now;
    }

    /**
     * Returns why mail is held back here. With the lock held.
     *
     * @return what was given to {@link #holding(Object)}, or null
     */
    public @Nullable Object holding() {
        return holding;
    }

    /**
     * Begins or ends to hold mail back. With the lock held.
     *
     * @param why of the owner of the protocol; null to end
     */
    public void holding(@Nullable Object why) {
        holding = why;
    }

    /**
     * Returns whether mail of this place may be on its way to the part, or is held back here. That is one look under the lock: what
     * was held back is on its way as soon as it isn't held back any more.
     *
     * @return false if all of it is known to have arrived
     */
    public synchronized boolean isUnderWay() {
        return isUsed || holding != null;
    }

    /**
     * Returns what is lacking to send to the part.
     *
     * @return what was given to {@link #lacking(Object)}, or null
     */
    public @Nullable Object lacking() {
        return lacking;
    }

    /**
     * Says what is lacking to send to the part. Changed by the owner of that protocol only, one thread at a time.
     *
     * @param what of the owner of the protocol; null for nothing
     */
    public void lacking(@Nullable Object what) {
        lacking = what;
    }

    /**
     * The part is elsewhere, as far as is known now. With the lock held.
     *
     * @param at where
     * @param since the epoch
     */
    public void moved(Member at, long since) {
        location = at;
        epoch = since;
        resident = null;
        arriving = null;
    }

    /**
     * The part has come here; packets reach it, senders of this place don't yet. With the lock held.
     *
     * @param part the part
     * @param self this place
     * @param since the epoch
     */
    public void arrived(R part, Member self, long since) {
        location = self;
        epoch = since;
        arriving = part;
    }

    /** From now on senders of this place reach what has arrived. With the lock held. */
    public void admit() {
        resident = arriving;
        arriving = null;
    }

    void settle(R here, Member self) {
        location = self;
        resident = here;
    }

    /** The part has exited, wherever it was. There is nobody for whom mail could come out of order. */
    public synchronized void exit() {
        exited = true;
        isUsed = false;
        resident = null;
        arriving = null;
    }
}
