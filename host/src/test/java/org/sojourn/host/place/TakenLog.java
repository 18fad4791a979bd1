package org.sojourn.host.place;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Takes what one class logs during a test, and keeps it off the screen. */
final class TakenLog extends Handler implements BeforeEachCallback, AfterEachCallback {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
    private final Logger logger;

    TakenLog(Class<?> type) {
        this.logger = Logger.getLogger(type.getName());
    }

    /** The lines logged so far, with their parameters filled in. */
    List<String> lines() {
        return lines;
    }

    /** The failures that were logged so far. */
    List<Throwable> thrown() {
        return thrown;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }

    @Override
    public void publish(LogRecord entry) {
        Object[] parameters = entry.getParameters();
        if (entry.getThrown() != null) {
            thrown.add(entry.getThrown());
        }
        lines.add(parameters == null ? entry.getMessage() : MessageFormat.format(entry.getMessage(), parameters));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
