package org.sojourn.bench;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON in one line. */
final class JsonText {
    private static final int FIRST_PRINTABLE = ' ';

    private JsonText() {}

    /** Writes a map as an object, a list as an array, numbers and truth as such, and all else as a string. */
    static String of(Object value) {
        return switch (value) {
            case Map<?, ?> members ->
                members.entrySet().stream()
                        .map(member -> quoted(member.getKey().toString()) + ":" + of(member.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case List<?> elements -> elements.stream().map(JsonText::of).collect(Collectors.joining(",", "[", "]"));
            // Four places after the point: more is noise.
            case Double number -> Double.toString(Math.rint(number * 1e4) / 1e4);
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            default -> quoted(value.toString());
        };
    }

    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c == '"' || c == '\\'
                        ? "\\" + (char) c
                        : c < FIRST_PRINTABLE ? "\\u%04x".formatted(c) : Character.toString(c))
                .collect(Collectors.joining("", "\"", "\""));
    }
}
