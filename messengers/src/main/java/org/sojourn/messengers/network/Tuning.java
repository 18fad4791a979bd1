package org.sojourn.messengers.network;

import java.time.Duration;
import org.sojourn.kernel.site.Parameters;
import org.sojourn.kernel.site.Parameters.Parameter;

/** What can be set of a place's messengers while they run. */
final class Tuning {
    private static final int MOST_SECONDS = 86_400;

    private volatile Duration longest;
    private volatile long most;

    /** As the place was started. */
    Tuning(Settings settings, Parameters all) {
        this.longest = settings.longest();
        this.most = settings.most();
        all.add(new Parameter(
                "loop-seconds",
                "seconds",
                "how long a messenger may run without a point at which it stops, and at most twice that",
                1,
                MOST_SECONDS,
                () -> longest.toSeconds(),
                to -> longest = Duration.ofSeconds(to)));
        all.add(new Parameter(
                "messengers",
                "messengers",
                "about how many messengers a place has at most; a messenger that would make more there fails",
                1,
                Long.MAX_VALUE,
                () -> most,
                to -> most = to));
    }

    /** {@return how long a messenger may run without a point at which it stops} */
    Duration longest() {
        return longest;
    }

    /** {@return how many messengers the place may have} */
    long most() {
        return most;
    }
}
