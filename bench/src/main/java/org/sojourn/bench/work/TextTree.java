package org.sojourn.bench.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Folders of text files, the same each time. The files are written to a temporary folder when they are first asked for, and are gone
 * when the JVM has ended.
 *
 * @param folders how many
 * @param files in each
 * @param lines of the shortest file
 */
public record TextTree(int folders, int files, int lines) {
    private static final Map<TextTree, Path> WRITTEN = new ConcurrentHashMap<>();
    private static final int WORDS = 1_000;
    private static final int WORDS_IN_LINE = 8;
    private static final int LONGER_BY = 17;

    /**
     * How many lines files have.
     *
     * @param total of all files
     * @param least of the shortest
     * @param most of the longest
     * @param longest the first by name of those that have most
     */
    public record Lines(long total, int least, int most, String longest) {
        /** Of no file. */
        public static final Lines NONE = new Lines(0, Integer.MAX_VALUE, 0, "");

        /**
         * Returns the lines of one file.
         *
         * @param name of the file
         * @param count its lines
         * @return of that file
         */
        public static Lines of(String name, int count) {
            return new Lines(count, count, count, name);
        }

        /**
         * Adds those of other files.
         *
         * @param other files
         * @return of both
         */
        public Lines plus(Lines other) {
            boolean isOthers = other.most > most || (other.most == most && other.longest.compareTo(longest) < 0);
            return new Lines(
                    total + other.total,
                    Math.min(least, other.least),
                    Math.max(most, other.most),
                    isOthers ? other.longest : longest);
        }
    }

    /**
     * Returns how many files there are.
     *
     * @return in all folders
     */
    public int count() {
        return folders * files;
    }

    /**
     * Returns where the tree is; writes it if it isn't there yet.
     *
     * @return the folder of the folders
     */
    public Path root() {
        return WRITTEN.computeIfAbsent(this, tree -> {
            try {
                return tree.written();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private Path written() throws IOException {
        Path root = Files.createTempDirectory("sojourn-bench");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
        for (int i = 0; i < count(); i++) {
            Path folder = Files.createDirectories(root.resolve("folder" + i / files));
            Files.write(folder.resolve("file" + i + ".txt"), text(i));
        }
        return root;
    }

    private static void delete(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            System.err.println("bench: " + root + " can't be deleted (" + e + ")");
        }
    }

    private List<String> text(int file) {
        SplittableRandom random = new SplittableRandom(file);
        List<String> text = new ArrayList<>();
        for (int i = 0; i < lines + file % LONGER_BY; i++) {
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < WORDS_IN_LINE; j++) {
                line.append(word(random.nextInt(WORDS))).append(' ');
            }
            text.add(line.toString().strip());
        }
        return text;
    }

    /**
     * Returns a word of the texts.
     *
     * @param number of the word
     * @return the word, which contains no other
     */
    public static String word(int number) {
        return "w" + number + "e";
    }

    /**
     * Returns how many lines there are, without reading them.
     *
     * @return of all files
     */
    public Lines allLines() {
        Lines all = Lines.NONE;
        for (int i = 0; i < count(); i++) {
            all = all.plus(Lines.of("file" + i + ".txt", lines + i % LONGER_BY));
        }
        return all;
    }

    /**
     * Counts how often words come, without files.
     *
     * @param words how many, from number 0
     * @return for each, how many lines it is in
     */
    public List<Integer> linesWith(int words) {
        int[] counts = new int[words];
        for (int i = 0; i < count(); i++) {
            for (String line : text(i)) {
                List<String> in = List.of(line.split(" "));
                for (int word = 0; word < words; word++) {
                    if (in.contains(word(word))) {
                        counts[word]++;
                    }
                }
            }
        }
        return Arrays.stream(counts).boxed().toList();
    }
}
