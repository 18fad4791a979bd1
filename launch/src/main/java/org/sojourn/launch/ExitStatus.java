package org.sojourn.launch;

import java.util.OptionalInt;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * With which status a program has called {@code System.exit} in this JVM. A shutdown hook isn't told, but since Java 21
 * {@link Runtime#exit} logs the call at level DEBUG before hooks run, and a signal doesn't.
 */
final class ExitStatus extends Handler {
    private static final Pattern STATUS = Pattern.compile("Runtime\\.exit\\(\\) called with status: (-?\\d+)");

    /** Held, so that it isn't collected together with its handler. */
    private final Logger logger = Logger.getLogger("java.lang.Runtime");

    private volatile OptionalInt called = OptionalInt.empty();

    /** Listens from now on. */
    ExitStatus() {
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.FINE);
        logger.addHandler(this);
    }

    /** The status as the system shows it, 0 to 255; none if nobody has called. */
    OptionalInt called() {
        return called;
    }

    @Override
    public void publish(LogRecord logged) {
        Matcher matcher = STATUS.matcher(String.valueOf(logged.getMessage()));
        if (matcher.lookingAt()) {
            called = OptionalInt.of(Integer.parseInt(matcher.group(1)) & 0xFF);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
