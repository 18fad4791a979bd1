package org.sojourn.kernel.move;

/** Mail of a sojourner that went to more than one receiver, as one: whether it has arrived is found out by whoever has sent it so. */
public interface Fence {
    /** Has something done when all that was sent has arrived or is lost, perhaps at once. Without locks. */
    void whenLanded(Runnable action);
}
