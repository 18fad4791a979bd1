package org.sojourn.threads;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

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

    /**
     * Orders a thread of the program to a place, as {@code ./sojourn move} does. It goes at its next poll.
     *
     * @param thread which
     * @param place the number of a place of the run
     * @return a sentence to come: where it is then, or why it stays; an {@link IllegalArgumentException} if no thread can go there
     */
    CompletableFuture<String> move(Thread thread, int place);

    /** {@return what has become of them so far: how often threads went to another place, and why others stayed} */
    Map<String, Object> report();

    /** No thread goes anywhere from now on. Those that are away come back with what they come to. */
    void close();
}
