package org.sojourn.bench.savina.micro;

import java.time.Duration;

/** How long an iteration may take before its program counts as hung. */
public final class Patience {
    /** The same for all programs. */
    public static final Duration LIMIT = Duration.ofMinutes(5);

    private Patience() {}
}
