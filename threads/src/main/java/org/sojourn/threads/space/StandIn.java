package org.sojourn.threads.space;

import org.sojourn.threads.wire.Identity;

/** What a slave's code has for its thread: it never starts, and says what the thread at home says. */
final class StandIn extends Thread {
    private final String text;

    StandIn(Identity who) {
        super(null, null, who.name(), 0, false);
        this.text = who.text();
        setDaemon(who.isDaemon());
        setPriority(who.priority());
    }

    @Override
    public String toString() {
        return text;
    }
}
