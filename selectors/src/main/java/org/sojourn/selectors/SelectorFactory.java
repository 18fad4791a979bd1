package org.sojourn.selectors;

import java.io.Serializable;

/**
 * Constructs a selector at the place where it will live. Usually a lambda: for another place, its implementation method
 * and the values that it captures travel, so those are messages in all respects; capturing a selector is refused.
 *
 * @param <M> the messages of the selector
 */
@FunctionalInterface
public interface SelectorFactory<M> extends Serializable {
    /**
     * Constructs a new selector. Called once for each creation, at the place where it lives, on a worker or on its creator's thread.
     *
     * @return a new selector
     * @throws Exception the creation fails: mail becomes dead letters, watchers are told
     */
    Selector<M> create() throws Exception;
}
