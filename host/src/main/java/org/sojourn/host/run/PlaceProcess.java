package org.sojourn.host.run;

import java.util.concurrent.CompletableFuture;

/** The process of one place, on whatever machine it runs. */
public interface PlaceProcess {
    /**
     * Returns its number.
     *
     * @return its process id on this machine; 0 if it runs on another one
     */
    long pid();

    /** Ends it by force. If its machine can't be reached it counts as ended from then on: nothing is waited for. */
    void kill();

    /**
     * Tells when it has ended.
     *
     * @return its exit status; 128 + n after signal n. What it has written may still be read then
     */
    CompletableFuture<Integer> end();

    /**
     * Waits until all that it has written has been passed on.
     *
     * @param until for how long at most, see {@link PlaceOutput#soon}
     */
    void hearOut(long until);

    /**
     * Tells what is known of its end besides its status.
     *
     * @return a clause, such as that its machine isn't heard; empty if the status says all
     */
    default String how() {
        return "";
    }
}
