package org.sojourn.bench;

import java.util.List;

/**
 * Whose a sampled piece of processor time is.
 *
 * <p>The innermost frame that is the program's or the runtime's decides: what either calls of the JDK and of other libraries is its
 * own. Program and runtime call each other by turns on one stack, as a send may run a handler on the sender's, so the
 * outermost frames say nothing.
 *
 * @param owner whose it is
 * @param method the frame that has decided; empty if none has
 */
record Attribution(Owner owner, String method) {
    /** Both sides' programs, what they compute with, and the thread that asks for the answer and checks it. */
    private static final String PROGRAMS = "org.sojourn.bench.";

    /** Whose processor time can be. */
    enum Owner {
        /** The program's: no runtime could save it. */
        WORK,
        /** That of the runtime that runs it. */
        RUNTIME,
        /** Of threads that have to do with neither, of the other runtime, and where the stack couldn't be walked. */
        OTHER
    }

    /**
     * Attributes a sample.
     *
     * @param running the runtime whose turn it was
     * @param thread the sampled thread's name
     * @param stack class and method of each frame, the innermost first
     */
    static Attribution of(Contestant running, String thread, List<String> stack) {
        for (String method : stack) {
            if (method.startsWith(PROGRAMS)) {
                return new Attribution(Owner.WORK, method);
            }
            if (running.owns(method)) {
                return new Attribution(Owner.RUNTIME, method);
            }
        }
        // Pekko's dispatchers are pools of the JDK's kind: between two actors their threads are in no code of Pekko's.
        return !stack.isEmpty() && running.started(thread)
                ? new Attribution(Owner.RUNTIME, stack.getFirst())
                : new Attribution(Owner.OTHER, "");
    }
}
