package org.sojourn.messengers.network;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.run.Fault;

/** Values from outside of a script, as the script takes them. */
final class Shapes {
    private Shapes() {}

    /**
     * {@return a value as a script's step wants it: a number of that type, a text, or an array of that type and length} A truth value is
     * 1 or 0. A text, or fewer bytes, fill up an array of characters with zeros.
     *
     * @throws Fault if it is something else
     */
    static @Nullable Object as(@Nullable Object given, @Nullable Shape wanted) {
        if (wanted == null) {
            return given;
        }
        Object value = given instanceof Boolean is ? (Object) (is ? 1 : 0) : given;
        value = value instanceof Character its && wanted.length() == 0 ? (Object) (int) its : value;
        if (wanted.length() > 0) {
            return array(value, wanted);
        }
        Object fitting = switch (wanted.type()) {
            case CHAR, SHORT, INT -> value instanceof Number its ? whole(its, wanted) : null;
            case LONG -> value instanceof Number its && isWhole(its) ? its.longValue() : null;
            case FLOAT -> value instanceof Number its ? its.floatValue() : null;
            case DOUBLE -> value instanceof Number its ? its.doubleValue() : null;
            case TEXT -> value instanceof String ? value : null;
            case NODE -> value instanceof Address ? value : null;
            case MESSENGER -> value instanceof org.sojourn.kernel.name.Name ? value : null;
        };
        boolean mayBeNone = wanted.type() == Type.NODE || wanted.type() == Type.MESSENGER;
        if (fitting == null && !(value == null && mayBeNone)) {
            throw new Fault("the script wants " + describe(wanted) + " and gets " + describe(value));
        }
        return fitting;
    }

    private static boolean isWhole(Number value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    private static @Nullable Object whole(Number value, Shape wanted) {
        if (!isWhole(value) || value.longValue() != value.intValue()) {
            return null;
        }
        int its = value.intValue();
        boolean fits = switch (wanted.type()) {
            case CHAR -> its == (byte) its;
            case SHORT -> its == (short) its;
            default -> true;
        };
        return fits ? its : null;
    }

    private static Object array(@Nullable Object value, Shape wanted) {
        if (wanted.type() == Type.CHAR
                && (value instanceof byte[] || value instanceof String || value instanceof char[])) {
            return characters(value, wanted.length());
        }
        int length = switch (value) {
            case short[] its when wanted.type() == Type.SHORT -> its.length;
            case int[] its when wanted.type() == Type.INT -> its.length;
            case long[] its when wanted.type() == Type.LONG -> its.length;
            case float[] its when wanted.type() == Type.FLOAT -> its.length;
            case double[] its when wanted.type() == Type.DOUBLE -> its.length;
            case Object[] its when !wanted.type().isNumber() -> its.length;
            case null, default -> -1;
        };
        if (length != wanted.length() || value == null) {
            throw new Fault("the script wants " + describe(wanted) + " and gets " + describe(value));
        }
        return value;
    }

    private static byte[] characters(Object value, int length) {
        byte[] its = switch (value) {
            case byte[] bytes -> bytes;
            case char[] characters -> new String(characters).getBytes(StandardCharsets.UTF_8);
            default -> ((String) value).getBytes(StandardCharsets.UTF_8);
        };
        if (its.length > length) {
            String what = value instanceof byte[]
                    ? its.length + " bytes don't"
                    : "a text of " + its.length + " bytes doesn't";
            throw new Fault(what + " fit into an array of " + length + " characters");
        }
        return its.length == length ? its : Arrays.copyOf(its, length);
    }

    private static String describe(Shape shape) {
        String type = shape.type().name().toLowerCase(Locale.ROOT);
        return shape.length() > 0 ? type + "[" + shape.length() + "]" : type;
    }

    static String describe(@Nullable Object value) {
        if (value == null) {
            return "nothing";
        }
        Class<?> type = value.getClass();
        return type.isArray()
                ? type.getComponentType().getSimpleName() + "[" + java.lang.reflect.Array.getLength(value) + "]"
                : type.getSimpleName() + " " + value;
    }
}
