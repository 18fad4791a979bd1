package org.sojourn.kernel.site;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Reference;

/**
 * Puts what stays at a place through the codec as if it went to another, where the place was told to. So one place
 * shows whether everything can travel, and whether anybody changes what has been sent.
 */
public final class Copier {
    private final Codec codec;

    /** Null if nothing is copied. One thread at a time, by its own lock. */
    private final Codec.@Nullable Inbound inbound;

    Copier(Codec codec, Reference.Resolver resolver, boolean copies) {
        this.codec = codec;
        this.inbound = copies ? codec.inbound(resolver) : null;
    }

    public boolean copies() {
        return inbound != null;
    }

    /** {@return a copy; the value itself if nothing is copied} */
    public <T> T copy(T value) {
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
}
