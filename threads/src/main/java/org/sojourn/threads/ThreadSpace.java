package org.sojourn.threads;

import java.util.Map;

/** The threads of a program, as the place where they are at home has them. */
public interface ThreadSpace {
    /**
     * What moves threads besides commands.
     *
     * @param spreads whether new threads and tasks begin at one place after the other, instead of at home
     * @param rotateMillis after how long each thread goes to the next place, for tests; 0 for never
     */
    record Settings(boolean spreads, long rotateMillis) {
        /** Checks. */
        public Settings {
            if (rotateMillis < 0) {
                throw new IllegalArgumentException(
                        "threads rotate after " + rotateMillis + " ms; 0 or more is possible");
            }
        }
    }

    /**
     * From now on threads may go to other places.
     *
     * @param threads those of the program
     * @param settings what moves them
     */
    void open(ThreadGroup threads, Settings settings);

    /** {@return what has become of them so far: how often threads went to another place, and why others stayed} */
    Map<String, Object> report();

    /** No thread goes anywhere from now on. Those that are away come back with what they come to. */
    void close();
}
