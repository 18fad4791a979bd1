package org.sojourn.threads.jar;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.JarWeaver;
import org.sojourn.weave.Weaver;
import org.sojourn.weave.run.Twins;

/** A jar whose threads can move: its classes call what knows of other places, then they are woven, and a list says which they are. */
public final class ThreadJar {
    /** Names its classes, one a line and sorted: places call them by their numbers there. */
    private static final String LIST = "META-INF/sojourn/threads";

    /** Names those that other classes of the jar use. */
    private static final String OUTSIDE = "META-INF/sojourn/threads-outside";

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
        Scope found = new Scope(owner -> scope.weaves(owner.replace('/', '.')));
        try (JarFile jar = new JarFile(in.toFile(), false);
                OutputStream file = Files.newOutputStream(out);
                JarOutputStream to = new JarOutputStream(file)) {
            List<JarEntry> entries = Collections.list(jar.entries()).stream()
                    .filter(each -> !each.isDirectory())
                    .toList();
            if (entries.stream().anyMatch(each -> each.getName().startsWith(Twins.ORIGINALS))) {
                throw new IOException("it is woven already; give the jar from which it was made");
            }
            for (JarEntry each : entries) {
                if (isClass(each.getName())) {
                    found.add(jar.getInputStream(each).readAllBytes());
                }
            }
            Redirection redirection = new Redirection(found);
            for (JarEntry each : entries) {
                byte[] bytes = jar.getInputStream(each).readAllBytes();
                boolean isOwn = isClass(each.getName()) && found.has(internalName(each.getName()));
                put(each.getName(), isOwn ? redirection.of(bytes) : bytes, to);
            }
            put(LIST, lines(found.classes()), to);
            put(OUTSIDE, lines(found.outside()), to);
        }
    }

    private static byte[] lines(Set<String> names) {
        return String.join("\n", names).replace('/', '.').getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("-info.class");
    }

    private static String internalName(String file) {
        return file.substring(0, file.length() - ".class".length());
    }

    private static void put(String name, byte[] bytes, JarOutputStream to) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTime(EPOCH);
        to.putNextEntry(entry);
        to.write(bytes);
        to.closeEntry();
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
