package org.sojourn.net.codec;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;

/** Forms of JDK types for a library that has no way, or no safe way, to write them itself. */
final class JdkForms {
    private static final Map<Class<?>, Form> FORMS = new HashMap<>();

    static {
        FORMS.put(UUID.class, new UuidForm());
        FORMS.put(EnumSet.class, new EnumSetForm());
        FORMS.put(EnumMap.class, new EnumMapForm());
        FORMS.put(
                ZoneId.of("Europe/Berlin").getClass(),
                new Mapped(zone -> ((ZoneId) zone).getId(), id -> ZoneId.of((String) id)));
        FORMS.put(Collections.reverseOrder().getClass(), new Constant(Collections.reverseOrder()));
        FORMS.put(Comparator.naturalOrder().getClass(), new Constant(Comparator.naturalOrder()));
        Function<Object, Object> array = all -> ((Collection<?>) all).toArray();
        Function<Object, Object> list = all -> new ArrayList<>((Collection<?>) all);
        FORMS.put(Arrays.asList(1).getClass(), new Mapped(array, all -> Arrays.asList((Object[]) all)));
        FORMS.put(List.of(1, 2, 3).subList(0, 2).getClass(), new Mapped(array, all -> List.of((Object[]) all)));
        FORMS.put(new ArrayList<>().subList(0, 0).getClass(), new Mapped(list, Function.identity()));
        FORMS.put(Collections.nCopies(1, 1).getClass(), new Mapped(list, Function.identity()));
        addUnmodifiable(list);
    }

    private JdkForms() {}

    private static void addUnmodifiable(Function<Object, Object> list) {
        Mapped lists = new Mapped(list, all -> Collections.unmodifiableList((List<?>) all));
        FORMS.put(Collections.unmodifiableList(new ArrayList<>()).getClass(), lists);
        FORMS.put(Collections.unmodifiableList(new LinkedList<>()).getClass(), lists);
        FORMS.put(
                Collections.unmodifiableCollection(List.of()).getClass(),
                new Mapped(list, all -> Collections.unmodifiableCollection((List<?>) all)));
        FORMS.put(
                Collections.unmodifiableSet(new LinkedHashSet<>()).getClass(),
                new Mapped(
                        all -> new LinkedHashSet<>((Collection<?>) all),
                        all -> Collections.unmodifiableSet((LinkedHashSet<?>) all)));
        FORMS.put(
                Collections.unmodifiableMap(new HashMap<>()).getClass(),
                new Mapped(
                        all -> new LinkedHashMap<>((Map<?, ?>) all),
                        all -> Collections.unmodifiableMap((LinkedHashMap<?, ?>) all)));
        Function<Object, Object> set = all -> new TreeSet<>((SortedSet<?>) all);
        FORMS.put(
                Collections.unmodifiableSortedSet(new TreeSet<>()).getClass(),
                new Mapped(set, all -> Collections.unmodifiableSortedSet((TreeSet<?>) all)));
        FORMS.put(
                Collections.unmodifiableNavigableSet(new TreeSet<>()).getClass(),
                new Mapped(set, all -> Collections.unmodifiableNavigableSet((TreeSet<?>) all)));
        Function<Object, Object> map = all -> new TreeMap<>((SortedMap<?, ?>) all);
        FORMS.put(
                Collections.unmodifiableSortedMap(new TreeMap<>()).getClass(),
                new Mapped(map, all -> Collections.unmodifiableSortedMap((TreeMap<?, ?>) all)));
        FORMS.put(
                Collections.unmodifiableNavigableMap(new TreeMap<>()).getClass(),
                new Mapped(map, all -> Collections.unmodifiableNavigableMap((TreeMap<?, ?>) all)));
    }

    static @Nullable Form formOf(Class<?> type) {
        if (type.isEnum()) {
            return new EnumForm(type);
        }
        return FORMS.get(type);
    }

    /** A type that is written as a value of another, the class of which says nothing more. */
    private record Mapped(Function<Object, Object> encode, Function<Object, Object> decode) implements Form {
        @Override
        public void write(Object value, Output out) {
            out.value(encode.apply(value));
        }

        @Override
        public Object read(Input in) {
            Object inner = in.value();
            if (inner == null) {
                throw new MalformedException("a null where the content of a collection has to be");
            }
            return decode.apply(inner);
        }
    }

    private record Constant(Object constant) implements Form {
        @Override
        public void write(Object value, Output out) {}

        @Override
        public Object read(Input in) {
            return constant;
        }
    }

    private static final class UuidForm implements Form {
        @Override
        public void write(Object value, Output out) {
            UUID id = (UUID) value;
            out.number(id.getMostSignificantBits());
            out.number(id.getLeastSignificantBits());
        }

        @Override
        public Object read(Input in) {
            long high = in.number();
            return new UUID(high, in.number());
        }
    }

    private static final class EnumForm implements Form {
        private final Object[] constants;

        EnumForm(Class<?> type) {
            constants = type.getEnumConstants();
        }

        @Override
        public void write(Object value, Output out) {
            out.number(((Enum<?>) value).ordinal());
        }

        @Override
        public Object read(Input in) {
            long ordinal = in.number();
            if (ordinal < 0 || ordinal >= constants.length) {
                throw new MalformedException("an enum of " + constants.length + " constants has none at " + ordinal);
            }
            return constants[(int) ordinal];
        }
    }

    /** Some constant of an enum type that a peer names; it stands for the type. */
    private static Enum<?> sampleOf(Class<?> type) {
        if (!type.isEnum() || type.getEnumConstants().length == 0) {
            throw new MalformedException(type.getName() + " isn't an enum with constants");
        }
        return (Enum<?>) type.getEnumConstants()[0];
    }

    private static final class EnumSetForm implements Form {
        @Override
        public void write(Object value, Output out) {
            EnumSet<?> set = (EnumSet<?>) value;
            EnumSet<?> sample = set.isEmpty() ? EnumSet.complementOf(set) : set;
            out.type(sample.iterator().next().getDeclaringClass());
            out.number(set.size());
            for (Enum<?> each : set) {
                out.number(each.ordinal());
            }
        }

        @Override
        public Object read(Input in) {
            return read(in, sampleOf(in.type()));
        }

        private static <E extends Enum<E>> EnumSet<E> read(Input in, Enum<E> sample) {
            EnumSet<E> set = EnumSet.noneOf(sample.getDeclaringClass());
            E[] constants = sample.getDeclaringClass().getEnumConstants();
            for (int i = in.count(); i > 0; i--) {
                set.add(constants[Math.toIntExact(in.number())]);
            }
            return set;
        }
    }

    private static final class EnumMapForm implements Form {
        @Override
        public void write(Object value, Output out) {
            EnumMap<?, ?> map = (EnumMap<?, ?>) value;
            out.type(
                    map.isEmpty()
                            ? keyType(map)
                            : map.keySet().iterator().next().getDeclaringClass());
            out.number(map.size());
            map.forEach((key, content) -> {
                out.number(key.ordinal());
                out.value(content);
            });
        }

        @Override
        public Object read(Input in) {
            return read(in, sampleOf(in.type()));
        }

        private static <E extends Enum<E>> EnumMap<E, @Nullable Object> read(Input in, Enum<E> sample) {
            EnumMap<E, @Nullable Object> map = new EnumMap<>(sample.getDeclaringClass());
            in.made(map);
            E[] constants = sample.getDeclaringClass().getEnumConstants();
            for (int i = in.count(); i > 0; i--) {
                E key = constants[Math.toIntExact(in.number())];
                map.put(key, in.value());
            }
            return map;
        }

        /** An empty map shows its key type to Java's own serialisation only. */
        private static Class<?> keyType(EnumMap<?, ?> empty) {
            try (TypeCatcher catcher = new TypeCatcher()) {
                catcher.writeObject(empty);
                return catcher.caught;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Notes the enum type among what is written, and writes to nowhere. */
    private static final class TypeCatcher extends ObjectOutputStream {
        private Class<?> caught = Enum.class;

        TypeCatcher() throws IOException {
            super(OutputStream.nullOutputStream());
        }

        @Override
        protected void annotateClass(Class<?> type) {
            if (type.isEnum()) {
                caught = type;
            }
        }
    }
}
