package org.sojourn.kernel.balance;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/** The policy {@code none}: parts stay where they are, and new ones live where they are created. */
final class Unmoved implements Balancer {
    private @Nullable Balancing here;

    @Override
    public void begin(Balancing place) {
        here = place;
    }

    @Override
    public Member placeForNew() {
        return Objects.requireNonNull(here).here();
    }
}
