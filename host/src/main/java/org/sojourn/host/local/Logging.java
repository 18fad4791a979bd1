package org.sojourn.host.local;

import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What a place that a launcher has started logs, and how: one line on standard error. A program that configures
 * java.util.logging by its usual properties, or brings another back end of {@link System.Logger}, has its own way.
 */
final class Logging {
    private static final String FORMAT = "java.util.logging.SimpleFormatter.format";

    /** Held, so that it isn't collected together with its configuration. */
    private static final Logger OURS = Logger.getLogger("org.sojourn");

    private Logging() {}

    /** Call before anything logs. */
    static void configure(String place) {
        if (System.getProperty("java.util.logging.config.file") != null
                || System.getProperty("java.util.logging.config.class") != null) {
            return;
        }
        if (System.getProperty(FORMAT) == null) {
            System.setProperty(FORMAT, "sojourn p" + place + " %4$s: %5$s%6$s%n");
        }
        Level level = switch (System.getProperty("sojourn.log", "WARNING")) {
            case "OFF" -> Level.OFF;
            case "ERROR" -> Level.SEVERE;
            case "INFO" -> Level.INFO;
            case "DEBUG" -> Level.FINE;
            default -> Level.WARNING;
        };
        OURS.setLevel(level);
        ConsoleHandler handler = new ConsoleHandler();
        handler.setLevel(level);
        OURS.addHandler(handler);
        OURS.setUseParentHandlers(false);
    }
}
