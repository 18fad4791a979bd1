package org.sojourn.selectors;

import java.util.function.Consumer;

/**
 * Advises policies for classes of selectors without a chosen one: chosen neither by the user of the run, nor by the
 * creator, nor by {@link RunBy}. A host finds one by {@link java.util.ServiceLoader}.
 *
 * <p>The first selectors of a class run as {@link ExecutionPolicy#TASK} while the adviser thinks; those that are created after its
 * verdict are run by what it says. What is measured while they run goes before it.
 */
public interface PolicyAdviser {
    /**
     * Is asked once for each class and place, within a creation: must return at once, and think elsewhere.
     *
     * @param kind a class of selectors
     * @param verdict told the policy, by any thread, once or never
     */
    void advise(Class<?> kind, Consumer<ExecutionPolicy> verdict);
}
