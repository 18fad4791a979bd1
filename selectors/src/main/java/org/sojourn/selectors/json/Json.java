package org.sojourn.selectors.json;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the few sorts of values that programs report and that a run's summary has. */
public final class Json {
    private Json() {}

    /**
     * Writes a value.
     *
     * @param value a number, a boolean, a collection of such values, or anything else as its text
     * @return JSON
     */
    public static String of(Object value) {
        if (value instanceof Number number) {
            double asDouble = number.doubleValue();
            return Double.isFinite(asDouble) ? number.toString() : quoted(number.toString());
        }
        if (value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
        }
        return quoted(value.toString());
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
