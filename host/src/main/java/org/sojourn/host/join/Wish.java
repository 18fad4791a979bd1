package org.sojourn.host.join;

import org.sojourn.host.place.PlaceSettings;

/**
 * What somebody who joins wants to be.
 *
 * @param place the place of which number; below 0 for any
 * @param host the address at which it is to listen
 * @param workers its worker threads; 0 for as many as the settings of the run say
 */
public record Wish(int place, String host, int workers) {
    /** Checks. */
    public Wish {
        if (workers < 0 || workers > PlaceSettings.MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "a place was given " + workers + " workers; it has 1 to " + PlaceSettings.MAX_WORKERS);
        }
    }
}
