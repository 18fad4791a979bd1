package org.sojourn.host.run;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A folder that only its owner may enter, where a run leaves something for other processes of the same user. One that somebody else has
 * made under that name, or that others may enter, is neither written nor read.
 */
public final class OwnersFolder {
    /** Names the folder of this user's runs, in the environment. */
    public static final String RUNS = "SOJOURN_RUNS";

    /** For files that only their owner may read and write. */
    public static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** For folders that only their owner may enter. */
    public static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path path;
    private final String purpose;
    private final String setting;

    /**
     * A folder, which needn't be there.
     *
     * @param path where
     * @param purpose what is done there, as in "where this user's runs are listed"
     * @param setting by what another one is named
     */
    public OwnersFolder(Path path, String purpose, String setting) {
        this.path = path;
        this.purpose = purpose;
        this.setting = setting;
    }

    /**
     * Returns where this user's runs are listed.
     *
     * @return {@code sojourn-UID} in the system's folder for temporary files, or what {@value #RUNS} names
     */
    public static OwnersFolder ofRuns() {
        String named = System.getenv(RUNS);
        return ofRuns(
                named != null && !named.isEmpty()
                        ? Path.of(named)
                        : Path.of(System.getProperty("java.io.tmpdir"), "sojourn-" + uid()));
    }

    /**
     * Returns a folder in which runs are listed.
     *
     * @param path where
     * @return the folder
     */
    public static OwnersFolder ofRuns(Path path) {
        return new OwnersFolder(path, "this user's runs are listed", RUNS);
    }

    /**
     * Returns who this process is.
     *
     * @return the user's number
     */
    public static long uid() {
        return new UnixSystem().getUid();
    }

    /**
     * Returns where it is.
     *
     * @return its path
     */
    public Path path() {
        return path;
    }

    /**
     * Makes it, if nothing of its name is there.
     *
     * @throws IOException if it can't be made, saying why
     */
    public void make() throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.createDirectory(path, FOLDER);
        } catch (FileSystemException e) {
            throw new IOException(
                    path + ", where " + purpose + ", can't be made: "
                            + (e instanceof AccessDeniedException
                                    ? "permission denied at "
                                    : "no folder can be made at ")
                            + e.getFile() + (e.getReason() == null ? "" : " (" + e.getReason() + ")")
                            + ". Name another by " + setting,
                    e);
        }
    }

    /**
     * Checks that it is this user's and nobody else's.
     *
     * @throws IOException if it isn't, saying why
     */
    public void check() throws IOException {
        boolean isFolder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        Number owner = (Number) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        Set<PosixFilePermission> open = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        if (!isFolder
                || Integer.toUnsignedLong(owner.intValue()) != uid()
                || !FOLDER.value().equals(open)) {
            throw new IOException(path + ", where " + purpose + ", "
                    + (isFolder
                            ? "belongs to user " + Integer.toUnsignedLong(owner.intValue()) + " with permissions "
                                    + PosixFilePermissions.toString(open) + "; it must be this user's, rwx------"
                            : "isn't a folder")
                    + ". Change that, or name another by " + setting);
        }
    }
}
