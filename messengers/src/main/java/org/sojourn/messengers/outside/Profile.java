package org.sojourn.messengers.outside;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.OwnersFolder;

/**
 * The file in the user's home by which other processes find the interfaces of places: the paper's profile, which has the key of a
 * daemon's shared region and queue. It has a line for each place of each run, of this machine and of others that share the home.
 *
 * <p><b>Whose.</b> The folder may be entered by its owner only, and the file too. One that belongs to somebody else, that others may
 * read, or that is a symbolic link, is neither read nor written.
 *
 * <p><b>Writing.</b> Places write it one after the other: under the lock of a file beside it, the new one is written whole and put in the
 * place of the old one. So readers need no lock.
 *
 * <p><b>What killed places leave.</b> A place has its shared file locked while it runs. So an entry of this machine whose file can be
 * locked is of a place that was killed. If the file isn't seen here, as in a container, the process decides; and for an entry with this
 * process's number, too, as a process loses all its locks of a file by closing that once. A process is known by its number and by when it
 * was started, as numbers are used again. Whoever adds an entry removes those, with their files and sockets, and says so. Whether a place
 * of another machine runs can't be told: of these the latest {@link OutsideBound#OTHERS} are kept.
 */
final class Profile {
    /** Names the file, in the environment. */
    static final String SETTING = "SOJOURN_PROFILE";

    private static final String HEADING =
            "# sojourn 1: run, place, process, machine, shared file, socket, start of the process";
    private static final Path KERNELS_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final int FIELDS = 7;
    private static final int MOST_BYTES = OutsideBound.PROFILE.intValue();
    static final int OTHERS = OutsideBound.OTHERS.intValue();

    /** By so much the start of a process may seem another one to another process, as the clock was set. */
    private static final long SAME_START_MILLIS = 2_000;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_MILLIS = 5;

    /** Locks of files are the JVM's, not a thread's. */
    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

    /**
     * Where the interface of a place is.
     *
     * @param start when the process was started, in milliseconds since 1970; 0 if the system doesn't say
     */
    record Entry(long run, String place, long process, String machine, Path file, Path socket, long start) {
        /** An entry of this process. */
        static Entry ofThisProcess(long run, String place, Path file, Path socket) {
            ProcessHandle self = ProcessHandle.current();
            return new Entry(run, place, self.pid(), Profile.machine(), file, socket, started(self));
        }

        private static long started(ProcessHandle process) {
            return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        }

        boolean isAlive() {
            return ProcessHandle.of(process)
                    .filter(ProcessHandle::isAlive)
                    .map(Entry::started)
                    .filter(its -> its == 0 || start == 0 || Math.abs(its - start) <= SAME_START_MILLIS)
                    .isPresent();
        }

        String line() {
            return String.join(
                    "\t", "" + run, place, "" + process, machine, file.toString(), socket.toString(), "" + start);
        }

        static @Nullable Entry of(String line) {
            String[] fields = line.split("\t", -1);
            if (fields.length != FIELDS
                    || line.indexOf(0) >= 0
                    || !Stream.of(fields[0], fields[2], fields[6]).allMatch(each -> each.matches("\\d{1,18}"))) {
                return null;
            }
            return new Entry(
                    Long.parseLong(fields[0]),
                    fields[1],
                    Long.parseLong(fields[2]),
                    fields[3],
                    Path.of(fields[4]),
                    Path.of(fields[5]),
                    Long.parseLong(fields[6]));
        }
    }

    private final Path file;
    private final OwnersFolder folder;
    private final Consumer<String> said;

    /**
     * A profile.
     *
     * @param said told what was removed, a sentence each
     */
    Profile(Path file, Consumer<String> said) {
        this.file = file.toAbsolutePath();
        this.folder = new OwnersFolder(
                Objects.requireNonNull(this.file.getParent(), "a file is in a folder"),
                "other processes find this user's places",
                SETTING);
        this.said = said;
    }

    /** {@return where this user's is} */
    static Path ofUser() {
        String named = System.getenv(SETTING);
        if (named != null && !named.isEmpty()) {
            return Path.of(named);
        }
        String home = System.getenv("HOME");
        return Path.of(home != null && !home.isEmpty() ? home : System.getProperty("user.home"), ".sojourn", "profile");
    }

    /** {@return what this machine is called in it} Asks the system if it can: to look a name up may take seconds. */
    static String machine() {
        try {
            return Files.isReadable(KERNELS_NAME)
                    ? Files.readString(KERNELS_NAME).strip()
                    : InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "localhost";
        }
    }

    /** Adds an entry, and removes those of killed places. */
    void add(Entry entry) throws IOException {
        if (entry.line().chars().filter(each -> each < ' ').count() != FIELDS - 1) {
            throw new IOException(
                    "the line of a place in " + file + " would have a tab or a line break within a field: " + entry
                            + ". Name a folder without such characters by " + OwnersFolder.RUNS);
        }
        folder.make();
        change(all -> {
            all.removeIf(each -> each.file().equals(entry.file()) || isLeft(each));
            dropOthers(all);
            all.add(entry);
        });
    }

    /** Drops the oldest of other machines, if there are too many. */
    private void dropOthers(List<Entry> all) {
        String here = machine();
        List<Entry> others =
                all.stream().filter(each -> !each.machine().equals(here)).toList();
        List<Entry> dropped = others.subList(0, Math.max(0, others.size() - OTHERS));
        if (!dropped.isEmpty()) {
            all.removeAll(dropped);
            said.accept(file + " has entries of at most " + OTHERS + " places of other machines; the oldest "
                    + dropped.size() + " went, the first of them place "
                    + dropped.get(0).place() + " of run "
                    + dropped.get(0).run() + " on " + dropped.get(0).machine());
        }
    }

    void remove(Entry entry) throws IOException {
        change(all -> all.remove(entry));
    }

    private void change(Consumer<List<Entry>> how) throws IOException {
        folder.check();
        IN_THIS_JVM.lock();
        try (FileChannel beside = opened(file.resolveSibling(file.getFileName() + ".lock"))) {
            lock(beside);
            List<Entry> all = read();
            how.accept(all);
            if (all.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                write(all);
            }
        } finally {
            IN_THIS_JVM.unlock();
        }
    }

    private static FileChannel opened(Path path) throws IOException {
        return FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                OwnersFolder.FILE);
    }

    private void lock(FileChannel beside) throws IOException {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (beside.tryLock() == null) {
            if (System.nanoTime() - until > 0) {
                throw new IOException(file + " is being written by another process, for more than "
                        + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s. Name another by " + SETTING);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for " + file, e);
            }
        }
    }

    /** {@return what is in the file} */
    List<Entry> read() throws IOException {
        List<Entry> all = new ArrayList<>();
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return all;
        }
        check();
        int number = 0;
        for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Entry entry = Entry.of(line);
            if (entry == null) {
                throw new IOException(file + ", line " + number
                        + ": it isn't written as a place writes it. Remove the file, or name another by " + SETTING);
            }
            all.add(entry);
        }
        return all;
    }

    private void check() throws IOException {
        Number owner = (Number) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        String permissions =
                PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
        boolean isFile = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        boolean isOwn = Integer.toUnsignedLong(owner.intValue()) == OwnersFolder.uid();
        if (!isFile || !isOwn || !permissions.equals("rw-------") || Files.size(file) > MOST_BYTES) {
            throw new IOException(file + ", where other processes find this user's places, "
                    + (isFile
                            ? "belongs to user " + Integer.toUnsignedLong(owner.intValue()) + " with permissions "
                                    + permissions + " and " + Files.size(file)
                                    + " bytes; it must be this user's, rw-------, of at most " + MOST_BYTES + " bytes"
                            : "isn't a file of its own")
                    + ". Change that, or name another by " + SETTING);
        }
    }

    private void write(List<Entry> all) throws IOException {
        StringBuilder text = new StringBuilder(HEADING).append('\n');
        all.forEach(each -> text.append(each.line()).append('\n'));
        if (text.length() > MOST_BYTES) {
            throw new IOException(file + " would have " + text.length() + " bytes; it has at most " + MOST_BYTES
                    + ", and " + all.size() + " places are in it. Name another by " + SETTING);
        }
        Path made = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(made); // of a process that was killed
        try (FileChannel to = opened(made)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    }

    // ---- what is left ---------------------------------------------------------------------------------------------

    private boolean isLeft(Entry entry) {
        boolean isProcessAsked = entry.process() == ProcessHandle.current().pid()
                || !Files.exists(entry.file(), LinkOption.NOFOLLOW_LINKS);
        if (!entry.machine().equals(machine()) || isProcessAsked && entry.isAlive()) {
            return false;
        }
        String left = "the rest of its external interface is removed";
        try {
            if (!isNamed(entry)) {
                left = "its entry is removed; the files in it aren't named as a place's, and are let be";
            } else if (isLocked(entry.file())) {
                return false;
            } else {
                Files.deleteIfExists(entry.file());
                Files.deleteIfExists(entry.socket());
            }
        } catch (IOException e) {
            left = "its entry is removed, but not its files: " + e;
        }
        said.accept("place " + entry.place() + " of run " + entry.run() + " was killed; " + left);
        return true;
    }

    /** Whether the files are named as places name them: nothing else is ever removed. */
    private static boolean isNamed(Entry entry) {
        String common = entry.run() + "-" + entry.place();
        return entry.file().endsWith(common + Hatch.FILE) && entry.socket().endsWith(common + Hatch.SOCKET);
    }

    private static boolean isLocked(Path path) throws IOException {
        Set<OpenOption> modes = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(path, modes)) {
            FileLock lock = channel.tryLock();
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
