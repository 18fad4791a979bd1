package org.sojourn.host.place;

import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;

/** The links of a cluster of one: there is nobody to send to. */
final class NoLinks implements Links {
    @Override
    public void start(Listener listener) {
        listener.ready();
    }

    @Override
    public void send(Member to, Lane lane, long orderKey, byte[] payload) {
        throw new IllegalStateException("a packet for " + to + " in a cluster of one");
    }

    @Override
    public boolean isCrowded(Member to) {
        return false;
    }

    @Override
    public void remove(Member member, Runnable over) {
        over.run();
    }

    @Override
    public Traffic traffic() {
        return Traffic.NONE;
    }

    @Override
    public void stop() {}
}
