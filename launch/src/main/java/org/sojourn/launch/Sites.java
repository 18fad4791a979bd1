package org.sojourn.launch;

import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Member;

/** Where the places of a run live, and what begins them there. */
interface Sites extends AutoCloseable {
    /**
     * Makes everything ready for places, before any is begun.
     *
     * @throws Usage if that isn't possible
     */
    void open();

    /**
     * Says how a place is begun: one of those that the run begins with, or one that joins it or comes back.
     *
     * @param member the place
     * @param port the port that it was given, 0 for a free one
     * @throws IllegalStateException if it can't be begun, a sentence
     */
    Starter.Plan plan(Member member, int port);

    /**
     * Returns what begins places.
     *
     * @param log keeps what they print; null if nobody does
     */
    Starter starter(@Nullable RunLog log);

    /**
     * The first places have been begun: others may come.
     *
     * @param places those of the run
     * @param comings lets them in
     */
    void begun(Launcher places, Comings comings);

    /** Where others may come to; empty if they may not. */
    String address();

    /** Whether the init place is on this machine, and has this process's terminal. */
    boolean isInitHere();

    /** All places have ended. Idempotent. */
    @Override
    void close();
}
