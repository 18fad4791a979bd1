package org.sojourn.host.run;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The hash of a program, so that places with different classes refuse each other instead of misunderstanding each other.
 *
 * <p>Of a jar, the name and the central directory count, which holds name, size and CRC of every entry: that tells two
 * builds apart without reading megabytes at each start. Of a directory, the path and content of every file count.
 *
 * <p>Of what is large, size and three checksums are hashed, which the JVM has as machine code from its first moment; SHA-256 it
 * interprets then, and the central directories of all jars come to a megabyte. Nobody is kept out by this hash who has the secret: it is no
 * proof, and only tells programs apart.
 */
public final class ProgramHash {
    private static final int END_RECORD = 22;
    private static final int MAX_COMMENT = 0xFFFF;
    private static final int END_SIGNATURE = 0x06054b50;

    private ProgramHash() {}

    /**
     * Hashes a class path.
     *
     * @param classPath entries separated as the system does
     * @return 32 bytes
     * @throws IOException if an entry that exists can't be read
     */
    public static byte[] of(String classPath) throws IOException {
        MessageDigest digest = sha256();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isRegularFile(path)) {
                add(digest, String.valueOf(path.getFileName()));
                addJar(digest, path);
            } else if (Files.isDirectory(path)) {
                addDirectory(digest, path);
            }
        }
        return digest.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static void add(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    private static void addJar(MessageDigest digest, Path jar) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "r")) {
            int tail = (int) Math.min(file.length(), END_RECORD + MAX_COMMENT);
            byte[] end = new byte[tail];
            file.seek(file.length() - tail);
            file.readFully(end);
            ByteBuffer buffer = ByteBuffer.wrap(end).order(java.nio.ByteOrder.LITTLE_ENDIAN);
            for (int at = tail - END_RECORD; at >= 0; at--) {
                if (buffer.getInt(at) == END_SIGNATURE) {
                    long size = buffer.getInt(at + 12) & 0xFFFF_FFFFL;
                    long offset = buffer.getInt(at + 16) & 0xFFFF_FFFFL;
                    if (offset + size <= file.length() && size <= Integer.MAX_VALUE) {
                        byte[] directory = new byte[(int) size];
                        file.seek(offset);
                        file.readFully(directory);
                        addChecked(digest, directory);
                        return;
                    }
                }
            }
        }
        addChecked(digest, Files.readAllBytes(jar)); // no zip after all
    }

    private static void addChecked(MessageDigest digest, byte[] content) {
        Checksum[] sums = {new CRC32(), new CRC32C(), new Adler32()};
        ByteBuffer all = ByteBuffer.allocate((1 + sums.length) * Long.BYTES).putLong(content.length);
        for (Checksum each : sums) {
            each.update(content, 0, content.length);
            all.putLong(each.getValue());
        }
        digest.update(all.array());
    }

    private static void addDirectory(MessageDigest digest, Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
            for (Path file : sorted) {
                add(digest, directory.relativize(file).toString());
                addChecked(digest, Files.readAllBytes(file));
            }
        }
    }
}
