package org.sojourn.examples.cannon;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringTokenizer;
import org.sojourn.examples.usage.UsageException;

/** Reads one file, line by line, and knows which line it is at. */
final class MatrixMarketReader {
    private static final String BANNER = "%%MatrixMarket";

    private final Path file;
    private final BufferedReader lines;
    private int lineNumber;
    private boolean coordinate;
    private boolean pattern;
    private boolean integer;
    private boolean symmetric;

    MatrixMarketReader(Path file, BufferedReader lines) {
        this.file = file;
        this.lines = lines;
    }

    Matrix matrix() throws IOException {
        readHeader();
        String[] sizes = nextLine(coordinate ? "the line 'rows columns entries'" : "the line 'rows columns'");
        requireWords(sizes, coordinate ? 3 : 2);
        Matrix matrix = Matrix.zero(side(sizes[0], "rows"), side(sizes[1], "columns"));
        if (symmetric && matrix.rows() != matrix.columns()) {
            throw refuse("a symmetric matrix must be square, and this one is " + matrix.shape());
        }
        if (coordinate) {
            readEntries(matrix, whole(sizes[2], "the number of entries", 0, Long.MAX_VALUE));
        } else {
            readColumns(matrix);
        }
        String[] more = nextWords();
        if (more.length > 0) {
            throw refuse("the matrix is complete, and there is more: '" + more[0] + "'");
        }
        return matrix;
    }

    private void readHeader() throws IOException {
        String line = lines.readLine();
        lineNumber = 1;
        String[] words = line == null ? new String[0] : words(line);
        if (words.length != 5 || !words[0].equalsIgnoreCase(BANNER) || !words[1].equalsIgnoreCase("matrix")) {
            throw refuse("a Matrix Market file begins with a line such as '" + BANNER + " matrix array real general'");
        }
        coordinate = choose(words[2], "the format", "coordinate", "array").equals("coordinate");
        String field = choose(words[3], "the type of the numbers", "real", "double", "integer", "pattern");
        pattern = field.equals("pattern");
        integer = field.equals("integer");
        if (pattern && !coordinate) {
            throw refuse("a pattern goes with the format coordinate only");
        }
        symmetric = choose(words[4], "the symmetry", "general", "symmetric").equals("symmetric");
    }

    private void readEntries(Matrix matrix, long entries) throws IOException {
        for (long i = 0; i < entries; i++) {
            String[] words = nextLine("entry " + (i + 1) + " of " + entries);
            requireWords(words, pattern ? 2 : 3);
            int row = (int) whole(words[0], "the row", 1, matrix.rows()) - 1;
            int column = (int) whole(words[1], "the column", 1, matrix.columns()) - 1;
            if (symmetric && column > row) {
                throw refuse("a symmetric matrix lists its lower triangle only, and row " + (row + 1) + " column "
                        + (column + 1) + " lies above the diagonal");
            }
            add(matrix, row, column, pattern ? 1 : number(words[2]));
        }
    }

    private void readColumns(Matrix matrix) throws IOException {
        for (int column = 0; column < matrix.columns(); column++) {
            for (int row = symmetric ? column : 0; row < matrix.rows(); row++) {
                String[] words = nextLine("the number in row " + (row + 1) + " column " + (column + 1));
                requireWords(words, 1);
                add(matrix, row, column, number(words[0]));
            }
        }
    }

    private void add(Matrix matrix, int row, int column, double value) {
        matrix.values()[row * matrix.columns() + column] += value;
        if (symmetric && row != column) {
            matrix.values()[column * matrix.columns() + row] += value;
        }
    }

    /** Returns the words of the next line that has any and is no comment; none at the end of the file. */
    private String[] nextWords() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            lineNumber++;
            if (!line.isBlank() && line.charAt(0) != '%') {
                return words(line);
            }
        }
        return new String[0];
    }

    private String[] nextLine(String expected) throws IOException {
        String[] words = nextWords();
        if (words.length == 0) {
            throw refuse("the file ends here, and " + expected + " is missing");
        }
        return words;
    }

    private static String[] words(String line) {
        var tokens = new StringTokenizer(line);
        String[] words = new String[tokens.countTokens()];
        for (int i = 0; i < words.length; i++) {
            words[i] = tokens.nextToken();
        }
        return words;
    }

    private void requireWords(String[] words, int count) {
        if (words.length != count) {
            throw refuse("expected " + count + (count == 1 ? " number" : " numbers") + ", found " + words.length);
        }
    }

    private String choose(String word, String what, String... choices) {
        for (String choice : choices) {
            if (word.equalsIgnoreCase(choice)) {
                return choice;
            }
        }
        throw refuse(what + " '" + word.toLowerCase(Locale.ROOT) + "' is not supported; it must be "
                + String.join(" or ", choices));
    }

    private int side(String word, String what) {
        return (int) whole(word, "the number of " + what, 1, MatrixMarket.LARGEST_SIDE);
    }

    private long whole(String word, String what, long least, long greatest) {
        long value;
        try {
            value = Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw refuse(what + " must be a whole number, not '" + word + "'");
        }
        if (value < least || value > greatest) {
            throw refuse(what + " must be from " + least + " to " + greatest + ", and it is " + value);
        }
        return value;
    }

    private double number(String word) {
        char last = word.charAt(word.length() - 1);
        double value = Double.NaN;
        if ((last >= '0' && last <= '9') || last == '.') {
            // The last character excludes NaN, Infinity and Java's suffixes, which this format does not have.
            try {
                value = integer ? Long.parseLong(word) : Double.parseDouble(word);
            } catch (NumberFormatException e) {
                value = Double.NaN;
            }
        }
        if (!Double.isFinite(value)) {
            throw refuse("'" + word + "' isn't a " + (integer ? "whole number" : "finite number"));
        }
        return value;
    }

    private UsageException refuse(String sentence) {
        return new UsageException(file + " line " + lineNumber + ": " + sentence);
    }
}
