package org.sojourn.messengers.run;

import org.jspecify.annotations.Nullable;

/** What a messenger is between two scheduling points: where it goes on, and with which values. Public fields: compiled scripts use them. */
public final class Frame {
    /** The step at which it goes on. */
    public int step;

    /** Its variables. Those that are read no more before they are set again may have any value. */
    public final Storage values;

    /**
     * What the last point has left: {@link Integer}, {@link Long}, {@link Float}, {@link Double} or {@link String} as the step's types
     * say; an array; an address or an id; null for none of these, or if there is nothing.
     */
    public @Nullable Object @Nullable [] results;

    /** How many numbers it has drawn at random. */
    public long draws;

    /** Begins at a step. */
    public Frame(int step, Storage values) {
        this.step = step;
        this.values = values;
    }

    /** {@return a second one that goes on as this one does} */
    public Frame copy() {
        Frame copy = new Frame(step, values.copy());
        copy.draws = draws;
        if (results != null) {
            copy.results = results.clone();
            for (int i = 0; i < copy.results.length; i++) {
                copy.results[i] = Storage.copyOf(copy.results[i]);
            }
        }
        return copy;
    }
}
