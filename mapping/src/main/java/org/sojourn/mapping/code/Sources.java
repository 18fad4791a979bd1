package org.sojourn.mapping.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;

/**
 * Class files out of jars, folders and single files, by internal name. What can't be read is left out, with a sentence that
 * says why; the rest is there.
 */
public final class Sources {
    /**
     * Something that wasn't looked at.
     *
     * @param what a file, or a class
     * @param why in a sentence
     */
    public record LeftOut(String what, String why) {}

    private static final String SUFFIX = ".class";

    private final Map<String, byte[]> files = new TreeMap<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    /** Makes an empty collection. */
    public Sources() {}

    /**
     * Adds what is at a path.
     *
     * @param path a jar, a folder of class files, or a class file
     */
    public void add(Path path) {
        try {
            if (!Files.exists(path)) {
                leftOut.add(new LeftOut(path.toString(), "there is no such file"));
            } else if (Files.isDirectory(path)) {
                addFolder(path);
            } else if (path.toString().endsWith(SUFFIX)) {
                add(path.toString(), Files.readAllBytes(path));
            } else {
                addJar(path);
            }
        } catch (IOException | UncheckedIOException e) {
            leftOut.add(new LeftOut(path.toString(), "it isn't a jar that can be read: " + e.getMessage()));
        }
    }

    private void addFolder(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile)
                    .filter(each -> each.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList()) {
                add(file.toString(), Files.readAllBytes(file));
            }
        }
    }

    private void addJar(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (JarEntry entry : jar.versionedStream().toList()) {
                if (entry.getName().endsWith(SUFFIX)) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        add(entry.getName(), in.readAllBytes());
                    } catch (IOException e) {
                        leftOut.add(new LeftOut(path + "!" + entry.getName(), "it can't be read: " + e.getMessage()));
                    }
                } else if (entry.getName().endsWith(".jar")) {
                    leftOut.add(new LeftOut(
                            path + "!" + entry.getName(),
                            "a jar within a jar isn't read; unpack it and name it as well"));
                }
            }
        }
    }

    /**
     * Adds one class.
     *
     * @param from where it is from, for people
     * @param bytes the class file
     */
    public void add(String from, byte[] bytes) {
        if (from.endsWith("module-info.class") || from.endsWith("package-info.class")) {
            return;
        }
        try {
            files.putIfAbsent(new ClassReader(bytes).getClassName(), bytes);
        } catch (IllegalArgumentException e) {
            leftOut.add(new LeftOut(from, "it is a class of a version that isn't known here: " + e.getMessage()));
        } catch (RuntimeException e) {
            leftOut.add(new LeftOut(from, "it isn't a class file: " + e));
        }
    }

    /**
     * Adds a sentence.
     *
     * @param what a file, or a class
     * @param why in a sentence
     */
    public void leaveOut(String what, String why) {
        leftOut.add(new LeftOut(what, why));
    }

    /**
     * Returns the class files.
     *
     * @return by internal name, in order
     */
    public Map<String, byte[]> files() {
        return files;
    }

    /**
     * Returns what wasn't looked at.
     *
     * @return in the order in which it was come by
     */
    public List<LeftOut> leftOut() {
        return leftOut;
    }
}
