package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Where a fault is planted: a row of Java tokens that a class, or one of its methods, holds exactly once. White space, line breaks and comments
 * don't matter, nor does the package of the class.
 *
 * @param plot whose class it is
 * @param where the simple name of a class with a file of its own, as in {@code Cell}, or with the name of a method or constructor, as in
 *     {@code Cell.inline}; of methods that share the name all are searched
 * @param fragment what stands there; no token of it may be cut in two
 */
record Anchor(Plot plot, String where, String fragment) {
    /** What isn't named is skipped: white space and comments. */
    private static final Pattern TOKEN = Pattern.compile("""
        \\s+|//[^\\n]*|/\\*(?s:.*?)\\*/|(?<token>"{3}(?s:\\\\.|.)*?"{3}|"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'\
        |[\\p{L}\\p{N}_$]+|->|::|\\+\\+|--|&&|\\|\\||[=!<>+*/%&|^-]=|.)\
        """);

    private static final Set<String> CALLED_AFTER = Set.of(".", "::", "new");

    private record Token(String text, int begin, int end) {
        static List<Token> of(String source) {
            List<Token> tokens = new ArrayList<>();
            Matcher matcher = TOKEN.matcher(source);
            while (matcher.find()) {
                if (matcher.group("token") != null) {
                    tokens.add(new Token(matcher.group(), matcher.start(), matcher.end()));
                }
            }
            return tokens;
        }
    }

    /** Tokens of a source, from the first to before the last. */
    private record Range(int first, int end) {}

    /** The name of the class. */
    String type() {
        return where.split("\\.", 2)[0];
    }

    /** The source of the class with something else in place of the fragment. */
    String replaced(String replacement) {
        return replaced(plot.read(), replacement);
    }

    /** The same with other sources, by the names of their classes. */
    String replaced(Map<String, String> sources, String replacement) {
        String source = sources.get(type());
        if (source == null) {
            throw new IllegalStateException(
                    "no class in " + plot.sources() + " is called " + type() + "; " + elsewhere(sources));
        }
        List<Token> tokens = Token.of(source);
        List<Range> ranges = ranges(tokens);
        if (ranges.isEmpty()) {
            throw new IllegalStateException(type() + " has no method called " + where.substring(type().length() + 1)
                    + "; " + elsewhere(sources));
        }
        List<Range> found = found(tokens, ranges);
        if (found.size() != 1) {
            throw new IllegalStateException(where + " holds " + found.size() + " times and not once: " + fragment
                    + "\n" + (found.isEmpty() ? nearest(source, tokens, ranges) : lines(source, tokens, found)) + "; "
                    + elsewhere(sources));
        }
        Range only = found.get(0);
        return source.substring(0, tokens.get(only.first).begin)
                + replacement
                + source.substring(tokens.get(only.end - 1).end);
    }

    /** Where to look: the whole class, or the methods of the name. */
    private List<Range> ranges(List<Token> tokens) {
        if (where.equals(type())) {
            return List.of(new Range(0, tokens.size()));
        }
        String method = where.substring(type().length() + 1);
        List<Range> methods = new ArrayList<>();
        for (int i = 1; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).text.equals(method)
                    && tokens.get(i + 1).text.equals("(")
                    && !CALLED_AFTER.contains(tokens.get(i - 1).text)) {
                int body = closing(tokens, i + 1, "(", ")") + 1;
                if (tokens.get(body).text.equals("throws")) {
                    while (!Set.of("{", ";").contains(tokens.get(body).text)) {
                        body++;
                    }
                }
                if (tokens.get(body).text.equals("{")) {
                    methods.add(new Range(i, closing(tokens, body, "{", "}") + 1));
                }
            }
        }
        return methods;
    }

    private static int closing(List<Token> tokens, int opening, String open, String close) {
        int depth = 0;
        for (int i = opening; ; i++) {
            String text = tokens.get(i).text;
            depth += text.equals(open) ? 1 : text.equals(close) ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
    }

    private List<Range> found(List<Token> tokens, List<Range> ranges) {
        List<String> wanted = Token.of(fragment).stream().map(Token::text).toList();
        List<String> texts = tokens.stream().map(Token::text).toList();
        return ranges.stream()
                .flatMap(range -> IntStream.rangeClosed(range.first, range.end - wanted.size())
                        .filter(i -> texts.subList(i, i + wanted.size()).equals(wanted))
                        .mapToObj(i -> new Range(i, i + wanted.size())))
                .toList();
    }

    /** The longest row of tokens that the fragment has, too. */
    private String nearest(String source, List<Token> tokens, List<Range> ranges) {
        List<Token> wanted = Token.of(fragment);
        Range best = new Range(0, 0);
        for (Range range : ranges) {
            for (int i = range.first; i < range.end; i++) {
                for (int from = 0; from < wanted.size(); from++) {
                    int length = 0;
                    while (i + length < range.end
                            && from + length < wanted.size()
                            && tokens.get(i + length).text.equals(wanted.get(from + length).text)) {
                        length++;
                    }
                    best = length > best.end - best.first ? new Range(i, i + length) : best;
                }
            }
        }
        return best.end == 0 ? "nothing of it is there" : "nearest is " + lines(source, tokens, List.of(best));
    }

    private static String lines(String source, List<Token> tokens, List<Range> found) {
        Function<Range, String> line = range -> {
            int begin = tokens.get(range.first).begin;
            return "line " + source.substring(0, begin).lines().count() + " with "
                    + source.substring(begin, tokens.get(range.end - 1).end).replaceAll("\\s+", " ");
        };
        return String.join(", ", found.stream().map(line).toList());
    }

    /** Which other classes hold it, in case that it has gone there. */
    private String elsewhere(Map<String, String> sources) {
        List<String> others = sources.entrySet().stream()
                .filter(each -> !each.getKey().equals(type()))
                .filter(each -> {
                    List<Token> tokens = Token.of(each.getValue());
                    return !found(tokens, List.of(new Range(0, tokens.size()))).isEmpty();
                })
                .map(Map.Entry::getKey)
                .toList();
        return others.isEmpty() ? "no other class holds it" : "it stands in " + String.join(", ", others);
    }
}
