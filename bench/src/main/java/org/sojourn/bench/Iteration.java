package org.sojourn.bench;

/** One run of a program on one side, which checks its answer. */
@FunctionalInterface
interface Iteration {
    void run() throws Exception;
}
