package org.sojourn.kernel.name;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * A locality descriptor: what this place knows of where a named part is. If the part is here, it refers to it;
 * otherwise it holds a best guess, which may be out of date.
 *
 * @param <R> what a resident is
 */
public final class Descriptor<R> {
    private final Name name;

    /** Set once when the part is created or expected here. Published by this volatile; pairs with its readers. */
    private volatile @Nullable R resident;

    /** Where the part is believed to be. */
    private volatile Member location;

    /** Whether the part has exited here: the entry then only keeps the name from being taken for an early one. */
    private volatile boolean exited;

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
     * Returns whether the part has exited at this place.
     *
     * @return true from the exit on
     */
    public boolean isExited() {
        return exited;
    }

    void settle(R here, Member self) {
        location = self;
        resident = here;
    }

    void exit() {
        exited = true;
        resident = null;
    }
}
