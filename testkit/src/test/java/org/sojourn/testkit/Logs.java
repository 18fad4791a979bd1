package org.sojourn.testkit;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Failures and dead letters are what these tests are about; thousands of them needn't be logged. */
public final class Logs {
    /** Held, as a logger that nobody holds forgets its level. */
    private static final Logger ALL = Logger.getLogger("org.sojourn");

    private Logs() {}

    /** Until the JVM ends. */
    public static void off() {
        ALL.setLevel(Level.OFF);
    }
}
