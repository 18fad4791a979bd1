package org.sojourn.bench.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.threads.jar.ThreadJar;
import org.sojourn.weave.Weaver;
import org.sojourn.weave.run.Twins;

/** A jar of some classes, woven, and what loads them from it: JVMs that they start have it before all else on their class path. */
final class WovenJar extends URLClassLoader {
    private final String packageName;
    private final Path jar;

    private WovenJar(String packageName, Path jar) throws IOException {
        super(new URL[] {jar.toUri().toURL()}, WovenJar.class.getClassLoader());
        this.packageName = packageName;
        this.jar = jar;
    }

    /**
     * Weaves a package.
     *
     * @param packageName which
     * @param classes the simple names of its classes, as in their files
     */
    static WovenJar of(String packageName, List<String> classes) throws IOException {
        Weaver weaver = new Weaver(List.of(packageName));
        Path jar = Files.createTempFile("woven", ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(file)) {
            for (String each : classes) {
                String name = packageName.replace('.', '/') + "/" + each + ".class";
                byte[] compiled = compiled(name);
                put(name, weaver.weave(compiled).classFile(), to);
                put(Twins.ORIGINALS + name, compiled, to);
            }
        }
        return new WovenJar(packageName, jar);
    }

    /**
     * Weaves a package for threads that move.
     *
     * @param packageName which
     * @param classes the simple names of its classes, as in their files
     */
    static WovenJar ofThreads(String packageName, List<String> classes) throws IOException {
        Path plain = Files.createTempFile("plain", ".jar");
        Path jar = Files.createTempFile("woven", ".jar");
        try {
            try (OutputStream file = Files.newOutputStream(plain);
                    JarOutputStream to = new JarOutputStream(file)) {
                for (String each : classes) {
                    String name = packageName.replace('.', '/') + "/" + each + ".class";
                    put(name, compiled(name), to);
                }
            }
            ThreadJar.make(plain, jar, List.of(packageName));
        } finally {
            Files.deleteIfExists(plain);
        }
        return new WovenJar(packageName, jar);
    }

    private static byte[] compiled(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(WovenJar.class.getClassLoader().getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }

    private static void put(String name, byte[] bytes, JarOutputStream to) throws IOException {
        to.putNextEntry(new JarEntry(name));
        to.write(bytes);
        to.closeEntry();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(packageName)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    /** Class files too are those of the jar, as threads are judged by them. */
    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    @Override
    public void close() {
        try {
            super.close();
            Files.deleteIfExists(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
