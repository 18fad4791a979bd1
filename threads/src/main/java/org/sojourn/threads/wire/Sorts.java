package org.sojourn.threads.wire;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Classes of the platform that travel, by number. Of collections, those that are alike when they are filled again. */
final class Sorts {
    static final List<Class<?>> NUMBERS = List.of(
            boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class);

    private static final List<Class<?>> BASES = List.of(
            Object.class,
            String.class,
            Integer.class,
            Long.class,
            Double.class,
            Boolean.class,
            Character.class,
            Number.class,
            Comparable.class,
            List.class,
            Collection.class,
            Map.class,
            Float.class,
            Short.class,
            Byte.class,
            BigInteger.class,
            BigDecimal.class,
            StringBuilder.class,
            CharSequence.class,
            Set.class,
            Queue.class,
            Deque.class,
            ArrayList.class,
            LinkedList.class,
            ArrayDeque.class,
            HashSet.class,
            LinkedHashSet.class,
            TreeSet.class,
            HashMap.class,
            TreeMap.class);

    private static final List<Class<?>> COLLECTIONS = List.of(
            ArrayList.class, LinkedList.class, ArrayDeque.class, HashSet.class, LinkedHashSet.class, TreeSet.class);

    private static final List<Supplier<Collection<Object>>> MAKERS =
            List.of(ArrayList::new, LinkedList::new, ArrayDeque::new, HashSet::new, LinkedHashSet::new, TreeSet::new);

    private static final List<Class<?>> MAPS = List.of(HashMap.class, TreeMap.class);

    private Sorts() {}

    static int base(Class<?> type) {
        return BASES.indexOf(type);
    }

    static Class<?> base(int number) throws IOException {
        if (number < 0 || number >= BASES.size()) {
            throw new IOException("an array of the class " + number + "; there are 0 to " + (BASES.size() - 1));
        }
        return BASES.get(number);
    }

    static int collection(Object value) {
        boolean isOrdered = value instanceof SortedSet<?> set && set.comparator() != null;
        return isOrdered ? -1 : COLLECTIONS.indexOf(value.getClass());
    }

    static Collection<Object> collection(int number) throws IOException {
        if (number >= MAKERS.size()) {
            throw new IOException("a collection of sort " + number + "; there are 0 to " + (MAKERS.size() - 1));
        }
        return MAKERS.get(number).get();
    }

    static int map(Object value) {
        boolean isOrdered = value instanceof SortedMap<?, ?> map && map.comparator() != null;
        return isOrdered ? -1 : MAPS.indexOf(value.getClass());
    }

    static Map<Object, Object> map(int number) throws IOException {
        return switch (number) {
            case 0 -> new HashMap<>();
            case 1 -> new TreeMap<>();
            default -> throw new IOException("a map of sort " + number + "; there are 0 and 1");
        };
    }
}
