package org.sojourn.kernel.site;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Reference;

/**
 * Puts what stays at a place through the codec, as if it went to another, if the place was told to: so one place shows whether everything
 * can travel, and whether anybody changes what has been sent.
 */
public final class Copier {
    private final Codec codec;

    /** Null if nothing is copied. Its own lock: one thread at a time. */
    private final Codec.@Nullable Inbound inbound;

    Copier(Codec codec, Reference.Resolver resolver, boolean copies) {
        this.codec = codec;
        this.inbound = copies ? codec.inbound(resolver) : null;
    }

    /** {@return whether anything is copied} */
    public boolean copies() {
        return inbound != null;
    }

    /** A copy; the value itself if nothing is copied. */
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
