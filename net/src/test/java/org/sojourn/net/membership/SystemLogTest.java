package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jgroups.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** At which level a place logs what JGroups has to say. */
class SystemLogTest {
    private final List<String> warnings = new ArrayList<>();
    private final Logger logger = Logger.getLogger(SystemLogTest.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        SystemLog.install();
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void error_ofOneLink_isNoWarning() {
        IOException closed = new IOException("Stream closed");
        LogFactory.getLog(SystemLogTest.class).error("failed handling incoming message", closed);
        LogFactory.getLog(SystemLogTest.class).error("%s: failed handling incoming message: %s", "p0", closed);
        LogFactory.getLog(SystemLogTest.class).fatal("failed handling incoming message", closed);
        LogFactory.getLog(SystemLogTest.class).error("%s: no graceful close", "p0");

        assertThat(warnings).isEmpty();
    }

    @Test
    void error_ofAnythingElse_isAWarning() {
        IllegalStateException wrong = new IllegalStateException("wrong");
        LogFactory.getLog(SystemLogTest.class).error("no header 100%", wrong);
        LogFactory.getLog(SystemLogTest.class).error("%s: no header: %s", "p0", wrong);
        LogFactory.getLog(SystemLogTest.class).error("100% wrong");

        assertThat(warnings)
                .containsExactly(
                        "no header 100%: java.lang.IllegalStateException: wrong",
                        "p0: no header: java.lang.IllegalStateException: wrong", "100% wrong");
    }

    @Test
    void warning_ofTheLibrary_isNone() {
        LogFactory.getLog(SystemLogTest.class).warn("a peer doesn't answer at once");
        LogFactory.getLog(SystemLogTest.class).warn("a message was lost", new IllegalStateException("wrong"));

        assertThat(warnings).isEmpty();
    }
}
