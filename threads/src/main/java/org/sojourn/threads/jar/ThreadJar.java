package org.sojourn.threads.jar;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.JarWeaver;
import org.sojourn.weave.Weaver;

/** A jar whose threads can move: its classes call what knows of other places, then they are woven, and a list says which they are. */
public final class ThreadJar {
    /** Names its classes, one a line and sorted: places call them by their numbers there. */
    private static final String LIST = "META-INF/sojourn/threads";

    private static final long EPOCH = 315_532_800_000L;

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
        Path folder = Objects.requireNonNull(out.toAbsolutePath().getParent());
        Path partial = Files.createTempFile(folder, ".threads", ".jar");
        try {
            redirect(in, partial, new Weaver(packages));
            return JarWeaver.weave(partial, out, packages);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static void redirect(Path in, Path out, Weaver scope) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        Redirection redirection = new Redirection(owner -> scope.weaves(owner.replace('/', '.')));
        try (JarFile jar = new JarFile(in.toFile(), false);
                OutputStream file = Files.newOutputStream(out);
                JarOutputStream to = new JarOutputStream(file)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (entry.isDirectory()) {
                    continue;
                }
                byte[] bytes = jar.getInputStream(entry).readAllBytes();
                if (isClass(name) && scope.weaves(className(name))) {
                    names.add(className(name));
                    put(name, redirection.of(bytes), to);
                } else {
                    put(name, bytes, to);
                }
            }
            put(LIST, String.join("\n", names).getBytes(StandardCharsets.UTF_8), to);
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("-info.class");
    }

    private static String className(String name) {
        return name.substring(0, name.length() - ".class".length()).replace('/', '.');
    }

    private static void put(String name, byte[] bytes, JarOutputStream to) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTime(EPOCH);
        to.putNextEntry(entry);
        to.write(bytes);
        to.closeEntry();
    }

    /**
     * Reads which classes a program has whose threads can move.
     *
     * @param loader the program's
     * @return their names, in the order of their numbers; null if the program is no such one
     */
    public static @Nullable List<String> classes(ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(LIST)) {
            return in == null
                    ? null
                    : new ArrayList<>(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList());
        } catch (IOException e) {
            throw new IllegalStateException(LIST + " can't be read: " + e.getMessage(), e);
        }
    }
}
