package org.sojourn.host.run;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What a launcher and its places log, and how: one line on standard error, which a stack trace may follow. A program that
 * configures java.util.logging by its usual properties, or brings another back end of {@link System.Logger}, has its own way.
 *
 * <p>What a program itself logs looks as java.util.logging has it, with the place and the selector that logs before it. The
 * runtime's own sentences name the place or part that they are about.
 */
public final class Logging {
    private static final String FORMAT = "java.util.logging.SimpleFormatter.format";

    /** Held, so that it isn't collected together with its configuration. */
    private static final Logger OURS = Logger.getLogger("org.sojourn");

    private Logging() {}

    /**
     * Configures what this process logs. Call before anything logs.
     *
     * @param who begins every line
     * @param level OFF, ERROR, WARNING, INFO or DEBUG
     */
    public static void configure(String who, String level) {
        if (System.getProperty("java.util.logging.config.file") != null
                || System.getProperty("java.util.logging.config.class") != null) {
            return;
        }
        Level least = switch (level) {
            case "OFF" -> Level.OFF;
            case "ERROR" -> Level.SEVERE;
            case "INFO" -> Level.INFO;
            case "DEBUG" -> Level.FINE;
            default -> Level.WARNING;
        };
        OURS.setLevel(least);
        ConsoleHandler handler = new ConsoleHandler();
        handler.setLevel(least);
        if (System.getProperty(FORMAT) == null) {
            handler.setFormatter(new Lines(who));
        }
        OURS.addHandler(handler);
        OURS.setUseParentHandlers(false);
        for (Handler each : Logger.getLogger("").getHandlers()) {
            each.setFormatter(new ContextFormatter(each.getFormatter()));
        }
    }

    /** Names levels as {@link System.Logger} and {@code --log} do. */
    static final class Lines extends Formatter {
        private final String who;

        Lines(String who) {
            this.who = who;
        }

        @Override
        public String format(LogRecord logged) {
            StringWriter text = new StringWriter();
            PrintWriter lines = new PrintWriter(text);
            lines.println(who + " " + name(logged.getLevel()) + ": "
                    + formatMessage(logged).stripTrailing());
            if (logged.getThrown() != null) {
                logged.getThrown().printStackTrace(lines);
            }
            return text.toString();
        }

        private static String name(Level level) {
            if (level.equals(Level.SEVERE)) {
                return "ERROR";
            }
            return level.intValue() < Level.INFO.intValue() ? "DEBUG" : level.getName();
        }
    }
}
