package org.sojourn.host.run;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SignalsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static void kill() throws IOException, InterruptedException {
        new ProcessBuilder(
                        "kill", "-USR1", Long.toString(ProcessHandle.current().pid()))
                .start()
                .waitFor();
    }

    @Test
    void signal_withAnAction_doesItEachTime() throws Exception {
        AtomicInteger times = new AtomicInteger();
        Signals.handle("USR1", number -> times.incrementAndGet());

        kill();
        await().atMost(PATIENCE).until(() -> times.get() == 1);
        kill();
        await().atMost(PATIENCE).until(() -> times.get() == 2);
    }

    @Test
    void signal_thatThereIsNot_isLeftAlone() {
        Signals.handle("NOSUCH", number -> {
            throw new AssertionError("there is no such signal");
        });
    }
}
