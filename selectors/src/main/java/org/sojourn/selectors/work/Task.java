package org.sojourn.selectors.work;

import java.io.Serializable;

/**
 * What is done with each item, at any place. Usually a method reference, as in {@code Range::compute}; a record that implements it
 * moves with a worker, a lambda keeps the worker where it is.
 *
 * @param <I> the items; they travel
 * @param <R> the results; they travel
 */
@FunctionalInterface
public interface Task<I, R> extends Serializable {
    /**
     * Works on one item. An item that is taken back from a place may be computed more than once, so whatever else this does, such as
     * writing a file, may happen more than once.
     *
     * @param item the item
     * @return its result
     * @throws Exception the item fails: {@link Master#failed} is called
     */
    R compute(I item) throws Exception;
}
