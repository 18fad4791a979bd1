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
}
