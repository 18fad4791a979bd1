package org.sojourn.bench;

import org.apache.pekko.actor.ActorSystem;

/**
 * The same program as a {@link Benchmark} for Apache Pekko: the same algorithm, the same messages, the same check.
 * Found by {@link java.util.ServiceLoader}.
 */
public interface Twin {
    /**
     * Returns the name of the benchmark that this is the twin of.
     *
     * @return the name, equal to {@link Benchmark#name()}
     */
    String name();

    /**
     * Runs the program once. Every actor that it created has been told to stop, or has stopped, on return.
     *
     * @param system what the actors live in
     * @throws WrongAnswerException if the answer is not the right one
     * @throws Exception if the program fails otherwise
     */
    void iterate(ActorSystem system) throws Exception;
}
