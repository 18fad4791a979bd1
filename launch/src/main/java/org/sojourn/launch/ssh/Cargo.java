package org.sojourn.launch.ssh;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * What a program needs at other machines: its class path as files, each with its hash. A folder of classes is packed, in an order and
 * with times that are always the same, so that the same classes make the same file. All places of the run use the packed one: what
 * they are asked for is the same program, and names and contents of jars say whether it is.
 */
public final class Cargo {
    /**
     * One file.
     *
     * @param path where it is here
     * @param name its name, which it keeps
     * @param sha256 of its content, in hexadecimal
     * @param bytes how long it is
     */
    record Piece(Path path, String name, String sha256, long bytes) {
        /** Where it is in the cache of a machine. */
        String staged() {
            return sha256 + "/" + name;
        }
    }

    private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final LocalDateTime ALWAYS = LocalDateTime.of(1980, 1, 1, 0, 0, 0);

    private final Path cache;
    private final List<Piece> classPath = new ArrayList<>();
    private final List<Piece> others = new ArrayList<>();

    /**
     * Packs and hashes a class path.
     *
     * @param entries separated as the system does
     * @param cache where what was packed is kept, by its hash as at other machines
     * @throws IOException if one can't be read, a sentence
     */
    public Cargo(String entries, Path cache) throws IOException {
        this.cache = cache;
        for (String entry : entries.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                classPath.add(piece(pack(path)));
            } else if (Files.isRegularFile(path)) {
                classPath.add(piece(path));
            }
        }
    }

    /**
     * Adds a file that isn't on the class path.
     *
     * @param path the file
     * @return where it is in the cache of a machine
     * @throws IOException if it can't be read, a sentence
     */
    public String add(Path path) throws IOException {
        Piece piece = piece(path);
        others.add(piece);
        return piece.staged();
    }

    /** The class path for places of this machine. */
    public String classPathHere() {
        return classPath.stream().map(each -> each.path().toString()).collect(Collectors.joining(File.pathSeparator));
    }

    /** The class path for places of a machine with this cache. */
    String classPathAt(String cache) {
        return classPath.stream().map(each -> cache + "/" + each.staged()).collect(Collectors.joining(":"));
    }

    /** All that is to be there. */
    List<Piece> pieces() {
        return Stream.concat(classPath.stream(), others.stream()).distinct().toList();
    }

    private static Piece piece(Path path) throws IOException {
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(path), sha256())) {
            long bytes = in.transferTo(OutputStream.nullOutputStream());
            String hash = HexFormat.of().formatHex(in.getMessageDigest().digest());
            return new Piece(path, String.valueOf(path.getFileName()), hash, bytes);
        } catch (IOException e) {
            throw new IOException(path + ", which other machines need, can't be read: " + e.getMessage(), e);
        }
    }

    private Path pack(Path folder) throws IOException {
        Path named = folder.toAbsolutePath().normalize().getFileName();
        try {
            byte[] jar = packed(folder);
            String hash = HexFormat.of().formatHex(sha256().digest(jar));
            Path kept = cache.resolve(hash).resolve((named == null ? "classes" : named) + ".jar");
            if (!Files.isRegularFile(kept) || Files.size(kept) != jar.length) {
                Files.createDirectories(cache.getParent());
                Files.createDirectories(kept.getParent(), OWNERS);
                Path written = Files.createTempFile(kept.getParent(), ".", ".jar");
                Files.write(written, jar);
                Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
            }
            return kept;
        } catch (IOException e) {
            throw new IOException("the classes in " + folder + " can't be packed for other machines: " + e, e);
        }
    }

    private static byte[] packed(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(jar)) {
            for (Path each : files) {
                ZipEntry entry = new ZipEntry(folder.relativize(each).toString().replace(File.separatorChar, '/'));
                entry.setTimeLocal(ALWAYS);
                zip.putNextEntry(entry);
                Files.copy(each, zip);
                zip.closeEntry();
            }
        }
        return jar.toByteArray();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
