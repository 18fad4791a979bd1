package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

/**
 * An interrupt belongs to the code of the part during which it came: to one message, one answer, one construction. Threads are shared,
 * so the status of the thread is cleared when that code returns, and whoever is run next begins without.
 *
 * <p>A part that is run on its sender's stack begins without, too; the sender has its own interrupt back afterwards, and none that the
 * receiver has left.
 *
 * <p>To ask costs a look into a field of the thread. Only workers and threads of policies run parts, never a thread of the program, so
 * nobody else's interrupt is cleared.
 */
final class Interrupts {
    private static final System.Logger LOG = System.getLogger("org.sojourn.kernel.part.Cell");

    /** Whether a part of the kind has left an interrupt behind, which is said once. Plain: it may be said twice. */
    private boolean hasLeft;

    /** A part is about to be run on this stack; returns whether its sender has an interrupt. */
    static boolean setAside() {
        return Thread.interrupted();
    }

    /** The part has been run. */
    void giveBack(boolean isSenders, Object part) {
        end(part);
        if (isSenders) {
            Thread.currentThread().interrupt();
        }
    }

    /** Code of a part has returned. */
    void end(Object part) {
        if (Thread.interrupted() && !hasLeft) {
            hasLeft = true;
            LOG.log(
                    WARNING,
                    "{0} has left its thread interrupted; that is cleared, since the thread runs other selectors next."
                            + " Said once for each kind",
                    part);
        }
    }
}
