package org.sojourn.messengers.outside;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Numbers and texts of slots and messages, as they stand in lines. */
public final class Spelled {
    private static final int MOST_SHOWN = 40;

    private Spelled() {}

    /** {@return what is in a slot: its kind, and the numbers or the text} */
    static String spelled(@Nullable Object value) {
        return switch (value) {
            case null -> "empty";
            case long[] its ->
                "long " + Arrays.stream(its).mapToObj(Long::toString).collect(Collectors.joining(" "));
            case double[] its ->
                "double " + Arrays.stream(its).mapToObj(Double::toString).collect(Collectors.joining(" "));
            default -> "text " + new String((byte[]) value, StandardCharsets.UTF_8);
        };
    }

    /** {@return what a line has a slot filled with} */
    static Object read(String kind, String values) throws Refused {
        return switch (kind) {
            case "long" -> longs(values);
            case "double" -> doubles(values);
            case "text" -> Words.plain(values).getBytes(StandardCharsets.UTF_8);
            default -> throw new Refused("there is no kind '" + kind + "'; take long, double or text");
        };
    }

    /**
     * {@return the whole numbers of a text, which are between spaces}
     *
     * @throws IllegalArgumentException if something else is there
     */
    public static long[] longs(String text) {
        try {
            return words(text).mapToLong(Long::parseLong).toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + brief(text) + "\" should be whole numbers of 64 bits, with spaces between", e);
        }
    }

    /**
     * {@return the numbers of a text, which are between spaces}
     *
     * @throws IllegalArgumentException if something else is there
     */
    public static double[] doubles(String text) {
        try {
            return words(text).mapToDouble(Double::parseDouble).toArray();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + brief(text) + "\" should be numbers, with spaces between", e);
        }
    }

    private static Stream<String> words(String text) {
        return text.isBlank() ? Stream.of() : Arrays.stream(text.strip().split("\\s+"));
    }

    /** {@return the beginning of a text, for a sentence about it} */
    public static String brief(String text) {
        return text.length() <= MOST_SHOWN
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MOST_SHOWN / 2)) + "...";
    }
}
