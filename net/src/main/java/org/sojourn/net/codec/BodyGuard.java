package org.sojourn.net.codec;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * Whether the object of a part may be written or read just now: the one that moves, and in its own package only. Of an engine,
 * so one thread at a time.
 */
final class BodyGuard {
    /** The body that moves, while it is being written. */
    @Nullable
    Object writing;

    /** Whether a part that has moved is being read. */
    boolean isReading;

    void writes(Object value) {
        if (value != writing) {
            throw new UnencodableException(value.getClass().getName() + " never travels; send its handle");
        }
    }

    void reads(Class<?> type) {
        if (!isReading) {
            throw new MalformedException("the bytes hold a " + type.getName() + ", which travels only when it moves");
        }
    }
}
