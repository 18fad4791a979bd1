package org.sojourn.host.join;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.OwnersFolder;
import org.sojourn.kernel.port.Bound;

/**
 * The files of programs that this machine has: those that are installed, and those that were fetched, kept for next time in a folder that only
 * its owner may enter, and in it one for each file, called by its hash. A file is used only if it has the hash that the run tells; what nobody
 * has used for {@link Bound#UNUSED_PROGRAM_DAYS} goes.
 */
public final class ProgramCache {
    private static final System.Logger LOG = System.getLogger(ProgramCache.class.getName());

    /** Names the folder, in the environment. */
    public static final String VARIABLE = "SOJOURN_CACHE";

    /** Gives the pieces of a file, in their order. */
    interface Source {
        /** {@return the next piece; empty after the last} */
        byte[] next() throws IOException;
    }

    private final OwnersFolder folder;
    private final List<Path> installed;

    /**
     * A folder of files, which needn't be there.
     *
     * @param path where
     * @param installed files that are used where they are, and not copied into the folder: those of the same Sojourn
     */
    public ProgramCache(Path path, List<Path> installed) {
        this.folder = new OwnersFolder(path, "programs of runs on other machines are kept", VARIABLE);
        this.installed = List.copyOf(installed);
    }

    /**
     * This user's.
     *
     * @param installed files that are used where they are
     * @return what {@value #VARIABLE} names, else {@code sojourn} in the user's folder for caches
     */
    public static ProgramCache ofUser(List<Path> installed) {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isEmpty()) {
            return new ProgramCache(Path.of(named).toAbsolutePath(), installed);
        }
        String caches = System.getenv("XDG_CACHE_HOME");
        return new ProgramCache(
                caches != null && caches.startsWith("/")
                        ? Path.of(caches, "sojourn")
                        : Path.of(System.getProperty("user.home"), ".cache", "sojourn"),
                installed);
    }

    /** Sees that the folder is there and nobody else's, and removes what wasn't used for long. */
    void open() throws IOException {
        folder.make();
        folder.check();
        Instant old = Instant.now().minus(Duration.ofDays(Bound.UNUSED_PROGRAM_DAYS.value()));
        List<Path> unused;
        try (Stream<Path> all = Files.list(folder.path())) {
            unused = all.filter(each -> isOlder(each, old)).toList();
        }
        for (Path each : unused) {
            remove(each);
        }
    }

    private static boolean isOlder(Path each, Instant than) {
        try {
            return each.getFileName().toString().matches("[0-9a-f]{64}")
                    && Files.getLastModifiedTime(each).toInstant().isBefore(than);
        } catch (IOException e) {
            return false; // another process removes it
        }
    }

    private static void remove(Path kept) throws IOException {
        try (Stream<Path> files = Files.list(kept)) {
            for (Path each : files.toList()) {
                Files.deleteIfExists(each);
            }
        }
        Files.deleteIfExists(kept);
    }

    /** Writes a file. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Writes it.
         *
         * @param to an empty file
         * @throws IOException if it can't
         */
        void make(Path to) throws IOException;
    }

    /**
     * Finds a file that is made of others, or makes it. Others may do the same at the same time.
     *
     * @param key the hash of all that it is made of, 64 hexadecimal digits
     * @param name of the file
     * @param maker writes it, if it isn't there
     * @return where it is
     * @throws IOException if it can't be made or kept
     */
    public Path made(String key, String name, Maker maker) throws IOException {
        open();
        Path kept = folder.path().resolve(key).resolve(name);
        if (!Files.isRegularFile(kept)) {
            Files.createDirectories(kept.getParent());
            Path coming = Files.createTempFile(kept.getParent(), ".coming", "", OwnersFolder.FILE);
            try {
                maker.make(coming);
                Files.move(coming, kept, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(coming);
            }
        }
        Files.setLastModifiedTime(kept.getParent(), FileTime.from(Instant.now()));
        return kept;
    }

    /** Where a file is, just as it is to be; null if it isn't there. One in the folder that is something else is removed. */
    @Nullable
    Path find(ProgramFile file) throws IOException {
        for (Path each : installed) {
            if (each.endsWith(file.name()) && Files.isRegularFile(each) && isThere(file, each)) {
                return each;
            }
        }
        Path path = path(file);
        if (!Files.isRegularFile(path)) {
            return null;
        }
        if (!file.isIn(path)) {
            Files.deleteIfExists(path);
            return null;
        }
        Files.setLastModifiedTime(path.getParent(), FileTime.from(Instant.now()));
        return path;
    }

    private static boolean isThere(ProgramFile file, Path installed) {
        try {
            return file.isIn(installed);
        } catch (IOException e) { // it is just replaced, or others may read it: the file can be fetched
            LOG.log(DEBUG, "an installed file can't be compared", e);
            return false;
        }
    }

    private Path path(ProgramFile file) {
        return folder.path().resolve(file.hash()).resolve(file.name());
    }

    /**
     * Takes a file in. Others may do the same at the same time.
     *
     * @return where it is now
     * @throws IOException if it can't be written, or what comes is another file; a sentence
     */
    Path take(ProgramFile file, Source source) throws IOException {
        Path path = path(file);
        Files.createDirectories(path.getParent());
        Path coming = Files.createTempFile(path.getParent(), ".coming", "", OwnersFolder.FILE);
        try {
            MessageDigest digest = ProgramFile.sha256();
            long size = 0;
            try (OutputStream out = Files.newOutputStream(coming)) {
                for (byte[] piece = source.next(); piece.length > 0; piece = source.next()) {
                    size += piece.length;
                    if (size > file.size()) {
                        break;
                    }
                    digest.update(piece);
                    out.write(piece);
                }
            }
            if (size != file.size()
                    || !HexFormat.of().formatHex(digest.digest()).equals(file.hash())) {
                throw new IOException(file.name() + " isn't the file that the run has told of: " + size + " bytes of "
                        + file.size() + ", or another hash; has it been changed since the run began?");
            }
            return Files.move(coming, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(coming);
        }
    }
}
