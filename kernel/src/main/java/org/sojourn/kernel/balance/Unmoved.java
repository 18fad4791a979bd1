package org.sojourn.kernel.balance;

import org.sojourn.kernel.port.Member;

/** The policy {@code none}: parts stay where they are, and new ones live where they are created. */
final class Unmoved implements Balancer {
    private final Balancing place;

    Unmoved(Balancing place) {
        this.place = place;
    }

    @Override
    public Member placeForNew() {
        return place.here();
    }
}
