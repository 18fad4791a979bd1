package org.sojourn.messengers.network;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.run.Fault;

/** Values of a script, as a Java method takes them. */
final class MethodArguments {
    private MethodArguments() {}

    /**
     * {@return a value as a parameter takes it}
     *
     * @param what which method it is
     * @param number of the parameter, from 1
     * @throws Fault if the parameter is of another type
     */
    static @Nullable Object as(@Nullable Object value, Class<?> to, Object what, int number) {
        if (value instanceof Integer && to == int.class || value instanceof Double && to == double.class) {
            return value;
        }
        Object fitting = switch (value) {
            case null -> null;
            case Number its when to.isPrimitive() -> number(its, to);
            case byte[] its -> characters(its, to);
            case String its when to == byte[].class -> its.getBytes(StandardCharsets.UTF_8);
            case String its when to == char[].class -> its.toCharArray();
            default -> to.isInstance(value) ? value : null;
        };
        if (fitting == null && (value != null || to.isPrimitive())) {
            throw new Fault("parameter " + number + " of " + what + " is a " + to.getSimpleName()
                    + "; the script gives " + Shapes.describe(value));
        }
        return fitting;
    }

    /** An array of characters is bytes to who wants these, and to all others the text in it. */
    private static @Nullable Object characters(byte[] its, Class<?> to) {
        if (to == byte[].class) {
            return its;
        }
        int length = 0;
        while (length < its.length && its[length] != 0) {
            length++;
        }
        String text = new String(Arrays.copyOf(its, length), StandardCharsets.UTF_8);
        return to == char[].class ? text.toCharArray() : to.isInstance(text) ? text : null;
    }

    private static @Nullable Object number(Number value, Class<?> to) {
        boolean isWhole = value instanceof Integer || value instanceof Long;
        if (to == double.class) {
            return value.doubleValue();
        }
        if (to == float.class) {
            return value instanceof Double ? null : (Object) value.floatValue();
        }
        if (!isWhole) {
            return null;
        }
        long its = value.longValue();
        if (to == long.class) {
            return its;
        }
        if (to == boolean.class) {
            return its != 0;
        }
        if (to == char.class) {
            return its >= Byte.MIN_VALUE && its <= Character.MAX_VALUE ? (char) (its < 0 ? its & 0xFF : its) : null;
        }
        if (to == int.class) {
            return its == (int) its ? (Object) (int) its : null;
        }
        if (to == short.class) {
            return its == (short) its ? (Object) (short) its : null;
        }
        return to == byte.class && its == (byte) its ? (Object) (byte) its : null;
    }
}
