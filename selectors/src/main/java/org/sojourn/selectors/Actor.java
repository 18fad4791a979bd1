package org.sojourn.selectors;

/**
 * A selector with one mailbox.
 *
 * @param <M> the messages
 */
public abstract class Actor<M> extends Selector<M> {
    /** Declares the one mailbox; it takes every message. */
    protected Actor() {
        super(1);
    }
}
