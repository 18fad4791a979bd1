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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;

/**
 * The objects that an idle selector consists of, its handle included: what can be reached from its handle and not from
 * that of another selector of its kind. Sizes are those that JOL finds.
 *
 * <p>Only objects of Sojourn's own classes, and arrays, are looked into. JOL can walk through those of the JDK, too, but
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
        quieten();
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            long before = Idle.CONSTRUCTED.sum();
            Handle<Object> one = sojourn.create(Idle::new);
            Handle<Object> other = sojourn.create(Idle::new);
            Crowd.await("constructed", Idle.CONSTRUCTED, before + 2);
            return difference(one, other);
        }
    }

    /** JOL would have a process attach itself to this one; it can do without, but says so on standard output. */
    private static void quieten() {
        System.setProperty("jol.skipDynamicAttach", "true");
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            VM.current();
        } finally {
            System.setOut(out);
        }
    }

    /** What can be reached from one object and not from another. */
    static Footprint difference(Object one, Object other) {
        Set<Object> shared = Collections.newSetFromMap(new IdentityHashMap<>());
        shared.addAll(reachable(other));
        return new Footprint(reachable(one).stream()
                .filter(object -> !shared.contains(object))
                .map(Part::of)
                .toList());
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

    /** In the order in which they are found, breadth first. */
    private static List<Object> reachable(Object root) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> found = new ArrayList<>();
        seen.add(root);
        found.add(root);
        for (int i = 0; i < found.size(); i++) {
            for (Object next : references(found.get(i))) {
                if (seen.add(next)) {
                    found.add(next);
                }
            }
        }
        return found;
    }

    private static List<Object> references(Object object) {
        if (object instanceof Object[] elements) {
            return Arrays.stream(elements).filter(Objects::nonNull).toList();
        }
        List<Object> references = new ArrayList<>();
        for (Class<?> type = object.getClass();
                type != null && type.getName().startsWith(OURS);
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    value(field, object).ifPresent(references::add);
                }
            }
        }
        return references;
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
