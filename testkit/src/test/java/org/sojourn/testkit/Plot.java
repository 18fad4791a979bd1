package org.sojourn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where faults are planted.
 *
 * @param sources a directory of the tree; no two classes below it may share a simple name
 * @param prefix how the names of those classes begin that a copy has of its own: the patched one, all that can call it without an interface
 *     of others, and what the test calls. All others are shared with the copies, and stay as warm as they are.
 */
public record Plot(String sources, String prefix) {
    /** The whole of it, with all that stands on it. */
    public static final Plot KERNEL = new Plot("kernel/src/main/java", "org.sojourn.");

    /** The sources, by the names of their classes. */
    Map<String, String> read() {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                if (!name.endsWith("-info") && all.put(name, Files.readString(file)) != null) {
                    throw new IllegalStateException("two classes in " + sources + " are called " + name);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** The directory, wherever in the tree the test was started. */
    private Path directory() {
        Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        for (Path up = start; up != null; up = up.getParent()) {
            if (Files.isDirectory(up.resolve(sources))) {
                return up.resolve(sources);
            }
        }
        throw new IllegalStateException(sources + " isn't above " + start);
    }
}
