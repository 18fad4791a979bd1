package org.sojourn.launch;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.sojourn.host.local.Signals;

/**
 * Whether a signal has asked this JVM to end, as Ctrl-C does, and with which status that is. A shutdown hook isn't told, so the
 * signals are taken.
 */
final class Interruption {
    /** The status after Ctrl-C. */
    static final int STATUS = 130;

    /** Added to the number of a signal. */
    private static final int SIGNALLED = 128;

    /** SIGHUP, SIGINT, SIGTERM. */
    private static final Set<Integer> NUMBERS = Set.of(1, 2, 15);

    private volatile OptionalInt status = OptionalInt.empty();

    /** Takes the signals from now on. */
    Interruption() {
        for (String name : List.of("INT", "TERM", "HUP")) {
            Signals.handle(name, number -> {
                status = OptionalInt.of(SIGNALLED + number);
                System.exit(SIGNALLED + number);
            });
        }
    }

    /** Whether a process that has ended with this status was ended by one of these signals. */
    static boolean isMeant(int status) {
        return NUMBERS.contains(status - SIGNALLED);
    }

    /** 128 and the number of the signal; none if nobody has asked. */
    OptionalInt status() {
        return status;
    }
}
