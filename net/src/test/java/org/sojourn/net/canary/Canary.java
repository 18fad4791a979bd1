package org.sojourn.net.canary;

/** A class that must never be initialised because bytes name it. Initialising it sets a system property. */
public final class Canary {
    /** The property that tells. */
    public static final String SUNG = "sojourn.test.canary";

    static {
        System.setProperty(SUNG, "true");
    }

    /** A state, so that it can be encoded by an unchecked serialiser. */
    public int state = 7;

    /** Makes one; who can has initialised the class. */
    public Canary() {}
}
