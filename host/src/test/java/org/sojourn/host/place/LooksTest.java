package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A look that fails keeps no other from its turn. */
class LooksTest {
    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(Looks.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void unlisten() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void look_thatFails_isToldSeldomAndKeepsNoOtherFromItsTurn() {
        Looks looks = new Looks("p0");
        AtomicInteger others = new AtomicInteger();
        OutOfMemoryError failure = new OutOfMemoryError("unable to create native thread");
        looks.add("the look for a thread", () -> {
            throw failure;
        });
        looks.add("another", others::incrementAndGet);

        for (int i = 0; i < 5; i++) {
            looks.run();
        }

        assertThat(others).hasValue(5);
        assertThat(logged)
                .extracting(LogRecord::getMessage)
                .containsExactly(
                        "p0: the look for a thread has failed; it is tried again",
                        "p0: the look for a thread has failed, 2 times so far; it is tried again",
                        "p0: the look for a thread has failed, 4 times so far; it is tried again");
        assertThat(logged).allMatch(entry -> entry.getThrown() == failure);
    }
}
