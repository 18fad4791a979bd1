package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggingTest {
    private static LogRecord logged(String level, String message) {
        LogRecord logged = new LogRecord(Level.parse(level), message);
        logged.setParameters(new Object[] {"one"});
        return logged;
    }

    @ParameterizedTest
    @CsvSource({"SEVERE, ERROR", "WARNING, WARNING", "INFO, INFO", "FINE, DEBUG", "FINER, DEBUG"})
    void line_ofALevel_isNamedAsTheOptionNamesIt(String level, String name) {
        Logging.Lines lines = new Logging.Lines("sojourn p1");
        assertThat(lines.format(logged(level, "{0} failed\n")))
                .isEqualTo("sojourn p1 " + name + ": one failed" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource({"SEVERE", "FINE"})
    void line_withAThrowable_isFollowedByItsTraceAndNoBlankLine(String level) {
        LogRecord logged = logged(level, "{0} failed");
        logged.setThrown(new IllegalStateException("boom"));
        assertThat(new Logging.Lines("sojourn").format(logged).lines())
                .hasSizeGreaterThan(2)
                .noneMatch(String::isBlank)
                .element(1)
                .isEqualTo("java.lang.IllegalStateException: boom");
    }
}
