package org.sojourn.weave.run;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Whether what one frame returns can be what the next one waits for. Between the two there can have been a lambda, which casts, boxes, widens or drops it.
 * Whether the object fits shows when it is there, by a cast.
 */
final class Results {
    private static final String NUMBERS = "BSIJFD";

    private Results() {}

    /**
     * Compares.
     *
     * @param returned the descriptor of what a method returns
     * @param by loads its class
     * @param expected the descriptor of what a call is to have
     * @param there loads the class that calls
     */
    static boolean fit(String returned, @Nullable ClassLoader by, String expected, @Nullable ClassLoader there) {
        if (expected.equals("V") || returned.equals(expected)) {
            return true;
        }
        Class<?> from = type(returned, by);
        Class<?> to = type(expected, there);
        if (from == null || to == null) {
            return true; // nothing but null is of a class that isn't there
        }
        if (from == void.class) {
            return false;
        }
        if (from.isPrimitive()) {
            return to.isPrimitive() ? widens(from, to) : to.isAssignableFrom(boxed(from));
        }
        if (to.isPrimitive()) {
            Class<?> unboxed = MethodType.methodType(from).unwrap().returnType();
            return unboxed.isPrimitive() ? widens(unboxed, to) : isCast(from, boxed(to));
        }
        return isCast(from, to);
    }

    private static boolean widens(Class<?> from, Class<?> to) {
        int wider = NUMBERS.indexOf(to.descriptorString());
        return from == to
                || from != boolean.class
                        && (from == char.class
                                ? wider >= NUMBERS.indexOf('I')
                                : wider >= NUMBERS.indexOf(from.descriptorString()));
    }

    private static Class<?> boxed(Class<?> primitive) {
        return MethodType.methodType(primitive).wrap().returnType();
    }

    /** Whether an object can be of both. */
    private static boolean isCast(Class<?> from, Class<?> to) {
        if (from.isAssignableFrom(to) || to.isAssignableFrom(from)) {
            return true;
        }
        if (from.isArray() && to.isArray()) {
            Class<?> ofOne = from.getComponentType();
            Class<?> ofOther = to.getComponentType();
            return !ofOne.isPrimitive() && !ofOther.isPrimitive() && isCast(ofOne, ofOther);
        }
        return from.isInterface() && isOpen(to) || to.isInterface() && isOpen(from);
    }

    private static boolean isOpen(Class<?> type) {
        return !type.isArray() && !Modifier.isFinal(type.getModifiers());
    }

    private static @Nullable Class<?> type(String descriptor, @Nullable ClassLoader loader) {
        try {
            return MethodType.fromMethodDescriptorString("()" + descriptor, loader)
                    .returnType();
        } catch (TypeNotPresentException | LinkageError e) {
            return null;
        }
    }
}
