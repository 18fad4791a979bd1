package org.sojourn.bench.pekko.micro;

import java.time.Duration;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.pattern.Patterns;

/** Asks an actor from outside, and waits for the answer. */
public final class Question {
    /** How long an iteration may take before its program counts as hung. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private Question() {}

    /**
     * Asks, and waits for an answer of a type.
     *
     * @param actor who is asked
     * @param message the question
     * @param type the answer's class
     * @param <R> the answer's type
     * @return the answer
     */
    public static <R> R ask(ActorRef actor, Object message, Class<R> type) {
        return type.cast(
                Patterns.ask(actor, message, LIMIT).toCompletableFuture().join());
    }

    /**
     * Asks, and waits for an answer that is a number.
     *
     * @param actor who is asked
     * @param message the question
     * @return the answer
     */
    public static long number(ActorRef actor, Object message) {
        return ask(actor, message, Number.class).longValue();
    }
}
