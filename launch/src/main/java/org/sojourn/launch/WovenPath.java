package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.sojourn.host.join.ProgramCache;
import org.sojourn.host.run.ProgramHash;
import org.sojourn.weave.JarWeaver;
import org.sojourn.weave.run.Twins;

/**
 * The class path of a program with strands or agents in Java: its own classes are woven ahead, into a jar that is kept for next time by the hash of what it was made of. A
 * program without strands is run as it is, and so is one that is woven already.
 */
final class WovenPath {
    /** In the class file of whatever names them: strands, and agents in Java. */
    private static final List<String> STRANDS = List.of("org/sojourn/strands/", "org/sojourn/messengers/agent/Agent");

    private final String packageName;
    private final String folder;

    private WovenPath(String packageName) {
        this.packageName = packageName;
        this.folder = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
    }

    /** Has the package of a program's main class woven, with those below it, wherever they have strands. */
    static Programs.Found of(Programs.Found found) {
        WovenPath own = new WovenPath(found.mainPackage());
        List<String> entries = new ArrayList<>();
        for (String entry : found.classPath().split(File.pathSeparator)) {
            entries.add(Programs.isLibrary(entry) ? entry : own.entry(Path.of(entry)));
        }
        return new Programs.Found(
                found.mainClass(),
                found.mainPackage(),
                String.join(File.pathSeparator, entries),
                found.arguments(),
                found.options());
    }

    private String entry(Path entry) {
        try {
            boolean hasStrands = Files.isDirectory(entry)
                    ? isStrandsFolder(entry)
                    : Files.isRegularFile(entry) && isStrandsJar(entry);
            return hasStrands && !isWoven(entry) ? woven(entry).toString() : entry.toString();
        } catch (IOException e) {
            throw new Usage(entry + " has strands, and can't be woven: " + e.getMessage());
        }
    }

    /** Whether somebody has woven it, who knows which packages: it is run as it is. */
    private static boolean isWoven(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            return Files.isDirectory(entry.resolve(Twins.ORIGINALS));
        }
        try (JarFile jar = new JarFile(entry.toFile(), false)) {
            return jar.stream().anyMatch(each -> each.getName().startsWith(Twins.ORIGINALS));
        }
    }

    private boolean isStrandsFolder(Path entry) throws IOException {
        Path own = entry.resolve(folder);
        if (!Files.isDirectory(own)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(own, packageName.isEmpty() ? 1 : Integer.MAX_VALUE)) {
            for (Path each :
                    files.filter(file -> file.toString().endsWith(".class")).toList()) {
                if (namesStrand(Files.readAllBytes(each))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isStrandsJar(Path entry) throws IOException {
        try (JarFile jar = new JarFile(entry.toFile(), false)) {
            for (JarEntry each : Collections.list(jar.entries())) {
                if (isOwn(each.getName())) {
                    try (InputStream in = jar.getInputStream(each)) {
                        if (namesStrand(in.readAllBytes())) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    private boolean isOwn(String file) {
        return file.endsWith(".class") && (packageName.isEmpty() ? file.indexOf('/') < 0 : file.startsWith(folder));
    }

    private static boolean namesStrand(byte[] classFile) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        return STRANDS.stream().anyMatch(text::contains);
    }

    private Path woven(Path entry) throws IOException {
        String name = String.valueOf(entry.getFileName());
        return ProgramCache.ofUser(List.of())
                .made(
                        key(entry),
                        name.endsWith(".jar") ? name : name + ".jar",
                        Files.isDirectory(entry)
                                ? to -> weaveFolder(entry, to)
                                : to -> JarWeaver.weave(entry, to, List.of(packageName)));
    }

    private void weaveFolder(Path entry, Path to) throws IOException {
        Path jar = Files.createTempFile("sojourn", ".jar");
        try {
            try (OutputStream file = Files.newOutputStream(jar);
                    JarOutputStream out = new JarOutputStream(file);
                    Stream<Path> all = Files.walk(entry)) {
                for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                    out.putNextEntry(
                            new JarEntry(entry.relativize(each).toString().replace(File.separatorChar, '/')));
                    Files.copy(each, out);
                    out.closeEntry();
                }
            }
            JarWeaver.weave(jar, to, List.of(packageName));
        } finally {
            Files.deleteIfExists(jar);
        }
    }

    private String key(Path entry) throws IOException {
        return key(entry, packageName, JarWeaver.class);
    }

    /** Of all that makes a woven jar what it is: the entry, the packages, and who weaves. */
    static String key(Path entry, String packages, Class<?>... weavers) throws IOException {
        try {
            StringBuilder all = new StringBuilder(entry.toString());
            for (Class<?> each : weavers) {
                all.append(File.pathSeparator)
                        .append(Path.of(each.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI()));
            }
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(packages.getBytes(StandardCharsets.UTF_8));
            digest.update(ProgramHash.of(all.toString()));
            return HexFormat.of().formatHex(digest.digest());
        } catch (URISyntaxException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
