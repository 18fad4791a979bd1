package org.sojourn.messengers.outside;

import java.util.ArrayList;
import java.util.List;

/** How texts stand in lines: a line break as {@code \n}, a backslash as two, and a word with spaces between quotes. */
final class Words {
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
                default -> line.append(each < ' ' && each != '\t' || each == 0x7F ? ' ' : each);
            }
        }
        return line.toString();
    }

    /** {@return what stands in a line, as the text that it was} */
    static String plain(String line) throws Refused {
        if (line.indexOf('\\') < 0) {
            return line;
        }
        StringBuilder text = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char each = line.charAt(i);
            text.append(each == '\\' ? escape(line, ++i) : each);
        }
        return text.toString();
    }

    private static char escape(String line, int at) throws Refused {
        char which = at < line.length() ? line.charAt(at) : ' ';
        return switch (which) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '\\', '"' -> which;
            default ->
                throw new Refused("there is a \\ before "
                        + (at < line.length() ? "'" + which + "'" : "the line's end")
                        + "; write \\\\ for a backslash, \\n for a line break, \\\" for a quote");
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
                    words.add(word.toString());
                    word.setLength(0);
                    isWord = false;
                }
                continue;
            }
            isWord = true;
            if (each == '"') {
                isQuoted = !isQuoted;
            } else {
                word.append(each == '\\' ? escape(line, ++i) : each);
            }
        }
        if (isQuoted) {
            throw new Refused("a quote is opened and not closed");
        }
        if (isWord) {
            words.add(word.toString());
        }
        return words;
    }
}
