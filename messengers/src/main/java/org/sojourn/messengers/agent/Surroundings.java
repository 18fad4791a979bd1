package org.sojourn.messengers.agent;

import org.jspecify.annotations.Nullable;

/** What an agent has around it at a node. For the network; agents use it by their own methods. */
public interface Surroundings {
    /** {@return the node} */
    NodeAddress here();

    /** {@return the node that it came from; null if it began here} */
    @Nullable
    NodeAddress last();

    /** {@return the name of the place} */
    String physical();

    /** {@return the name of the link that it came by; empty if it came by none, or by one without a name} */
    String link();

    /** {@return that link's weight; NaN if it has none} */
    double weight();

    /** {@return the value of the node's variable, as that type; an array is a copy} */
    <T> T get(String variable, Class<T> type);

    /** Sets the node's variable. */
    void set(String variable, Object value);

    /** Reports a result of the run. */
    void report(String key, Object value);
}
