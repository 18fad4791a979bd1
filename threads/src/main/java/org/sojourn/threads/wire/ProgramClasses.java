package org.sojourn.threads.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objenesis.ObjenesisStd;
import org.objenesis.instantiator.ObjectInstantiator;
import org.sojourn.threads.calls.Arrival;
import org.sojourn.weave.wire.Classes;
import org.sojourn.weave.wire.Numbers;

/** The classes of a program, by number, which is the same at all places: they have the same program. No other class is looked up. */
public final class ProgramClasses implements Classes {
    private final List<String> names;
    private final ClassLoader loader;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Class<?>, Shape> shapes = new ConcurrentHashMap<>();
    private final ObjenesisStd objenesis = new ObjenesisStd();

    /**
     * Of a program.
     *
     * @param names of its classes, by their numbers
     * @param loader finds them
     */
    public ProgramClasses(List<String> names, ClassLoader loader) {
        this.names = List.copyOf(names);
        this.loader = loader;
        for (int i = 0; i < names.size(); i++) {
            numbers.put(names.get(i), i);
        }
    }

    /**
     * How an object of a class is taken apart and put together.
     *
     * @param changing those of its fields that may change
     * @param record makes a record of the values of its fields and null; null for other classes
     */
    record Shape(
            Class<?> type,
            List<Field> fields,
            List<Field> changing,
            @Nullable Constructor<?> record,
            @Nullable ObjectInstantiator<?> maker) {}

    /** {@return whether a class is the program's} */
    public boolean has(Class<?> type) {
        return type.getClassLoader() == loader && numbers.containsKey(type.getName());
    }

    @Override
    public void write(Class<?> own, DataOutputStream to) throws IOException {
        Integer number = numbers.get(own.getName());
        if (number == null) {
            throw new IOException(own.getName() + " isn't a class of the program");
        }
        Numbers.write(number, to);
    }

    @Override
    public Class<?> read(DataInputStream from) throws IOException {
        long number = Numbers.read(from);
        if (number < 0 || number >= names.size()) {
            throw new IOException("class " + number + " of the program; it has " + names.size());
        }
        try {
            return Class.forName(names.get((int) number), false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IOException(names.get((int) number) + " can't be loaded: " + e, e);
        }
    }

    Shape shape(Class<?> type) throws IOException {
        Shape known = shapes.get(type);
        if (known == null) {
            known = look(type);
            shapes.put(type, known);
        }
        return known;
    }

    private Shape look(Class<?> type) throws IOException {
        if (Modifier.isAbstract(type.getModifiers()) || type.isInterface() || type.isEnum()) {
            throw new IOException("there are no objects of " + type.getName());
        }
        Deque<Field> fields = new ArrayDeque<>();
        Class<?> at = type;
        for (; at != null && has(at); at = at.getSuperclass()) {
            List<Field> own = Arrays.stream(at.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    .toList();
            own.reversed().forEach(fields::addFirst);
        }
        if (!type.isRecord() && at != Object.class && at != Thread.class && !isThrowable(at)) {
            throw new IOException(
                    "a " + type.getName() + ", which is a " + (at == null ? "?" : at.getName()) + ", can't travel");
        }
        open(fields.toArray(new AccessibleObject[0]));
        Constructor<?> record = type.isRecord() ? arrival(type, List.copyOf(fields)) : null;
        boolean isMade = record == null && at == Object.class;
        List<Field> changing = fields.stream()
                .filter(field -> !Modifier.isFinal(field.getModifiers()))
                .toList();
        return new Shape(
                type, List.copyOf(fields), changing, record, isMade ? objenesis.getInstantiatorOf(type) : null);
    }

    private static boolean isThrowable(@Nullable Class<?> type) {
        return type != null && Throwable.class.isAssignableFrom(type);
    }

    /** The constructor that a record was given when it was woven: one of the program's would run code of the program. */
    private static Constructor<?> arrival(Class<?> type, List<Field> fields) throws IOException {
        Class<?>[] types = Stream.concat(fields.stream().map(Field::getType), Stream.of(Arrival.class))
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> found = type.getDeclaredConstructor(types);
            open(found);
            return found;
        } catch (NoSuchMethodException e) {
            throw new IOException("a " + type.getName() + ", which has too many components, can't travel", e);
        }
    }

    private static void open(AccessibleObject... members) throws IOException {
        for (AccessibleObject each : members) {
            if (!each.trySetAccessible()) {
                throw new IOException(each + " can't be read or set");
            }
        }
    }
}
