package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What CLASSPATH says, as {@code java} reads it: an empty entry is this folder, {@code lib/*} are the jars of lib. */
final class UserClassPath {
    private static final int MOST_SEARCHED = 20_000;

    private UserClassPath() {}

    /** The entries, absolute, so that they mean the same in the working directory of a place. */
    static List<Path> entries(String classPath) {
        List<Path> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (entry.equals("*") || entry.endsWith(File.separator + "*")) {
                entries.addAll(jars(absolute(entry.substring(0, entry.length() - 1))));
            } else {
                entries.add(absolute(entry));
            }
        }
        return entries;
    }

    /**
     * Adds what the manifests of jars name as their class path, behind each, as {@code java} does: a jar that is copied or woven elsewhere has its neighbours then, too.
     */
    static List<Path> withNamed(List<Path> entries) {
        Set<Path> all = new LinkedHashSet<>();
        entries.forEach(each -> addWithNamed(each, all));
        return List.copyOf(all);
    }

    private static void addWithNamed(Path entry, Set<Path> all) {
        if (all.add(entry) && Files.isRegularFile(entry)) {
            for (String each : named(entry).split("\\s+")) {
                Path path = each.isEmpty() ? null : besides(entry, each);
                if (path != null && Files.exists(path)) {
                    addWithNamed(path, all);
                }
            }
        }
    }

    private static String named(Path entry) {
        try (JarFile jar = new JarFile(entry.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            String named =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return named == null ? "" : named;
        } catch (IOException e) {
            return ""; // java passes over what is no jar
        }
    }

    /** The file of an entry of a manifest's Class-Path. Such an entry is a URL, relative to the jar's. */
    private static @Nullable Path besides(Path jar, String named) {
        Path path;
        try {
            URI uri = jar.toUri().resolve(named);
            path = "file".equals(uri.getScheme()) ? Path.of(uri).normalize() : null;
        } catch (IllegalArgumentException e) {
            return null; // java passes over that, too
        }
        if (path != null && path.toString().contains(File.pathSeparator) && Files.exists(path)) {
            throw new Usage(jar + " names " + path + " in its Class-Path, which has a '" + File.pathSeparator
                    + "' in its name, which would divide it on a class path; rename or move it");
        }
        return path;
    }

    /** A class in one of these folders that differs from the named one in its package only. */
    static Optional<String> sameSimpleName(List<Path> entries, String name) {
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        return entries.stream()
                .filter(Files::isDirectory)
                .flatMap(folder -> within(folder).stream()
                        .filter(each -> each.endsWith(file))
                        .map(each -> folder.relativize(each).toString()))
                .map(each ->
                        each.substring(0, each.length() - ".class".length()).replace(File.separatorChar, '.'))
                .sorted()
                .findFirst();
    }

    /** The first paths only: a class path may name somebody's home, and this is for a hint. */
    private static List<Path> within(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.limit(MOST_SEARCHED).toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static Path absolute(String entry) {
        return Path.of(entry).toAbsolutePath().normalize();
    }

    private static List<Path> jars(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".jar") || file.toString().endsWith(".JAR"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new Usage("the folder " + folder + " of the class path can't be read: " + e.getMessage());
        }
    }
}
