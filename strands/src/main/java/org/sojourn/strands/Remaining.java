package org.sojourn.strands;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is left of an iterator of the JDK's, which is bound to its collection and can't travel. A loop over a collection has one in a
 * variable without a name, so without this no loop could hop. It iterates over what there was to come when the strand left, and removes nothing.
 */
final class Remaining implements Iterator<@Nullable Object> {
    private static final Set<String> OTHERS =
            Set.of("java.util.Collections", "java.util.Arrays", "java.util.ImmutableCollections");

    private final ArrayList<@Nullable Object> left;
    private int next;

    private Remaining(Iterator<?> of) {
        left = new ArrayList<>();
        while (of.hasNext()) {
            left.add(travelling(of.next()));
        }
    }

    /** Replaces iterators of collections among values, each by one. */
    static void replace(List<@Nullable Object[]> frames) {
        Map<Object, Remaining> made = new IdentityHashMap<>();
        for (@Nullable Object[] values : frames) {
            for (int i = 0; i < values.length; i++) {
                Object value = values[i];
                if (value instanceof Iterator<?> iterator && isOfCollection(value.getClass())) {
                    values[i] = made.computeIfAbsent(value, any -> new Remaining(iterator));
                } else {
                    values[i] = travelling(value);
                }
            }
        }
    }

    /** Those of collections end. Others of the JDK may not. */
    private static boolean isOfCollection(Class<?> type) {
        Class<?> top = type;
        while (top.getEnclosingClass() != null) {
            top = top.getEnclosingClass();
        }
        return type.getName().startsWith("java.util.")
                && (Collection.class.isAssignableFrom(top)
                        || Map.class.isAssignableFrom(top)
                        || OTHERS.contains(top.getName()));
    }

    /** An entry of a map is bound to it as well. */
    private static @Nullable Object travelling(@Nullable Object value) {
        return value instanceof Map.Entry<?, ?> entry && isOfCollection(value.getClass())
                ? new SimpleImmutableEntry<>(entry.getKey(), entry.getValue())
                : value;
    }

    @Override
    public boolean hasNext() {
        return next < left.size();
    }

    @Override
    public @Nullable Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return left.get(next++);
    }
}
