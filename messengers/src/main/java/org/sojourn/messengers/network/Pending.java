package org.sojourn.messengers.network;

import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Shape;

/** What a messenger is to do before its script goes on. It takes that along. */
sealed interface Pending {
    /** A call of a Java method, before which others go first. */
    record Call(String file, String name, @Nullable Object[] in, Shape[] results) implements Pending {}

    /** A messenger to begin, of a script that isn't known here yet. */
    record Injection(String script, @Nullable Object[] arguments) implements Pending {}

    /** A message to be taken from a node's box. */
    record Receipt(Address from, boolean isWaiting, Shape shape) implements Pending {}

    /**
     * A variable of the node that a program reads or sets; the messenger ends with that.
     *
     * @param number of the question, at the home of the messenger's journey
     */
    record Access(String variable, boolean isSet, @Nullable Object value, long number) implements Pending {}
}
