package org.sojourn.messengers.agent;

/** The address of a logical node, which no other one ever has. It may be kept, compared by {@code equals}, and sent in messages. */
public interface NodeAddress {
    /** {@return what the node was called when it was created; empty for nothing} Any number of nodes may be called the same. */
    String text();
}
