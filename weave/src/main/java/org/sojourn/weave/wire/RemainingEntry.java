package org.sojourn.weave.wire;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An entry of a map of the JDK, as it was when frames with a variable for it left. It knows no map any more. */
final class RemainingEntry implements Map.Entry<@Nullable Object, @Nullable Object> {
    private final @Nullable Object key;
    private final @Nullable Object value;

    RemainingEntry(@Nullable Object key, @Nullable Object value) {
        this.key = key;
        this.value = value;
    }

    @Override
    public @Nullable Object getKey() {
        return key;
    }

    @Override
    public @Nullable Object getValue() {
        return value;
    }

    @Override
    public @Nullable Object setValue(@Nullable Object replacement) {
        throw new UnsupportedOperationException("the entry of key " + key
                + " was copied from its map when the frames that use it were to move, and can't change it any more;"
                + " put the value into the map");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && Objects.equals(key, entry.getKey())
                && Objects.equals(value, entry.getValue());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(key) ^ Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return key + "=" + value;
    }
}
