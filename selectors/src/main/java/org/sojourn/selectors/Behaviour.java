package org.sojourn.selectors;

import java.io.Serializable;

/**
 * What a selector does with its messages after {@link Selector#become}. Usually a method of the selector itself, as in
 * {@code become(this::green)}.
 *
 * @param <M> the messages
 */
@FunctionalInterface
public interface Behaviour<M> extends Serializable {
    /**
     * Processes one message.
     *
     * @param message the message
     * @throws Exception the selector ends
     */
    void process(M message) throws Exception;
}
