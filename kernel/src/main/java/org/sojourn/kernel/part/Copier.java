package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UndecodableException;

/**
 * Copies messages that stay at a place by encoding and decoding them, if the place was told to. So a run of one place shows whether
 * all messages can travel, and whether the program changes a message after it was sent.
 */
final class Copier {
    private final Codec codec;

    /** Null if nothing is copied. Also its own lock, since it serves one thread at a time. */
    private final Codec.@Nullable Inbound inbound;

    Copier(Codec codec, Reference.Resolver resolver, boolean copies) {
        this.codec = codec;
        this.inbound = copies ? codec.inbound(resolver) : null;
    }

    boolean copies() {
        return inbound != null;
    }

    /** Returns a copy of a value; the value itself if nothing is copied. */
    <T> T copy(T value) {
        if (inbound == null) {
            return value;
        }
        Encoded encoded = codec.encode(value);
        synchronized (inbound) {
            for (int number : encoded.classes()) {
                inbound.define(number, codec.className(number));
            }
            @SuppressWarnings("unchecked") // the codec gives back what it was given
            T copy = (T) inbound.decode(encoded.bytes(), 0, encoded.bytes().length);
            return copy;
        }
    }

    /** Returns a copy of the outcome of a request; the outcome itself if nothing is copied. */
    Outcome copy(Outcome outcome) {
        if (inbound == null || !(outcome instanceof Outcome.Value value) || value.value() == null) {
            return outcome;
        }
        try {
            return new Outcome.Value(copy(value.value()));
        } catch (UndecodableException e) {
            return Outcome.undecodable(e);
        }
    }
}
