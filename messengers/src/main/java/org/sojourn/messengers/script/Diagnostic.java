package org.sojourn.messengers.script;

/**
 * Something that is wrong with a script, or that may be.
 *
 * @param file its name
 * @param line from 1
 * @param column from 1, in code points
 * @param code what kind it is: {@code E1} and so on for errors, {@code W1} for a warning; the guide explains each
 * @param sentence what is wrong, and what to do
 * @param source the line itself; of a very long one what is around the column, and then {@code caret} isn't {@code column}
 * @param caret which column of {@code source} is meant, from 1
 */
public record Diagnostic(String file, int line, int column, String code, String sentence, String source, int caret) {
    private static final int WIDTH = 160;

    static Diagnostic of(Position at, Problem problem, String sentence) {
        String line = line(at.file().text(), at.line());
        int[] points = shown(line);
        int[] words = shown(sentence);
        String said = new String(words, 0, words.length);
        int from = points.length <= WIDTH ? 0 : Math.max(0, Math.min(at.column() - WIDTH / 2, points.length - WIDTH));
        String shown = new String(points, from, Math.min(points.length - from, WIDTH));
        return new Diagnostic(
                at.file().name(), at.line(), at.column(), problem.name(), said, shown, at.column() - from);
    }

    /** What a terminal must not obey is shown as a question mark. */
    private static int[] shown(String text) {
        return text.codePoints()
                .map(point -> Character.isISOControl(point) && point != '\t' ? '?' : point)
                .toArray();
    }

    private static String line(String text, int number) {
        int from = 0;
        for (int i = 1; i < number; i++) {
            from = text.indexOf('\n', from) + 1;
        }
        int to = text.indexOf('\n', from);
        return text.substring(from, to < 0 ? text.length() : to).stripTrailing();
    }

    /** {@return whether the script can be run all the same} */
    public boolean isWarning() {
        return code.startsWith("W");
    }

    /** {@return the place and the sentence, and below them the line with a caret under the place} */
    @Override
    public String toString() {
        StringBuilder below = new StringBuilder();
        source.codePoints().limit(caret - 1L).forEach(point -> below.append(point == '\t' ? '\t' : ' '));
        String head = file + ":" + line + ":" + column + ": " + code + ": " + sentence;
        return head + "\n    " + source + "\n    " + below + "^";
    }
}
