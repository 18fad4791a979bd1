package org.sojourn.selectors.json;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the few sorts of values that programs report and that a run's summary has. */
public final class Json {
    private Json() {}

    /**
     * Writes a value.
     *
     * @param value null, a boolean, a number, a collection or an array of such values, a map from anything's text to such values, or
     *     anything else as its text; so is a number that JSON doesn't have, such as NaN
     * @return JSON
     */
    public static String of(@Nullable Object value) {
        if (value == null || value instanceof Boolean || (value instanceof Number number && isJson(number))) {
            return String.valueOf(value);
        }
        if (value instanceof Collection<?> values) {
            return array(values.stream());
        }
        if (value instanceof Map<?, ?> entries) {
            Map<String, String> fields = new LinkedHashMap<>();
            entries.forEach((key, each) -> fields.put(String.valueOf(key), of(each)));
            return object(fields);
        }
        if (value.getClass().isArray()) {
            return array(IntStream.range(0, Array.getLength(value)).mapToObj(i -> Array.get(value, i)));
        }
        return quoted(value.toString());
    }

    private static String array(Stream<?> values) {
        return values.map(Json::of).collect(Collectors.joining(",", "[", "]"));
    }

    /** Nobody knows what other classes of numbers look like. */
    private static boolean isJson(Number number) {
        if (number instanceof Double || number instanceof Float) {
            return Double.isFinite(number.doubleValue());
        }
        return number instanceof Integer
                || number instanceof Long
                || number instanceof Short
                || number instanceof Byte
                || number instanceof BigInteger
                || number instanceof BigDecimal;
    }

    /**
     * Writes an object.
     *
     * @param fields its fields in their order, each value written already
     * @return JSON
     */
    public static String object(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> quoted(field.getKey()) + ":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /**
     * Writes text.
     *
     * @param text any
     * @return JSON
     */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
