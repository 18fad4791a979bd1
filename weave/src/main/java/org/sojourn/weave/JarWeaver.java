package org.sojourn.weave;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.run.Twins;

/**
 * Weaves a jar into another one. What is woven is there twice: woven, and below {@code META-INF/sojourn/original} as it was compiled, from which
 * twins are made when frames leave or come.
 */
public final class JarWeaver {
    private static final String VERSIONS = "META-INF/versions/";
    private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final List<String> packages;
    private final List<Refusal> refusals = new ArrayList<>();
    private int classes;
    private int methods;
    private long before;
    private long after;

    private JarWeaver(List<String> packages) {
        this.packages = packages;
    }

    /**
     * What came of it.
     *
     * @param packages which were woven
     * @param classes how many classes they have
     * @param methods how many of their methods frames can leave
     * @param before the bytes of those classes
     * @param after the same, woven
     * @param refusals what can't be woven
     */
    public record Summary(
            List<String> packages, int classes, int methods, long before, long after, List<Refusal> refusals) {}

    /**
     * Weaves a jar.
     *
     * @param in as it was made
     * @param out where the woven one goes, which replaces what is there; null to look only
     * @param packages which packages, each with those below it; if none is named, that of the main class, or all if the jar has no main
     *     class
     * @throws IOException if one can't be read, or the other one not written
     */
    public static Summary weave(Path in, @Nullable Path out, List<String> packages) throws IOException {
        Objects.requireNonNull(packages, "packages");
        try (JarFile jar = new JarFile(Objects.requireNonNull(in, "in").toFile(), false)) {
            JarWeaver weaver = new JarWeaver(packages.isEmpty() ? ownPackages(jar) : List.copyOf(packages));
            if (out == null) {
                weaver.each(jar, null);
            } else {
                Path folder = Objects.requireNonNull(out.toAbsolutePath().getParent());
                Path partial = Files.createTempFile(folder, ".weave", ".jar");
                try {
                    try (OutputStream file = Files.newOutputStream(partial);
                            JarOutputStream to = new JarOutputStream(file)) {
                        weaver.each(jar, to);
                    }
                    Files.move(partial, out, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(partial);
                }
            }
            return weaver.summary();
        }
    }

    private Summary summary() {
        return new Summary(packages, classes, methods, before, after, List.copyOf(refusals));
    }

    private static List<String> ownPackages(JarFile jar) throws IOException {
        Manifest manifest = jar.getManifest();
        String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        if (main != null) {
            return List.of(main.substring(0, Math.max(0, main.lastIndexOf('.'))));
        }
        TreeSet<String> all = new TreeSet<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            String name = entry.getName();
            if (isClass(name) && !name.startsWith("META-INF/")) {
                all.add(name.substring(0, Math.max(0, name.lastIndexOf('/'))).replace('/', '.'));
            }
        }
        return List.copyOf(all);
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("module-info.class") && !name.endsWith("package-info.class");
    }

    /** Signatures would be of other bytes. */
    private static boolean isSignature(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.startsWith("META-INF/")
                && upper.indexOf('/', "META-INF/".length()) < 0
                && (upper.endsWith(".SF") || upper.endsWith(".RSA") || upper.endsWith(".DSA") || upper.endsWith(".EC"));
    }

    private void each(JarFile jar, @Nullable JarOutputStream to) throws IOException {
        Weaver weaver = new Weaver(packages);
        for (JarEntry entry : Collections.list(jar.entries())) {
            String name = entry.getName();
            if (isSignature(name)) {
                continue;
            }
            byte[] bytes = jar.getInputStream(entry).readAllBytes();
            if (name.equals(JarFile.MANIFEST_NAME)) {
                put(name, bytes, to); // digests of signed entries do no harm without the signatures
            } else if (isClass(name) && name.startsWith(VERSIONS)) {
                otherVersion(name, weaver);
                put(name, bytes, to);
            } else if (isClass(name)
                    && weaver.weaves(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))) {
                weave(name, bytes, weaver, to);
            } else {
                put(name, bytes, to);
            }
        }
    }

    private void otherVersion(String name, Weaver weaver) {
        String plain = name.substring(name.indexOf('/', VERSIONS.length()) + 1);
        String className =
                plain.substring(0, plain.length() - ".class".length()).replace('/', '.');
        if (weaver.weaves(className)) {
            String version = name.substring(VERSIONS.length(), name.indexOf('/', VERSIONS.length()));
            refusals.add(new Refusal(
                    className,
                    "",
                    0,
                    "the one for Java " + version + " and later isn't woven, and is used from there on"));
        }
    }

    private void weave(String name, byte[] bytes, Weaver weaver, @Nullable JarOutputStream to) throws IOException {
        classes++;
        Weaver.Result result;
        try {
            result = weaver.weave(bytes);
        } catch (RuntimeException e) {
            String className =
                    name.substring(0, name.length() - ".class".length()).replace('/', '.');
            refusals.add(new Refusal(className, "", 0, "it is no class file that can be read: " + e));
            put(name, bytes, to);
            return;
        }
        methods += result.methods();
        before += bytes.length;
        after += result.classFile().length;
        refusals.addAll(result.refusals());
        put(name, result.classFile(), to);
        if (result.methods() > 0) {
            put(Twins.ORIGINALS + name, bytes, to);
        }
    }

    private static void put(String name, byte[] bytes, @Nullable JarOutputStream to) throws IOException {
        if (to != null) {
            JarEntry entry = new JarEntry(name);
            entry.setTimeLocal(EPOCH); // the same whenever and wherever it is woven
            to.putNextEntry(entry);
            to.write(bytes);
            to.closeEntry();
        }
    }
}
