package org.sojourn.host.local;

import java.io.IOException;
import java.net.ProtocolException;

/**
 * What is asked of a run from outside.
 *
 * @param what what is asked
 * @param place the number of the place that is meant, 0 if none is
 */
public record RunQuestion(What what, int place) {
    /** Which places there are. */
    public static final RunQuestion PLACES = new RunQuestion(What.PLACES, 0);

    /** The same, and how each of them is. */
    public static final RunQuestion ALL = new RunQuestion(What.ALL, 0);

    /** The sorts of questions. */
    public enum What {
        /** Which places there are. */
        PLACES,
        /** How they are. */
        ALL,
        /** Drains a place. */
        DRAIN;

        static What of(int code) throws IOException {
            What[] all = values();
            if (code >= all.length) {
                throw new ProtocolException(
                        "question " + code + " is unknown; this version knows 0.." + (all.length - 1));
            }
            return all[code];
        }
    }

    /**
     * Asks that everything leaves a place.
     *
     * @param place its number
     * @return a question, answered when nothing leaves any more
     */
    public static RunQuestion drain(int place) {
        return new RunQuestion(What.DRAIN, place);
    }
}
