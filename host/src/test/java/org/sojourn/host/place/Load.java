package org.sojourn.host.place;

import org.sojourn.selectors.SelectorSystem;

/** One of the things that a {@link Soak} has a place do at once. It keeps account of every message. */
abstract class Load {
    /**
     * How long it goes on.
     *
     * @param rounds so many of its rounds at most
     * @param deadline as by {@link System#nanoTime}; none begins after that
     */
    record Term(int rounds, long deadline) {
        boolean goesOn(long round) {
            return round < rounds && System.nanoTime() - deadline < 0;
        }
    }

    final Account account = new Account();

    /**
     * Creates its selectors and has them begin.
     *
     * @param system of the place
     * @param term when to end
     */
    abstract void begin(SelectorSystem system, Term term);

    /** Returns the name that people see. */
    final String name() {
        return getClass().getSimpleName();
    }
}
