package org.sojourn.host.place;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Reference;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/**
 * What a body keeps from one message to the next, and how much of it: the fields of its class and of those above, up to the
 * library's, and those of objects of the program's own classes, to a depth of {@value #DEEPEST}. What is final and can't change, and
 * what stands for somebody else, is no state. (σ′ of G. Upadhyaya and H. Rajan, 2015, appendix C.)
 *
 * @param isState whether there is any
 * @param size elements of collections, arrays and texts, altogether
 * @param isWhole whether all of it could be looked at
 */
record StateSize(boolean isState, long size, boolean isWhole) {
    private static final int DEEPEST = 3;
    private static final StateSize NONE = new StateSize(false, 0, true);
    private static final StateSize SOME = new StateSize(true, 0, true);
    private static final StateSize HIDDEN = new StateSize(true, 0, false);

    /** The fields of a class that may be state, opened to us; nothing if they can't be. */
    private static final ClassValue<Optional<List<Field>>> FIELDS = new ClassValue<>() {
        @Override
        protected Optional<List<Field>> computeValue(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            try {
                for (Class<?> at = type; at != null && at != Object.class && !isLibrary(at); at = at.getSuperclass()) {
                    for (Field field : at.getDeclaredFields()) {
                        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                            field.setAccessible(true);
                            fields.add(field);
                        }
                    }
                }
                return Optional.of(List.copyOf(fields));
            } catch (InaccessibleObjectException e) {
                return Optional.empty();
            }
        }
    };

    private static boolean isLibrary(Class<?> type) {
        return type.getPackageName().equals(Selector.class.getPackageName());
    }

    /** {@return the size of a body, between two of its messages} */
    static StateSize of(Object body) {
        return within(body, 0);
    }

    private static StateSize within(Object object, int depth) {
        Optional<List<Field>> fields = FIELDS.get(object.getClass());
        if (fields.isEmpty()) {
            return HIDDEN;
        }
        StateSize all = NONE;
        for (Field field : fields.get()) {
            try {
                all = all.with(of(field, field.get(object), depth));
            } catch (IllegalAccessException e) {
                all = all.with(HIDDEN);
            }
        }
        return all;
    }

    private StateSize with(StateSize other) {
        return new StateSize(isState || other.isState, size + other.size, isWhole && other.isWhole);
    }

    private static StateSize of(Field field, @Nullable Object value, int depth) {
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        if (value == null || isConstant(value)) {
            return isFinal || isAddress(field.getType()) ? NONE : SOME;
        }
        if (isAddress(value.getClass())
                || value.getClass().isSynthetic()
                || value.getClass().isHidden()) {
            return NONE;
        }
        if (value instanceof Collection<?> collection) {
            return new StateSize(true, collection.size(), true);
        }
        if (value instanceof Map<?, ?> map) {
            return new StateSize(true, map.size(), true);
        }
        if (value instanceof CharSequence text) {
            return new StateSize(true, text.length(), true);
        }
        if (value.getClass().isArray()) {
            return new StateSize(true, Array.getLength(value), true);
        }
        if (value.getClass().getClassLoader() == null || depth == DEEPEST) {
            return SOME;
        }
        StateSize inner = within(value, depth + 1);
        return isFinal ? inner : inner.with(SOME);
    }

    /** Whether an object can't change. */
    private static boolean isConstant(Object value) {
        return value instanceof Number && value.getClass().getName().startsWith("java.lang.")
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum<?>
                || value instanceof Record
                || value instanceof Class<?>
                || value.getClass().getName().startsWith("java.time.");
    }

    /** Whether objects of a class stand for others, or for nothing that changes. */
    private static boolean isAddress(Class<?> type) {
        return Reference.class.isAssignableFrom(type)
                || Mailbox.class.isAssignableFrom(type)
                || System.Logger.class.isAssignableFrom(type)
                || type.getName().endsWith(".Logger");
    }
}
