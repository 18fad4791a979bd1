package org.sojourn.net.membership;

import java.lang.System.Logger.Level;
import java.util.List;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Takes JGroups' log lines to {@link System.Logger}, one level lower than JGroups sees them.
 *
 * <p>What JGroups warns of (a lost message that it sends again, a peer that doesn't answer at once) is ordinary when
 * places come and go; what it calls an error is a warning to us, for whatever matters arrives as a view or as an
 * expulsion. Stack traces are kept for {@link Level#DEBUG}.
 */
final class SystemLog implements Log {
    /** The level of a protocol that ends: what it finds wrong from then on is of interest to nobody else. */
    static final String OFF = "off";

    private final System.Logger logger;
    private volatile Level errors = Level.WARNING;

    private SystemLog(String name) {
        logger = System.getLogger(name);
    }

    /** Routes the library's log, unless the application has routed it itself. To be called before any JGroups class. */
    static void install() {
        if (LogFactory.getCustomLogFactory() == null) {
            LogFactory.setCustomLogFactory(new CustomLogFactory() {
                @Override
                public Log getLog(Class<?> type) {
                    return new SystemLog(type.getName());
                }

                @Override
                public Log getLog(String category) {
                    return new SystemLog(category);
                }
            });
        }
    }

    private void log(Level level, String text) {
        logger.log(level, text);
    }

    private void log(Level level, String format, @Nullable Object[] arguments) {
        if (logger.isLoggable(level)) {
            logger.log(level, arguments.length == 0 ? format : String.format(format, arguments));
        }
        Object last = arguments.length == 0 ? null : arguments[arguments.length - 1];
        if (last instanceof Throwable thrown) {
            logger.log(Level.DEBUG, format, thrown);
        }
    }

    private void log(Level level, String text, Throwable thrown) {
        logger.log(level, text + ": " + thrown);
        logger.log(Level.DEBUG, text, thrown);
    }

    @Override
    public boolean isFatalEnabled() {
        return logger.isLoggable(errors);
    }

    @Override
    public boolean isErrorEnabled() {
        return logger.isLoggable(errors);
    }

    @Override
    public boolean isWarnEnabled() {
        return logger.isLoggable(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return logger.isLoggable(Level.DEBUG);
    }

    @Override
    public boolean isDebugEnabled() {
        return logger.isLoggable(Level.TRACE);
    }

    @Override
    public boolean isTraceEnabled() {
        return logger.isLoggable(Level.TRACE);
    }

    @Override
    public void fatal(String text) {
        log(errors, text);
    }

    @Override
    public void fatal(String format, Object... arguments) {
        log(errors, format, arguments);
    }

    @Override
    public void fatal(String text, Throwable thrown) {
        log(errors, text, thrown);
    }

    @Override
    public void error(String text) {
        log(errors, text);
    }

    @Override
    public void error(String format, Object... arguments) {
        log(errors, format, arguments);
    }

    @Override
    public void error(String text, Throwable thrown) {
        log(errors, text, thrown);
    }

    @Override
    public void warn(String text) {
        log(Level.DEBUG, text);
    }

    @Override
    public void warn(String format, Object... arguments) {
        log(Level.DEBUG, format, arguments);
    }

    @Override
    public void warn(String text, Throwable thrown) {
        log(Level.DEBUG, text, thrown);
    }

    @Override
    public void info(String text) {
        log(Level.DEBUG, text);
    }

    @Override
    public void info(String format, Object... arguments) {
        log(Level.DEBUG, format, arguments);
    }

    @Override
    public void debug(String text) {
        log(Level.TRACE, text);
    }

    @Override
    public void debug(String format, Object... arguments) {
        log(Level.TRACE, format, arguments);
    }

    @Override
    public void debug(String text, Throwable thrown) {
        log(Level.TRACE, text, thrown);
    }

    @Override
    public void trace(String text) {
        log(Level.TRACE, text);
    }

    @Override
    public void trace(String format, Object... arguments) {
        log(Level.TRACE, format, arguments);
    }

    @Override
    public void trace(String text, Throwable thrown) {
        log(Level.TRACE, text, thrown);
    }

    @Override
    public void trace(Object value) {
        log(Level.TRACE, String.valueOf(value));
    }

    /** Knows {@value #OFF} and no other: the level is the logging system's business. */
    @Override
    public void setLevel(String level) {
        errors = level.equals(OFF) ? Level.DEBUG : Level.WARNING;
    }

    @Override
    public String getLevel() {
        for (Level level : List.of(Level.TRACE, Level.DEBUG, Level.WARNING)) {
            if (logger.isLoggable(level)) {
                return level == Level.WARNING ? "error" : level == Level.DEBUG ? "warn" : "trace";
            }
        }
        return "fatal";
    }
}
