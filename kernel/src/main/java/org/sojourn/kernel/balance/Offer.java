package org.sojourn.kernel.balance;

import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.port.Member;

/** A move that is a balancer's idea: nobody waits for it. */
class Offer implements Departure {
    private final Member to;

    Offer(Member to) {
        this.to = to;
    }

    @Override
    public Member to() {
        return to;
    }

    @Override
    public boolean isOffer() {
        return true;
    }

    /** One that refuses isn't asked twice. */
    @Override
    public void refused(String reason) {}
}
