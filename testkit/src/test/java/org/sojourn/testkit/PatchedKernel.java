package org.sojourn.testkit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.sojourn.kernel.place.Kernel;

/**
 * Plants a fault in the kernel: takes the source of one kernel class, edits it, compiles it, and loads everything of
 * ours once more around the result. All other classes are the very same files. What is called in the copy is a static
 * method that takes and returns only what the JDK owns.
 */
public final class PatchedKernel extends ClassLoader {
    private static final String OURS = "org.sojourn.";

    private final Map<String, byte[]> patched;

    private PatchedKernel(Map<String, byte[]> patched) {
        super(PatchedKernel.class.getClassLoader());
        this.patched = patched;
    }

    /**
     * Plants a fault.
     *
     * @param where a class, or a method of it, as {@link Anchor} has it
     * @param original a row of tokens there
     * @param replacement what shall stand in its place
     * @return a loader of the faulty copy
     */
    public static PatchedKernel with(String where, String original, String replacement) {
        Anchor anchor = new Anchor(where, original);
        String source = anchor.replaced(replacement);
        try {
            Path work = Files.createTempDirectory("patched-kernel");
            try {
                return new PatchedKernel(compile(work, anchor.type() + ".java", source));
            } finally {
                try (Stream<Path> all = Files.walk(work)) {
                    all.sorted(java.util.Comparator.reverseOrder())
                            .map(Path::toFile)
                            .forEach(File::delete);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compile(Path work, String name, String source) throws IOException {
        Path input = Files.writeString(work.resolve(name), source);
        Path output = Files.createDirectory(work.resolve("classes"));
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests need a JDK");
        StringWriter said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(
                            said,
                            files,
                            null,
                            List.of(
                                    "--release",
                                    "17",
                                    "-proc:none",
                                    "-nowarn",
                                    "-cp",
                                    classPath(),
                                    "-d",
                                    output.toString()),
                            null,
                            files.getJavaFileObjects(input))
                    .call();
            if (!compiled) {
                throw new IllegalStateException("the patched copy doesn't compile: " + said);
            }
        }
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> all = Files.walk(output)) {
            for (Path each :
                    all.filter(path -> path.toString().endsWith(".class")).toList()) {
                String path = output.relativize(each).toString();
                classes.put(
                        path.substring(0, path.length() - ".class".length()).replace(File.separatorChar, '.'),
                        Files.readAllBytes(each));
            }
        }
        return classes;
    }

    /** Where the kernel and what it needs were loaded from. */
    private static String classPath() {
        Set<String> places = new LinkedHashSet<>();
        for (String name : List.of(
                Kernel.class.getName(),
                "org.jspecify.annotations.NullMarked",
                "org.jctools.queues.atomic.SpmcAtomicArrayQueue")) {
            try {
                Class<?> type = Class.forName(name, false, PatchedKernel.class.getClassLoader());
                places.add(Path.of(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString());
            } catch (ReflectiveOperationException | java.net.URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }
        return String.join(File.pathSeparator, places);
    }

    /**
     * Returns what was compiled.
     *
     * @return class files by the binary names of their classes
     */
    public Map<String, byte[]> patched() {
        return Map.copyOf(patched);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = patched.get(name);
        if (bytes == null) {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                bytes = in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /**
     * Calls a static method of the copy.
     *
     * @param type a class of ours
     * @param method takes a long and a boolean, and returns what the JDK owns
     * @return what it returned
     */
    Object call(Class<?> type, String method, long number, boolean flag) {
        try {
            var found = loadClass(type.getName()).getDeclaredMethod(method, long.class, boolean.class);
            found.setAccessible(true);
            return found.invoke(null, number, flag);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
