package org.sojourn.net.link;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Keeps the lines that links, or others, log during a test, instead of showing them. */
public final class Logs extends Handler implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private final Logger logger;
    private final List<String> lines = new ArrayList<>();

    /** Those of links; listens to nothing yet. */
    public Logs() {
        this(LinkMesh.class);
    }

    /**
     * Listens to nothing yet.
     *
     * @param of what logs
     */
    public Logs(Class<?> of) {
        logger = Logger.getLogger(of.getName());
    }

    /**
     * Returns the lines from warnings up, so far.
     *
     * @return a copy
     */
    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public synchronized void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
            lines.add(new SimpleFormatter().formatMessage(line));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public synchronized void beforeEach(ExtensionContext context) {
        lines.clear();
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Logs.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return this;
    }
}
