package org.sojourn.net.membership;

import java.time.Duration;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.link.LinkOptions;

/**
 * What one place needs to take part in the membership of its run.
 *
 * @param links this place, and what its connections begin with
 * @param init the init place, which may be this one
 * @param silenceBound how long a place may be silent before it is declared out, at least 1 s
 */
public record MembershipOptions(LinkOptions links, Member init, Duration silenceBound) {
    private static final Duration LEAST_SILENCE_BOUND = Duration.ofSeconds(1);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is outside its bounds
     */
    public MembershipOptions {
        if (init.place() != 0 || links.self().place() == 0 && !links.self().equals(init)) {
            throw new IllegalArgumentException(
                    "the init place of " + links.self() + " is " + init + "; it is p0, in one incarnation");
        }
        if (silenceBound.compareTo(LEAST_SILENCE_BOUND) < 0) {
            throw new IllegalArgumentException("the silence bound is " + silenceBound.toMillis() + " ms, at least "
                    + LEAST_SILENCE_BOUND.toMillis() + " ms are needed; a shorter one would declare busy places out");
        }
    }

    Member self() {
        return links.self();
    }

    boolean isInit() {
        return self().equals(init);
    }
}
