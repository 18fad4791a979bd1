package org.sojourn.host.run;

import java.io.IOException;
import java.net.ProtocolException;

/**
 * What is asked of a run from outside.
 *
 * @param what what is asked
 * @param place the number of the place that is meant, {@value #EVERYWHERE} for all, 0 if none is
 * @param word which guest is asked; empty if none is
 * @param content what it is asked
 * @param isPatient whether the answer may take as long as it takes
 */
public record RunQuestion(What what, int place, String word, byte[] content, boolean isPatient) {
    /** The number of a place that stands for all of them. */
    public static final int EVERYWHERE = -1;

    /** Which places there are. */
    public static final RunQuestion PLACES = new RunQuestion(What.PLACES, 0);

    /** The same, and how each of them is. */
    public static final RunQuestion ALL = new RunQuestion(What.ALL, 0);

    /** That the run ends in order. */
    public static final RunQuestion STOP = new RunQuestion(What.STOP, 0);

    /** That main begins. */
    public static final RunQuestion START = new RunQuestion(What.START, 0);

    /** The sorts of questions. */
    public enum What {
        /** Which places there are. */
        PLACES,
        /** How they are. */
        ALL,
        /** Drains a place. */
        DRAIN,
        /** Asks a guest. */
        ASK,
        /** Ends the run. */
        STOP,
        /** Begins one more place. */
        JOIN,
        /** Ends a place in order. */
        LEAVE,
        /** Begins the program's main. */
        START;

        static What of(int code) throws IOException {
            What[] all = values();
            if (code >= all.length) {
                throw new ProtocolException(
                        "question " + code + " is unknown; this version knows 0.." + (all.length - 1));
            }
            return all[code];
        }
    }

    private RunQuestion(What what, int place) {
        this(what, place, "", new byte[0], false);
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

    /**
     * Asks that one more place begins.
     *
     * @param place its number; below 0 for a new one
     * @return a question, answered when it runs
     */
    public static RunQuestion join(int place) {
        return new RunQuestion(What.JOIN, place);
    }

    /**
     * Asks that a place leaves.
     *
     * @param place its number
     * @return a question, answered when it has left
     */
    public static RunQuestion leave(int place) {
        return new RunQuestion(What.LEAVE, place);
    }

    /**
     * Asks a guest.
     *
     * @param place at which place; {@link #EVERYWHERE} for all
     * @param word which guest answers it
     * @param content what is asked
     * @return a question, answered when the guests have, or haven't within a few seconds
     */
    public static RunQuestion ask(int place, String word, byte[] content) {
        return new RunQuestion(What.ASK, place, word, content, false);
    }

    /** {@return the same question, for whose answer the asker waits as long as the run goes on} */
    public RunQuestion patiently() {
        return new RunQuestion(what, place, word, content, true);
    }
}
