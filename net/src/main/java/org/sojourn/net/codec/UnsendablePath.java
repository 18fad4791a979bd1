package org.sojourn.net.codec;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;

/**
 * Finds what can't travel in a value that a serialiser has refused, and the path to it. Runs after a failure only, so
 * it may be slow; it searches breadth first, so that the path is a shortest one and no depth overflows the stack.
 */
final class UnsendablePath {
    /** The search ends here; for a larger value the serialiser's own words must do. */
    private static final int MAX_OBJECTS = 1_000_000;

    /** Of a value that is too large, no more objects are looked at. */
    private static final int MAX_WEIGHED = 100_000;

    /** A text, or numbers, that take less than this part of the bound aren't what makes a value too large. */
    private static final int PARTS = 4;

    private final Shapes shapes;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Queue<Step> queue = new ArrayDeque<>();

    /** An object that was found, and how: from another step by this name. A path is made only of what is told, since chains may be long. */
    private record Step(Object value, @Nullable Step from, String name) {
        String path() {
            Deque<String> names = new ArrayDeque<>();
            for (Step step = this; step != null; step = step.from) {
                names.push(step.name);
            }
            return String.join("", names);
        }

        /** A field that a class needn't send may be left out; a record's component may not. */
        String orTransient() {
            boolean isField = from != null && name.startsWith(".") && !name.endsWith(")");
            return isField && from != null && !from.value.getClass().isRecord() ? "; or make the field transient" : "";
        }
    }

    /** The body of the part that the value moves with, or null. */
    private final @Nullable Object body;

    private UnsendablePath(Shapes shapes, @Nullable Object body) {
        this.shapes = shapes;
        this.body = body;
    }

    static UnencodableException explain(Shapes shapes, Object root, @Nullable Object body, Throwable failure) {
        TooLargeException tooLarge = TooLargeException.in(failure);
        if (tooLarge != null) {
            return new UnsendablePath(shapes, body).tooLarge(root, tooLarge.bytes());
        }
        String found = find(shapes, root, body);
        if (found != null) {
            return new UnencodableException(found); // says it all: how the library came to the same is of no use
        }
        if (failure instanceof UnencodableException already) {
            return new UnencodableException(String.valueOf(already.getMessage()));
        }
        String name = root.getClass().getName();
        if (failure instanceof StackOverflowError || Words.message(failure).contains("depth")) {
            return new UnencodableException(name + " is nested too deeply to travel; the bound is "
                    + GraphCodec.MAX_DEPTH + " objects within each other: send long chains as a list");
        }
        return new UnencodableException(name + " can't travel: " + Words.of(failure), failure);
    }

    /** The search calls code of the program, such as iterators, which may fail again: the serialiser's own words have to do then. */
    private static @Nullable String find(Shapes shapes, Object root, @Nullable Object body) {
        try {
            return new UnsendablePath(shapes, body).search(root);
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            return null;
        }
    }

    /** Names the bound, and the largest single part of the value. */
    private UnencodableException tooLarge(Object root, long bytes) {
        int bound = shapes.options().maxPayloadBytes();
        Step largest = null;
        long size = 0;
        addRoots(root);
        for (Step step = queue.poll(); step != null && seen.size() < MAX_WEIGHED; step = queue.poll()) {
            long own = sizeOf(step.value(), bound / PARTS);
            if (own > size) {
                largest = step;
                size = own;
            }
            expand(step, step.value().getClass());
        }
        String most = largest == null || largest.from == null
                ? ""
                : ", the most of it perhaps in " + largest.path() + " ("
                        + largest.value().getClass().getTypeName() + " of " + size + ")";
        Object named = body == null ? root : body;
        return new UnencodableException(named.getClass().getTypeName() + " takes more than " + bound
                + " bytes, which is the bound (" + bytes + " bytes so far)" + most + "; send it in parts");
    }

    /** How many elements or characters a value has by itself; 0 if it is none of that sort, or a text or numbers of no weight. */
    private static long sizeOf(Object value, int least) {
        if (value instanceof Collection<?> collection) {
            return collection.size();
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        if (value instanceof Object[] array) {
            return array.length;
        }
        long size =
                value instanceof String text ? text.length() : value.getClass().isArray() ? Array.getLength(value) : 0;
        return size * Long.BYTES < least ? 0 : size;
    }

    private void addRoots(Object root) {
        if (body != null) {
            visit(body, null, simpleName(body.getClass()));
        }
        visit(root, null, root instanceof LambdaParts ? "lambda" : simpleName(root.getClass()));
    }

    private @Nullable String search(Object root) {
        addRoots(root);
        for (Step step = queue.poll(); step != null; step = queue.poll()) {
            Class<?> type = step.value().getClass();
            String objection = shapes.objection(step.value(), body);
            if (objection != null) {
                return step.path() + ": " + type.getTypeName() + " " + objection + step.orTransient();
            }
            if (seen.size() > MAX_OBJECTS) {
                return null;
            }
            expand(step, type);
        }
        return null;
    }

    private void expand(Step from, Class<?> type) {
        Object value = from.value();
        if (value instanceof LambdaParts parts) {
            String owner = "lambda in " + parts.capturing().getSimpleName() + ", variable ";
            for (int i = 0; i < parts.captured().length; i++) {
                visit(parts.captured()[i], null, owner + (i + 1));
            }
        } else if (type.isArray()) {
            for (int i = 0; !type.getComponentType().isPrimitive() && i < Array.getLength(value); i++) {
                visit(Array.get(value, i), from, "[" + i + "]");
            }
        } else if (value instanceof Optional<?> optional) {
            visit(optional.orElse(null), from, ".get()");
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                visit(entry.getKey(), from, ".keySet()");
                visit(entry.getValue(), from, "[" + brief(entry.getKey()) + "]");
            }
        } else if (value instanceof Collection<?> collection) {
            int index = 0;
            for (Object each : collection) {
                visit(each, from, "[" + index++ + "]");
            }
        }
        if (value instanceof Throwable || (!(value instanceof Enum) && shapes.formOf(type) == null)) {
            expandFields(from, type);
        }
    }

    private void expandFields(Step from, Class<?> type) {
        Object value = from.value();
        if (value instanceof Throwable failure) {
            visit(failure.getCause(), from, ".getCause()");
        }
        for (Class<?> c = type; c != null && !c.getName().startsWith("java."); c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers)
                        && !Modifier.isTransient(modifiers)
                        && !field.getType().isPrimitive()) {
                    try {
                        field.setAccessible(true);
                        visit(field.get(value), from, "." + field.getName());
                    } catch (IllegalAccessException | RuntimeException e) {
                        continue; // not ours to read: the serialiser's words have to do
                    }
                }
            }
        }
    }

    private void visit(@Nullable Object value, @Nullable Step from, String name) {
        if (value != null && seen.add(value)) {
            queue.add(new Step(value, from, name));
        }
    }

    private static String brief(@Nullable Object key) {
        return key instanceof String || key instanceof Number || key instanceof Enum
                ? Shapes.brief(String.valueOf(key))
                : key == null ? "null" : simpleName(key.getClass());
    }

    private static String simpleName(Class<?> type) {
        String simple = type.getSimpleName();
        return simple.isEmpty() ? type.getName() : simple;
    }
}
