package org.sojourn.messengers.run;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Type;

/** Takes what the last scheduling point has left. What isn't there, or of another type, is a fault. */
final class Results {
    private Results() {}

    static int asInt(@Nullable Object @Nullable [] results, int number) {
        return get(results, number) instanceof Integer its ? its : fail(number, Type.INT);
    }

    static long asLong(@Nullable Object @Nullable [] results, int number) {
        return get(results, number) instanceof Long its ? its : fail(number, Type.LONG);
    }

    static float asFloat(@Nullable Object @Nullable [] results, int number) {
        return get(results, number) instanceof Float its ? its : fail(number, Type.FLOAT);
    }

    static double asDouble(@Nullable Object @Nullable [] results, int number) {
        return get(results, number) instanceof Double its ? its : fail(number, Type.DOUBLE);
    }

    static String asText(@Nullable Object @Nullable [] results, int number) {
        return get(results, number) instanceof String its ? its : fail(number, Type.TEXT);
    }

    /** {@return an address or an id, or null for none} */
    static @Nullable Object asReference(@Nullable Object @Nullable [] results, int number) {
        if (results == null || number >= results.length) {
            return fail(number, Type.NODE);
        }
        Object value = results[number];
        boolean isOther = value instanceof Number
                || value instanceof String
                || (value != null && value.getClass().isArray());
        return isOther ? fail(number, Type.NODE) : value;
    }

    /** {@return a value, as an object of the type} */
    static @Nullable Object as(Type type, @Nullable Object @Nullable [] results, int number) {
        return switch (type) {
            case INT -> asInt(results, number);
            case LONG -> asLong(results, number);
            case FLOAT -> asFloat(results, number);
            case DOUBLE -> asDouble(results, number);
            case TEXT -> asText(results, number);
            case NODE, MESSENGER -> asReference(results, number);
            case CHAR, SHORT -> throw new AssertionError(type);
        };
    }

    /** Stores an array. */
    static void take(@Nullable Object @Nullable [] results, int number, Object to, int from, int length) {
        Object value = get(results, number);
        boolean fits = value != null
                && (to instanceof Object[] ? value instanceof Object[] : value.getClass() == to.getClass())
                && Array.getLength(value) == length;
        if (!fits) {
            throw new Fault("The last scheduling point has left no result " + number + " that is an array of " + length
                    + " " + to.getClass().getComponentType().getSimpleName() + ".");
        }
        System.arraycopy(value, 0, to, from, length);
    }

    private static @Nullable Object get(@Nullable Object @Nullable [] results, int number) {
        return results == null || number >= results.length ? null : results[number];
    }

    private static <T> T fail(int number, Type type) {
        String what = type == Type.NODE ? "an address or an id" : "of type " + type;
        throw new Fault("The last scheduling point has left no result " + number + " that is " + what + ".");
    }
}
