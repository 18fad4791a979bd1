package org.sojourn.threads.jar;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.JarWeaver;
import org.sojourn.weave.Weaver;

/** A jar whose threads can move: its classes call what knows of other places, then they are woven, and a list says which they are. */
public final class ThreadJar {
    /** Names its classes, one a line and sorted: places call them by their numbers there. */
    private static final String LIST = "META-INF/sojourn/threads";

    /** Names those that other classes of the jar use. */
    private static final String OUTSIDE = "META-INF/sojourn/threads-outside";

    private ThreadJar() {}

    /**
     * Makes one.
     *
     * @param in as it was compiled
     * @param out where it goes; what is there is replaced
     * @param packages whose classes are the program's, with the packages below them; the empty name is for classes without a package
     * @return what was woven, and what can't be
     * @throws IOException if one can't be read, or the other one not written
     */
    public static JarWeaver.Summary make(Path in, Path out, List<String> packages) throws IOException {
        Scope program = scope(in, packages);
        Map<String, byte[]> lists = Map.of(LIST, lines(program.classes()), OUTSIDE, lines(program.outside()));
        return JarWeaver.weave(in, out, packages, new Redirection(program)::of, lists);
    }

    /** Of the classes that loaders find: a multi-release jar has some once more for other versions of Java. */
    private static Scope scope(Path in, List<String> packages) throws IOException {
        Weaver weaver = new Weaver(packages);
        Scope found = new Scope(owner -> weaver.weaves(owner.replace('/', '.')));
        try (JarFile jar = new JarFile(in.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (String each : jar.versionedStream().map(JarEntry::getName).toList()) {
                if (isClass(each)) {
                    found.add(jar.getInputStream(jar.getJarEntry(each)).readAllBytes());
                }
            }
        }
        return found;
    }

    private static byte[] lines(Set<String> names) {
        return String.join("\n", names).replace('/', '.').getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("-info.class");
    }

    /**
     * What a jar says of its program.
     *
     * @param classes their names, in the order of their numbers
     * @param outside those of them that classes use which aren't the program's
     */
    public record Contents(List<String> classes, Set<String> outside) {
        /** Copies. */
        public Contents {
            classes = List.copyOf(classes);
            outside = Set.copyOf(outside);
        }
    }

    /**
     * Reads what a program is whose threads can move.
     *
     * @param loader the program's
     * @return null if the program is no such one
     */
    public static @Nullable Contents contents(ClassLoader loader) {
        List<String> classes = lines(LIST, loader);
        List<String> outside = lines(OUTSIDE, loader);
        return classes == null || outside == null ? null : new Contents(classes, new HashSet<>(outside));
    }

    private static @Nullable List<String> lines(String file, ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(file)) {
            return in == null
                    ? null
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        } catch (IOException e) {
            throw new IllegalStateException(file + " can't be read: " + e.getMessage(), e);
        }
    }
}
