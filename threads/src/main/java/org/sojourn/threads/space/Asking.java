package org.sojourn.threads.space;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sojourn.threads.calls.Away;
import org.sojourn.weave.frame.Polls;

/** What loops ask, once for the process: slaves that run on the asking thread, else the console that is here. */
final class Asking {
    private static final AtomicReference<@Nullable Console> CONSOLE = new AtomicReference<>();
    private static final Polls.Asker ASKER = Polls.asker(Asking::asked);

    private Asking() {}

    private static void asked() {
        if (Away.now() instanceof Slave slave) {
            slave.poll();
        } else {
            Console console = CONSOLE.get();
            if (console != null) {
                console.poll();
            }
        }
    }

    static void console(@Nullable Console here) {
        CONSOLE.set(here);
    }

    /** Somebody is to leave. */
    static void raise() {
        ASKER.raise();
    }

    /** No longer. */
    static void lower() {
        ASKER.lower();
    }
}
