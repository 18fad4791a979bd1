package org.sojourn.weave.frame;

import org.jspecify.annotations.Nullable;

/** What becomes of frames that have left a stack. */
@FunctionalInterface
public interface Departure {
    /**
     * All frames have left. Runs in place of the outermost of them, on its thread: what this method returns, its caller gets from the method of
     * that frame, and what it throws is thrown to that caller.
     *
     * @param frames those that left
     * @return what the caller gets; for a primitive result null stands for zero
     * @throws Throwable for the caller
     */
    @Nullable
    Object left(DeltaSet frames) throws Throwable;
}
