package org.sojourn.messengers.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How texts stand in lines: a line break as {@code \n}, another control character as {@code \x} and two digits, a backslash as two, and a
 * word with spaces between quotes.
 */
final class Words {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:x([0-9a-fA-F]{2})|([\\\\\"nrt])|(.?))");

    private Words() {}

    /** {@return a text as it stands in a line} */
    static String escaped(String text) {
        StringBuilder line = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append(each);
                default -> line.append(each < ' ' ? String.format("\\x%02x", (int) each) : String.valueOf(each));
            }
        }
        return line.toString();
    }

    /** {@return what stands in a line, as the text that it was} */
    static String plain(String line) throws Refused {
        Matcher escape = ESCAPE.matcher(line);
        StringBuilder text = new StringBuilder(line.length());
        while (escape.find()) {
            escape.appendReplacement(text, Matcher.quoteReplacement(String.valueOf(meant(escape))));
        }
        return escape.appendTail(text).toString();
    }

    private static char meant(Matcher escape) throws Refused {
        if (escape.group(1) != null) {
            return (char) Integer.parseInt(escape.group(1), 16);
        }
        String which = escape.group(2);
        if (which == null) {
            String before = escape.group(3);
            throw new Refused("there is a \\ before " + (before.isEmpty() ? "the line's end" : "'" + before + "'")
                    + "; write \\\\ for a backslash, \\n"
                    + " for a line break, \\x07 for another control character, \\\" for a quote");
        }
        return switch (which.charAt(0)) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> which.charAt(0);
        };
    }

    /** {@return the words of a line; quotes hold a word with spaces together} */
    static List<String> split(String line) throws Refused {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isWord = false;
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char each = line.charAt(i);
            if (each == ' ' && !isQuoted) {
                if (isWord) {
                    words.add(plain(word.toString()));
                }
                word.setLength(0);
                isWord = false;
            } else {
                isWord = true;
                isQuoted ^= each == '"';
                boolean isEscape = each == '\\' && i + 1 < line.length();
                word.append(each == '"' ? "" : isEscape ? line.substring(i, i + 2) : String.valueOf(each));
                i += isEscape ? 1 : 0;
            }
        }
        if (isQuoted) {
            throw new Refused("a quote is opened and not closed");
        }
        if (isWord) {
            words.add(plain(word.toString()));
        }
        return words;
    }
}
