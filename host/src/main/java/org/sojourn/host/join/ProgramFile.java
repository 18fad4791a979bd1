package org.sojourn.host.join;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A file of a program's class path, as it is known without having it.
 *
 * @param name its name, without a folder
 * @param size how many bytes it has
 * @param hash its SHA-256 hash in hexadecimal
 */
public record ProgramFile(String name, long size, String hash) {
    private static final Pattern NAME = Pattern.compile("[^/\\\\:\\x00]{1,255}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /**
     * Refuses what would lead out of the folder in which it is kept, or divide a class path.
     *
     * @throws IllegalArgumentException for that, or if it has no size or hash
     */
    public ProgramFile {
        if (!NAME.matcher(name).matches() || name.startsWith(".")) {
            throw new IllegalArgumentException("\"" + name + "\" isn't a file name of a program");
        }
        if (size < 0 || !HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException(name + " has " + size + " bytes and the hash \"" + hash + "\"");
        }
    }

    /**
     * Says what a file is.
     *
     * @param file the file
     * @return the same without having it
     * @throws IOException if it can't be read
     * @throws IllegalArgumentException if it has no name for a class path
     */
    public static ProgramFile of(Path file) throws IOException {
        return new ProgramFile(String.valueOf(file.getFileName()), Files.size(file), hash(file));
    }

    /** Whether a file that is there is this one; its name doesn't matter. */
    boolean isIn(Path file) throws IOException {
        return Files.size(file) == size && hash(file).equals(hash);
    }

    static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
