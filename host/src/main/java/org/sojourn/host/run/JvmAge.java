package org.sojourn.host.run;

import java.time.Duration;
import java.time.Instant;

/** How long this JVM has been there, for start-up times. */
public final class JvmAge {
    private JvmAge() {}

    /**
     * Returns the age.
     *
     * @return milliseconds since the process was started, 0 if the system doesn't say
     */
    public static long millis() {
        Instant now = Instant.now();
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> Duration.between(start, now).toMillis())
                .orElse(0L);
    }
}
