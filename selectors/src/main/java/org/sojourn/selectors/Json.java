package org.sojourn.selectors;

import java.util.Collection;
import java.util.stream.Collectors;

/** Writes the few sorts of results that programs report. */
final class Json {
    private Json() {}

    static String of(Object value) {
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

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
