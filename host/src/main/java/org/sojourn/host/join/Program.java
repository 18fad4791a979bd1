package org.sojourn.host.join;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/**
 * A program as places elsewhere get it: files, which all places of the run have on their class path, since the hash of a program has the
 * names of its files. A folder of classes is packed into a jar. What a jar's manifest names counts as if it were on the class path.
 */
public final class Program {
    /** The earliest time that a zip file can hold in each time zone: the same classes always make the same file. */
    private static final long NO_TIME = 315_705_600_000L;

    private final List<Path> paths;
    private final List<ProgramFile> files;

    private Program(List<Path> paths, List<ProgramFile> files) {
        this.paths = paths;
        this.files = files;
    }

    /**
     * Makes a program of a class path.
     *
     * @param classPath entries separated as the system does; those that aren't there are left out
     * @param folder where folders of classes are packed to
     * @return the program
     * @throws IOException if a file can't be read, or none can be written; a sentence
     */
    public static Program of(String classPath, Path folder) throws IOException {
        Set<Path> entries = new LinkedHashSet<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            add(Path.of(entry).toAbsolutePath().normalize(), entries);
        }
        List<Path> paths = new ArrayList<>();
        List<ProgramFile> files = new ArrayList<>();
        for (Path each : entries) {
            Path file = each;
            if (Files.isDirectory(each)) {
                file = folder.resolve("classes" + (paths.size() + 1) + ".jar");
                pack(each, file);
            }
            paths.add(file);
            files.add(file(file));
        }
        return new Program(paths, files);
    }

    private static ProgramFile file(Path path) throws IOException {
        try {
            return ProgramFile.of(path);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    path + " can't be given to places elsewhere: " + e.getMessage() + "; rename or move it", e);
        }
    }

    private static void add(Path entry, Set<Path> entries) throws IOException {
        if (!Files.exists(entry) || !entries.add(entry) || Files.isDirectory(entry)) {
            return;
        }
        for (Path named : named(entry)) {
            add(named, entries);
        }
    }

    /** What a jar's manifest names, as {@code java} reads it. */
    private static List<Path> named(Path jarPath) throws IOException {
        List<Path> named = new ArrayList<>();
        try (JarFile jar = new JarFile(jarPath.toFile())) {
            Manifest manifest = jar.getManifest();
            String names =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            for (String each : names == null ? new String[0] : names.strip().split(" +")) {
                try {
                    named.add(
                            jarPath.resolveSibling(each.startsWith("file:") ? Path.of(URI.create(each)) : Path.of(each))
                                    .normalize());
                } catch (IllegalArgumentException e) {
                    // Not a file; java passes over it as well.
                }
            }
        } catch (ZipException e) {
            // Not a jar; it goes as it is.
        }
        return named;
    }

    private static void pack(Path folder, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        try (OutputStream out = Files.newOutputStream(to);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path each : files) {
                ZipEntry entry = new ZipEntry(folder.relativize(each).toString());
                entry.setTime(NO_TIME);
                zip.putNextEntry(entry);
                Files.copy(each, zip);
                zip.closeEntry();
            }
        }
    }

    /** {@return the class path with which this machine's places run it} */
    public String classPath() {
        return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** {@return its files, in the order of the class path} */
    public List<ProgramFile> files() {
        return files;
    }

    /**
     * Tells where one of them is.
     *
     * @param file its index
     * @return the file
     * @throws IOException if there is no such
     */
    public Path path(int file) throws IOException {
        if (file < 0 || file >= paths.size()) {
            throw new IOException("file " + file + " of a program of " + paths.size() + " was asked for");
        }
        return paths.get(file);
    }
}
