package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;

import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.net.link.Logs;

/** At which level a place logs what JGroups has to say. */
class SystemLogTest {
    @RegisterExtension
    final Logs warnings = new Logs(SystemLogTest.class);

    @BeforeAll
    static void install() {
        SystemLog.install();
    }

    @Test
    void error_ofTheLibrary_isAWarning() {
        IllegalStateException wrong = new IllegalStateException("wrong");
        LogFactory.getLog(SystemLogTest.class).error("no header 100%", wrong);
        LogFactory.getLog(SystemLogTest.class).error("%s: no header: %s", "p0", wrong);
        LogFactory.getLog(SystemLogTest.class).error("100% wrong");

        assertThat(warnings.lines())
                .containsExactly(
                        "no header 100%: java.lang.IllegalStateException: wrong",
                        "p0: no header: java.lang.IllegalStateException: wrong", "100% wrong");
    }

    @Test
    void warning_ofTheLibrary_isNone() {
        LogFactory.getLog(SystemLogTest.class).warn("a peer doesn't answer at once");
        LogFactory.getLog(SystemLogTest.class).warn("a message was lost", new IllegalStateException("wrong"));

        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void error_ofAProtocolThatEnds_isNone() {
        Log ending = LogFactory.getLog(SystemLogTest.class);
        ending.setLevel(SystemLog.OFF);
        ending.error("%s: failed handling event: %s", "p0", "it has no address");
        ending.fatal("no header", new IllegalStateException("wrong"));

        assertThat(warnings.lines()).isEmpty();
    }
}
