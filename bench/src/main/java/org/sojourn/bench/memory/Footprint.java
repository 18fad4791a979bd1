package org.sojourn.bench.memory;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;

/**
 * The objects that an idle selector consists of, its handle included: what can be reached from its handle and not from
 * that of another selector of its kind. Sizes are those that JOL finds.
 *
 * <p>Only objects of Sojourn's own classes, and arrays, are looked into. JOL can walk by itself, but
 * from a selector one comes to its place, from there to threads and class loaders, and while JOL walks, the collector moves
 * what it tells apart by address. Whether something was overlooked, such as an entry in a table that leads to the selector,
 * shows when many of them are created: see {@link Crowd}.
 *
 * @param objects the handle first
 */
public record Footprint(List<Part> objects) {
    private static final String OURS = "org.sojourn.";

    /**
     * An object.
     *
     * @param type its class
     * @param bytes its size, padding included
     * @param fields the size of its fields
     */
    public record Part(String type, long bytes, long fields) {
        static Part of(Object object) {
            ClassLayout layout = ClassLayout.parseInstance(object);
            long fields =
                    layout.fields().stream().mapToLong(field -> field.size()).sum();
            return new Part(object.getClass().getName(), layout.instanceSize(), fields);
        }
    }

    /**
     * Creates two selectors and looks at one of them.
     *
     * @return what it consists of
     */
    public static Footprint ofIdle() {
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            long before = Idle.CONSTRUCTED.sum();
            // One after the other: the first two of a kind that are made at the same moment may each have it looked up.
            Handle<Object> one = sojourn.create(Idle::new);
            Crowd.await("constructed", Idle.CONSTRUCTED, before + 1);
            Handle<Object> other = sojourn.create(Idle::new);
            Crowd.await("constructed", Idle.CONSTRUCTED, before + 2);
            return difference(one, other);
        }
    }

    /**
     * JOL would have a process attach itself to this one; it can do without, but says so on standard output. Where the fields
     * of a record are the JDK no longer tells, and JOL must find out.
     */
    static {
        System.setProperty("jol.skipDynamicAttach", "true");
        System.setProperty("jol.magicFieldOffset", "true");
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            VM.current();
        } finally {
            System.setOut(out);
        }
    }

    /**
     * What belongs to one object and not to another of its kind. Both are followed field by field, in step: where they lead to
     * the same object it is shared, and not looked into; where they part, there are two, of which one is counted. So it doesn't
     * matter that what they share, such as the worker that has just run them, may lead back to them.
     */
    static Footprint difference(Object one, Object other) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Pair> found = new ArrayList<>();
        seen.add(one);
        found.add(new Pair(one, Optional.of(other)));
        for (int i = 0; i < found.size(); i++) {
            for (Pair next : found.get(i).next()) {
                if (seen.add(next.one())) {
                    found.add(next);
                }
            }
        }
        return new Footprint(found.stream().map(pair -> Part.of(pair.one())).toList());
    }

    /**
     * An object of the one that is measured, and the one in its place in the other.
     *
     * @param one the object
     * @param other of the same class; empty if there is none such
     */
    private record Pair(Object one, Optional<Object> other) {
        static Optional<Pair> parted(Optional<Object> one, Optional<Object> other) {
            return one.filter(object -> other.isEmpty() || object != other.get())
                    .map(object -> new Pair(object, other.filter(same -> same.getClass() == object.getClass())));
        }

        List<Pair> next() {
            if (one instanceof Object[] elements) {
                return IntStream.range(0, elements.length)
                        .mapToObj(i -> parted(element(one, i), other.flatMap(array -> element(array, i))))
                        .flatMap(Optional::stream)
                        .toList();
            }
            return Stream.<Class<?>>iterate(
                            one.getClass(), type -> type.getName().startsWith(OURS), Class::getSuperclass)
                    .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                    .filter(field -> !field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers()))
                    .map(field -> parted(value(field, one), other.flatMap(object -> value(field, object))))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    private static Optional<Object> element(Object array, int index) {
        return array instanceof Object[] elements && index < elements.length
                ? Optional.ofNullable(elements[index])
                : Optional.empty();
    }

    /**
     * Returns the size of all objects.
     *
     * @return bytes
     */
    public long bytes() {
        return objects.stream().mapToLong(Part::bytes).sum();
    }

    /**
     * Returns the size of what every object begins with: 12 bytes are ordinary headers, 8 are compact ones.
     *
     * @return bytes
     */
    public static int header() {
        return VM.current().objectHeaderSize();
    }

    private static Optional<Object> value(Field field, Object object) {
        try {
            field.setAccessible(true);
            return Optional.ofNullable(field.get(object));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " can't be read, so nobody knows what it leads to", e);
        }
    }
}
