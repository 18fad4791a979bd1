package org.sojourn.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the places of a run have printed, in one order: that of the times at which the lines were kept. */
final class RunOutput implements AutoCloseable {
    private final Path folder;
    private final Predicate<String> wanted;
    private final Map<String, LogReader> readers = new TreeMap<>(RunOutput::inOrder);

    /**
     * Nothing is read yet.
     *
     * @param folder the run's
     * @param wanted which places
     */
    RunOutput(Path folder, Predicate<String> wanted) {
        this.folder = folder;
        this.wanted = wanted;
    }

    /** p2 is before p10. */
    private static int inOrder(String one, String other) {
        return one.length() != other.length() ? Integer.compare(one.length(), other.length()) : one.compareTo(other);
    }

    /** Of which places something is kept. */
    static Set<String> places(Path folder) throws IOException {
        Set<String> places = new TreeSet<>(RunOutput::inOrder);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Matcher name = LogReader.FILE.matcher(String.valueOf(each.getFileName()));
                if (name.matches()) {
                    places.add(name.group(1));
                }
            }
        }
        return places;
    }

    /**
     * Tells what is there and hasn't been told.
     *
     * @param told gets a place and its line
     */
    void tell(BiConsumer<String, String> told) throws IOException {
        for (String each : places(folder)) {
            if (wanted.test(each)) {
                readers.computeIfAbsent(each, place -> new LogReader(folder, place));
            }
        }
        for (LogReader first = earliest(); first != null; first = earliest()) {
            LogReader.Line line = first.peek();
            if (line != null) {
                told.accept(first.place(), line.text());
            }
            first.take();
        }
    }

    private @Nullable LogReader earliest() throws IOException {
        LogReader first = null;
        long least = Long.MAX_VALUE;
        for (LogReader each : readers.values()) {
            LogReader.Line line = each.peek();
            if (line != null && (first == null || line.millis() < least)) {
                first = each;
                least = line.millis();
            }
        }
        return first;
    }

    @Override
    public void close() throws IOException {
        for (LogReader each : readers.values()) {
            each.close();
        }
    }
}
