package org.sojourn.bench;

import org.sojourn.selectors.SelectorSystem;

/**
 * One program of a suite: its parameters, how many messages one iteration sends, and the iteration, which checks
 * its own answer. Found by {@link java.util.ServiceLoader}; the constructor without arguments gives the suite's
 * default parameters.
 */
public interface Benchmark {
    /**
     * Returns the name that the suite gives the program, such as "PingPong".
     *
     * @return the name, unique in the suite
     */
    String name();

    /**
     * Returns the group that the suite sorts it into.
     *
     * @return the group
     */
    Family family();

    /**
     * Returns the parameters in words.
     *
     * @return one line, such as "40,000 pings"
     */
    String parameters();

    /**
     * Returns how many messages one iteration sends, counted from the program's text: requests count, and so do
     * their replies.
     *
     * @return messages of one iteration
     */
    long messages();

    /**
     * Returns what an iteration checks before it returns.
     *
     * @return one line
     */
    String answer();

    /**
     * Runs the program once. Every selector that it created has been told to exit, or has exited, on return.
     *
     * @param system what the selectors live in
     * @throws WrongAnswerException if the answer is not the right one
     * @throws Exception if the program fails otherwise
     */
    void iterate(SelectorSystem system) throws Exception;
}
