package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ReplyTo;

class ContextFormatterTest {
    private static final ContextFormatter FORMATTER = new ContextFormatter(new Logging.Lines("x"));

    private static String line() {
        LogRecord entry = new LogRecord(Level.WARNING, "only {0} left");
        entry.setParameters(new Object[] {2});
        return FORMATTER.format(entry).stripTrailing();
    }

    static final class Teller extends Actor<ReplyTo<String>> {
        @Override
        protected void process(ReplyTo<String> asker) {
            asker.reply(line());
            exit();
        }
    }

    @Test
    void line_ofASelector_namesPlaceAndSelector() {
        try (Sojourn sojourn = Sojourn.start()) {
            String line = sojourn.create(Teller::new)
                    .<String>request(asker -> asker, Duration.ofSeconds(60))
                    .join();
            assertThat(line).startsWith("[p0 ContextFormatterTest.Teller ").endsWith("] x WARNING: only 2 left");
        }
    }

    @Test
    void line_ofAnotherThread_isLeftAsItIs() {
        assertThat(line()).isEqualTo("x WARNING: only 2 left");
    }
}
