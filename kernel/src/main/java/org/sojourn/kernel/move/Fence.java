package org.sojourn.kernel.move;

/**
 * Mail that a sojourner has sent to more than one receiver as one, such as a broadcast. It takes no route of a single name; so only what
 * sent it can find out whether it has arrived.
 */
public interface Fence {
    /** Has something done when all that was sent has arrived or is lost, perhaps at once. Without locks. */
    void whenLanded(Runnable action);
}
