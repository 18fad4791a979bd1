package org.sojourn.messengers.run;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Type;

/** What scripts do with texts. */
final class Texts {
    private Texts() {}

    /** {@return the text in some characters: up to the first 0. What is no UTF-8 is replaced} */
    static String read(byte[] characters, int from, int length) {
        int end = from;
        while (end < from + length && characters[end] != 0) {
            end++;
        }
        return new String(characters, from, end - from, StandardCharsets.UTF_8);
    }

    /** Stores a text, with zeros after it. */
    static void store(byte[] characters, int from, int length, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > length) {
            throw new Fault(
                    "A text of " + encoded.length + " bytes is stored in an array of " + length + " characters.");
        }
        System.arraycopy(encoded, 0, characters, from, encoded.length);
        Arrays.fill(characters, from + encoded.length, from + length, (byte) 0);
    }

    /** {@return how many characters it has} */
    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Compares by code points. Java's own order has those above U+FFFF before some that are below. */
    static int compare(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char one = left.charAt(i);
            char other = right.charAt(i);
            if (one != other) {
                boolean isAbove = Character.isSurrogate(one);
                return isAbove == Character.isSurrogate(other) ? Character.compare(one, other) : isAbove ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    static long atol(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new Fault("'" + brief(text) + "' isn't a whole number of 64 bits.");
        }
    }

    static double atof(String text) {
        String bare = text.strip();
        try {
            char last = bare.isEmpty() ? ' ' : bare.charAt(bare.length() - 1);
            if (!Character.isLetter(last) || last == 'N' || last == 'y') {
                return Double.parseDouble(bare);
            }
        } catch (NumberFormatException e) {
            // Said below, as for what only Java would read.
        }
        throw new Fault("'" + brief(text) + "' isn't a number.");
    }

    private static String brief(String text) {
        return length(text) <= 40 ? text : text.substring(0, text.offsetByCodePoints(0, 40)) + "...";
    }

    /** {@return values as one text: numbers as Java shows them, arrays of characters as the texts that they hold} */
    static String joined(@Nullable Object[] values) {
        StringBuilder all = new StringBuilder();
        for (Object each : values) {
            String text = shown(each);
            if (text.length() > Limits.ARRAY_BYTES - all.length()) {
                throw new Fault("A text of " + ((long) all.length() + text.length())
                        + " characters or more is joined; at most " + Limits.ARRAY_BYTES + " are allowed.");
            }
            all.append(text);
        }
        return all.toString();
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "none";
            case byte[] its -> read(its, 0, its.length);
            case short[] its -> Arrays.toString(its);
            case int[] its -> Arrays.toString(its);
            case long[] its -> Arrays.toString(its);
            case float[] its -> Arrays.toString(its);
            case double[] its -> Arrays.toString(its);
            case Object[] its -> Arrays.stream(its).map(Texts::shown).toList().toString();
            default -> value.toString();
        };
    }

    /** {@return whether a value is printed as a character: because it is made one} */
    static boolean isCharacter(Expr value) {
        return value instanceof Expr.Convert its && its.narrow() == Type.CHAR;
    }

    /** {@return what prints as the character that a stored one is} */
    static Character character(int stored) {
        return (char) (stored & 0xFF);
    }
}
