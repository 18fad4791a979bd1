package org.sojourn.weave;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.run.Twins;

/**
 * Weaves a jar into another one. What is woven is there twice: woven, and below {@code META-INF/sojourn/original} as it was compiled, from which
 * twins are made when frames leave or come.
 */
public final class JarWeaver {
    private static final String RELEASES = "META-INF/versions/";
    private static final String CLASS = ".class";
    private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final List<String> packages;
    private final UnaryOperator<byte[]> before;
    private final Map<String, byte[]> more;
    private final List<Refusal> refusals = new ArrayList<>();
    private int classes;
    private int methods;
    private long bytesBefore;
    private long bytesAfter;

    private JarWeaver(List<String> packages, UnaryOperator<byte[]> before, Map<String, byte[]> more) {
        this.packages = packages;
        this.before = before;
        this.more = more;
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
            List<String> packages, int classes, int methods, long before, long after, List<Refusal> refusals) {
        /** Checks and keeps copies. */
        public Summary {
            packages = List.copyOf(Objects.requireNonNull(packages, "packages is null; give a list"));
            refusals = List.copyOf(Objects.requireNonNull(refusals, "refusals is null; give a list"));
        }
    }

    /**
     * Weaves a jar. Its entries keep their order; if several have one name, the one stays that class loaders find. Those that are stored without
     * compression still are. Classes that a multi-release jar has for some versions of Java are woven as all others.
     *
     * @param in as it was made
     * @param out where the woven one goes, which replaces the file that is there, if one is, as a whole; null to look only
     * @param packages which packages, each with those below it; if none is named, that of the main class, or all if the jar has no main
     *     class
     * @throws IOException if {@code in} is no jar that can be read, or was woven before, or {@code out} is the same file, a directory, or
     *     can't be written; the message is a sentence that says which
     */
    public static Summary weave(Path in, @Nullable Path out, List<String> packages) throws IOException {
        return weave(in, out, packages, UnaryOperator.identity(), Map.of());
    }

    /**
     * Weaves a jar of which each class is changed before it is woven, and that gets further entries. All else is as without that.
     *
     * @param in as it was made
     * @param out where the woven one goes; null to look only
     * @param packages which packages
     * @param before is given the class files of those packages, those for some versions of Java included; what it returns is woven, and kept as
     *     the class as it was compiled; what it throws is thrown
     * @param more files by their names, which replace those of {@code in}
     * @throws IOException as without the change
     */
    public static Summary weave(
            Path in, @Nullable Path out, List<String> packages, UnaryOperator<byte[]> before, Map<String, byte[]> more)
            throws IOException {
        Objects.requireNonNull(before, "before is null; give UnaryOperator.identity() to change nothing");
        Objects.requireNonNull(more, "more is null; give an empty map if there is nothing more");
        Objects.requireNonNull(packages, "packages is null; give a list, empty for the usual ones");
        check(Objects.requireNonNull(in, "in is null; name a jar"), out);
        try (JarFile jar = opened(in)) {
            JarWeaver weaver = new JarWeaver(
                    packages.isEmpty() ? ownPackages(jar) : List.copyOf(packages), before, new TreeMap<>(more));
            if (out == null) {
                weaver.each(jar, null);
            } else {
                try {
                    weaver.write(jar, out);
                } catch (FileSystemException e) {
                    throw new IOException(out + " can't be written: " + reason(e), e);
                }
            }
            return weaver.summary();
        }
    }

    private void write(JarFile jar, Path out) throws IOException {
        Path partial = out.resolveSibling("." + out.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            try (OutputStream file = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW);
                    JarOutputStream to = new JarOutputStream(file)) {
                each(jar, to);
            }
            Files.move(partial, out, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /** Such exceptions mostly say no more than the file, which is one that nobody has named. */
    private static String reason(FileSystemException e) {
        if (e instanceof AccessDeniedException) {
            return "you may not write into its directory";
        }
        return e.getReason() == null ? e.toString() : e.getReason();
    }

    private static void check(Path in, @Nullable Path out) throws IOException {
        if (!Files.isRegularFile(in)) {
            throw new IOException(
                    Files.isDirectory(in) ? in + " is a directory, and no jar" : "there is no file " + in);
        }
        if (out == null) {
            return;
        }
        if (Files.isDirectory(out)) {
            throw new IOException(out + " is a directory; name a file in it");
        }
        if (Files.exists(out) && Files.isSameFile(in, out)) {
            throw new IOException(out + " is the input jar; name another file");
        }
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException(
                    "there is no directory " + folder + ", into which " + out.getFileName() + " is to go");
        }
    }

    private static JarFile opened(Path in) throws IOException {
        try {
            return new JarFile(in.toFile(), false);
        } catch (ZipException e) {
            throw new IOException(in + " isn't a jar: " + e.getMessage(), e);
        }
    }

    private Summary summary() {
        return new Summary(packages, classes, methods, bytesBefore, bytesAfter, refusals);
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
        return name.endsWith(CLASS) && !name.endsWith("module-info.class") && !name.endsWith("package-info.class");
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
        Set<String> seen = new HashSet<>(more.keySet());
        for (JarEntry listed : Collections.list(jar.entries())) {
            String name = listed.getName();
            if (name.startsWith(Twins.ORIGINALS)) {
                throw new IOException(jar.getName() + " is woven already; weave the jar from which it was made");
            }
            if (isSignature(name) || !seen.add(name)) {
                continue; // digests in the manifest do no harm without the signatures
            }
            JarEntry entry = jar.getJarEntry(name);
            byte[] bytes = jar.getInputStream(entry).readAllBytes();
            String plain = isClass(name) ? withoutRelease(name) : "";
            if (!plain.isEmpty() && weaver.weaves(className(plain))) {
                weave(new Found(entry, plain, bytes), weaver, to);
            } else {
                put(name, bytes, entry.getMethod(), to);
            }
        }
        for (Map.Entry<String, byte[]> each : more.entrySet()) {
            put(each.getKey(), each.getValue(), ZipEntry.DEFLATED, to);
        }
    }

    private static String withoutRelease(String name) {
        return name.startsWith(RELEASES) ? name.substring(name.indexOf('/', RELEASES.length()) + 1) : name;
    }

    private static String className(String name) {
        return name.substring(0, name.length() - CLASS.length()).replace('/', '.');
    }

    /**
     * A class in a jar.
     *
     * @param plain its name, as loaders ask for it
     */
    private record Found(JarEntry entry, String plain, byte[] bytes) {
        /** The version of Java, from which on it is used; 0 for all. */
        int release() {
            String name = entry.getName();
            if (name.equals(plain)) {
                return 0;
            }
            String release = name.substring(RELEASES.length(), name.indexOf('/', RELEASES.length()));
            return release.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(release) : 0;
        }
    }

    private void weave(Found found, Weaver weaver, @Nullable JarOutputStream to) throws IOException {
        classes++;
        String name = found.entry().getName();
        int method = found.entry().getMethod();
        byte[] bytes = before.apply(found.bytes());
        Weaver.Result result;
        try {
            result = weaver.weave(bytes, found.release());
        } catch (RuntimeException e) {
            refusals.add(new Refusal(className(found.plain()), "", 0, "it isn't a class file that can be read: " + e));
            put(name, bytes, method, to);
            return;
        }
        methods += result.methods();
        bytesBefore += found.bytes().length;
        bytesAfter += result.classFile().length;
        refusals.addAll(result.refusals());
        put(name, result.classFile(), method, to);
        if (result.methods() > 0) {
            put(Twins.ORIGINALS + Twins.folder(found.release()) + found.plain(), bytes, method, to);
        }
    }

    private static void put(String name, byte[] bytes, int method, @Nullable JarOutputStream to) throws IOException {
        if (to == null) {
            return;
        }
        JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(EPOCH); // the same whenever and wherever it is woven
        if (method == ZipEntry.STORED) {
            CRC32 sum = new CRC32();
            sum.update(bytes);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCrc(sum.getValue());
        }
        to.putNextEntry(entry);
        to.write(bytes);
        to.closeEntry();
    }
}
