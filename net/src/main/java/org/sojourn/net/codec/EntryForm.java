package org.sojourn.net.codec;

import java.util.Map;
import java.util.Objects;

/** The immutable entries that {@link Map#entry} makes, which no library can take apart. */
final class EntryForm implements Form {
    static final Class<?> TYPE = Map.entry(1, 1).getClass();

    @Override
    public void write(Object value, Output out) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
        out.value(entry.getKey());
        out.value(entry.getValue());
    }

    @Override
    public Object read(Input in) {
        Object key = Objects.requireNonNull(in.value());
        return Map.entry(key, Objects.requireNonNull(in.value()));
    }
}
