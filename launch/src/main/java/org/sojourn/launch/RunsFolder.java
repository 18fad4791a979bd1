package org.sojourn.launch;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sojourn.host.run.OwnersFolder;

/**
 * The runs of this user on this machine: a folder with a file for each.
 *
 * <p><b>Whose.</b> The folder is {@code sojourn-UID} in the system's folder for temporary files, or what {@code SOJOURN_RUNS} names.
 * Only its owner may enter it, and only the owner may read a file in it. A folder that somebody else has made under that
 * name, or that others may enter, is neither written nor read.
 *
 * <p><b>Which run.</b> The file has the number of the command's process, and says where the command listens, and with which secret
 * (see {@link org.sojourn.host.run.Inquiry}).
 *
 * <p><b>Whether it runs.</b> A command holds a lock on its file, which the system takes away however the process ends. So a file that
 * can be locked is of a run that was killed, and whoever looks at the folder removes it, and says so. Numbers of processes would be given
 * anew, and a port that answers needn't be that of the run. What isn't named as a run names its files is somebody else's, and is let be.
 *
 * <p>The file gets its content and its lock under another name, since a file that were seen before it is locked would be removed.
 * Under that name it is let be as long as a process has its number. Should it be removed all the same in the moment between making and
 * locking it, another is made.
 */
final class RunsFolder {
    private static final String SUFFIX = ".run";
    private static final String MAKING = ".new";
    private static final String TOKEN = ".token";
    private static final String PACKED = ".packed";
    private static final Pattern NAME =
            Pattern.compile("(\\d{1,18})(" + Pattern.quote(SUFFIX) + "|" + Pattern.quote(MAKING) + ")");
    private static final int MOST_BYTES = 1 << 16;
    private static final int TRIES = 5;

    /**
     * A run that goes on.
     *
     * @param pid the process of its command
     * @param program what was typed
     * @param started when
     * @param port where the command listens
     * @param secret what it and this user know
     * @param door where places of other machines can join it; empty if they can't
     */
    record Listed(long pid, String program, Instant started, int port, byte[] secret, String door) {
        /** A run that nobody joins from elsewhere. */
        Listed(long pid, String program, Instant started, int port, byte[] secret) {
            this(pid, program, started, port, secret, "");
        }
    }

    /**
     * What a run that others can join leaves in the folder beside its own file; it goes with the run.
     *
     * @param token where its token is written to
     * @param folder where folders of classes are packed to; it is there
     */
    record Left(Path token, Path folder) implements AutoCloseable {
        @Override
        public void close() {
            try {
                Files.deleteIfExists(token);
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    try (Stream<Path> packed = Files.list(folder)) {
                        for (Path each : packed.toList()) {
                            Files.deleteIfExists(each);
                        }
                    }
                    Files.deleteIfExists(folder);
                }
            } catch (IOException e) {
                System.err.println("sojourn: " + e.getMessage() + " of this run is left");
            }
        }
    }

    /** A run that is listed until this is closed. */
    interface Listing extends AutoCloseable {
        @Override
        void close();
    }

    private final Path folder;
    private final OwnersFolder owners;
    private final Consumer<String> said;

    /**
     * A folder.
     *
     * @param folder where
     * @param said told what was removed, a sentence each
     */
    RunsFolder(Path folder, Consumer<String> said) {
        this.folder = folder;
        this.owners = OwnersFolder.ofRuns(folder);
        this.said = said;
    }

    /** This user's. */
    static RunsFolder ofUser() {
        return new RunsFolder(OwnersFolder.ofRuns().path(), sentence -> System.err.println("sojourn: " + sentence));
    }

    /**
     * Lists a run of this process until what it returns is closed.
     *
     * @throws IOException if the folder can't be used, saying why
     */
    Listing list(Listed run) throws IOException {
        owners.make();
        owners.check();
        for (int tries = 1; ; tries++) {
            try {
                return write(run);
            } catch (NoSuchFileException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * Makes room for what a run that others can join leaves here until it ends; another's of the same number goes.
     *
     * @throws IOException if the folder can't be used, saying why
     */
    Left left(long pid) throws IOException {
        owners.make();
        owners.check();
        Left left = of(pid);
        left.close();
        Files.createDirectory(left.folder(), OwnersFolder.FOLDER);
        return left;
    }

    private Left of(long pid) {
        return new Left(token(pid), folder.resolve(pid + PACKED));
    }

    /** Where the token of a run is, if it has one. */
    Path token(long pid) {
        return folder.resolve(pid + TOKEN);
    }

    /** Finds the runs that go on, the oldest first, and removes what killed ones have left. */
    List<Listed> runs() throws IOException {
        List<Listed> found = new ArrayList<>();
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return found;
        }
        owners.check();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                live(file).ifPresent(found::add);
            }
        }
        found.sort(java.util.Comparator.comparing(Listed::started).thenComparing(Listed::pid));
        return found;
    }

    private Listing write(Listed run) throws IOException {
        Path made = folder.resolve(run.pid() + MAKING);
        Path listed = folder.resolve(run.pid() + SUFFIX);
        Files.deleteIfExists(made); // of a killed process that had this number
        FileChannel channel = FileChannel.open(
                made, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnersFolder.FILE);
        try {
            channel.lock();
            channel.write(ByteBuffer.wrap(text(run).getBytes(StandardCharsets.UTF_8)));
            Files.move(made, listed, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(made);
            throw e instanceof AtomicMoveNotSupportedException ? new IOException(e.getMessage(), e) : e;
        }
        return () -> {
            try (channel) {
                Files.deleteIfExists(listed);
            } catch (IOException e) {
                // Whoever looks at the folder next removes it.
            }
        };
    }

    private static String text(Listed run) throws IOException {
        Properties fields = new Properties();
        fields.setProperty("program", run.program());
        fields.setProperty("started", run.started().toString());
        fields.setProperty("port", Integer.toString(run.port()));
        fields.setProperty("secret", HexFormat.of().formatHex(run.secret()));
        fields.setProperty("door", run.door());
        StringWriter text = new StringWriter();
        fields.store(text, null);
        return text.toString();
    }

    /** What a file says, if its run goes on; it is removed if not. Another's file, or one that is just removed, says nothing. */
    private Optional<Listed> live(Path file) throws IOException {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (!name.matches() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        long pid = Long.parseLong(name.group(1));
        boolean isMade = name.group(2).equals(SUFFIX);
        if (!isMade && ProcessHandle.of(pid).isPresent()) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                String program = isMade ? program(channel) : "";
                of(pid).close();
                if (Files.deleteIfExists(file)) {
                    said.accept("run " + pid + (program.isEmpty() ? "" : " (" + program + ")")
                            + " was killed; its file " + file + " is removed");
                }
                return Optional.empty();
            }
            return isMade ? Optional.of(listed(pid, fields(channel))) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            throw new IOException(file + " isn't written as a run writes it: " + e.getMessage(), e);
        }
    }

    /** Of a run that was killed; whatever may be in its file, it goes. */
    private static String program(FileChannel channel) throws IOException {
        try {
            return fields(channel).getProperty("program", "");
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static Properties fields(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), MOST_BYTES));
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // all of it
        }
        Properties fields = new Properties();
        fields.load(new StringReader(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)));
        return fields;
    }

    private static Listed listed(long pid, Properties fields) {
        return new Listed(
                pid,
                fields.getProperty("program", "?"),
                Instant.parse(fields.getProperty("started", "")),
                Integer.parseInt(fields.getProperty("port", "")),
                HexFormat.of().parseHex(fields.getProperty("secret", "")),
                fields.getProperty("door", ""));
    }
}
