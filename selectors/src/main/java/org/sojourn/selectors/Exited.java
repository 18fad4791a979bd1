package org.sojourn.selectors;

/**
 * Tells a watcher that a selector has exited. It is processed after every message that the exited one has sent to the
 * watcher and that an enabled mailbox holds, and it reaches a selector whatever its guards and however paused.
 *
 * @param who the selector that has exited
 * @param reason why
 */
public record Exited(Handle<?> who, ExitReason reason) {
    /** Checks that both are there. */
    public Exited {
        Given.handle(who, "who");
        Given.value(reason, "reason");
    }
}
