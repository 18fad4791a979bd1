package org.sojourn.threads.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists, sets and maps of the platform that nobody can change: they are made of all that they hold, at once. */
final class Unchanging {
    private static final String CLASSES = "java.util.ImmutableCollections$";

    private static final int LIST = 0;

    /** As a stream's {@code toList} makes them. */
    private static final int LIST_WITH_NULLS = 1;

    private static final int SET = 2;
    private static final int MAP = 3;

    private Unchanging() {}

    /** The sort of one; below 0 if it is none. */
    static int sort(Object value) {
        if (value == Collections.emptyList()) {
            return LIST_WITH_NULLS;
        }
        if (!value.getClass().getName().startsWith(CLASSES)) {
            return -1;
        }
        return switch (value) {
            case List<?> list -> takesNull(list) ? LIST_WITH_NULLS : LIST;
            case Set<?> set -> SET;
            case Map<?, ?> map -> MAP;
            default -> -1;
        };
    }

    private static boolean takesNull(List<?> list) {
        try {
            boolean unused = list.contains(null);
            return true;
        } catch (NullPointerException e) {
            return false;
        }
    }

    /** Whether what it holds is to be whole before it is made: it is asked for its hash code. */
    static boolean isHashed(int sort) {
        return sort >= SET;
    }

    /** What one holds; of a map, a key and its value in turn. */
    static List<@Nullable Object> elements(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<@Nullable Object> all = new ArrayList<>();
            map.forEach((key, its) -> {
                all.add(key);
                all.add(its);
            });
            return all;
        }
        return new ArrayList<>((Collection<?>) value);
    }

    /**
     * Makes one.
     *
     * @throws RuntimeException if there is none that holds such
     */
    static Object made(int sort, List<@Nullable Object> elements) throws IOException {
        return switch (sort) {
            case LIST -> List.of(elements.toArray());
            case LIST_WITH_NULLS -> elements.stream().toList();
            case SET -> Set.of(elements.toArray());
            case MAP -> map(elements);
            default ->
                throw new IOException("a collection of sort " + sort + " that can't change; there are 0 to " + MAP);
        };
    }

    private static Object map(List<@Nullable Object> elements) throws IOException {
        if (elements.size() % 2 != 0) {
            throw new IOException("a map has a key without a value");
        }
        Map.Entry<?, ?>[] all = new Map.Entry<?, ?>[elements.size() / 2];
        for (int i = 0; i < all.length; i++) {
            all[i] = Map.entry(
                    Objects.requireNonNull(elements.get(2 * i)), Objects.requireNonNull(elements.get(2 * i + 1)));
        }
        return Map.ofEntries(all);
    }
}
