package org.sojourn.launch;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sojourn.host.run.OwnersFolder;
import org.sojourn.host.run.RunLog;
import org.sojourn.kernel.port.Bound;

/**
 * What runs of this user have printed: in the folder where runs are listed, a folder {@code 4711-TIME.logs} for each, which only its owner
 * may enter. How it is written, {@link RunLog} says.
 *
 * <p>A run that begins removes those of ended runs that are too many or take too much. A run has ended if its process is gone.
 */
final class RunLogs {
    private static final System.Logger LOG = System.getLogger(RunLogs.class.getName());
    private static final Pattern FOLDER = Pattern.compile("(\\d{1,18})-\\d{1,18}\\.logs");
    private static final String ABOUT = "run";

    /**
     * The output of a run.
     *
     * @param pid the process of its command
     * @param program what was typed
     * @param began when
     * @param folder where it is
     */
    record Kept(long pid, String program, Instant began, Path folder) {}

    private final Path folder;
    private final OwnersFolder owners;

    RunLogs(Path folder) {
        this.folder = folder;
        this.owners = OwnersFolder.ofRuns(folder);
    }

    /** This user's. */
    static RunLogs ofUser() {
        return new RunLogs(OwnersFolder.ofRuns().path());
    }

    /** What is to keep what the run of this process prints, and doesn't yet. */
    static RunLog planned() {
        return ofUser().planned(ProcessHandle.current().pid(), Instant.now());
    }

    RunLog planned(long pid, Instant began) {
        return new RunLog(folder.resolve(pid + "-" + began.toEpochMilli() + ".logs"));
    }

    /**
     * Begins to keep what a run prints, and makes room for it. If nothing can be kept, the log says why.
     *
     * @param log what is to keep it
     * @param program what was typed
     */
    static void begin(RunLog log, String program) {
        try {
            RunLogs logs = ofUser();
            logs.begin(log, program, Instant.now());
            logs.prune();
        } catch (IOException e) {
            LOG.log(WARNING, "./sojourn logs won''t show what this run prints: {0}", e.getMessage());
        }
    }

    void begin(RunLog log, String program, Instant began) throws IOException {
        owners.make();
        owners.check();
        Path kept = log.folder();
        Files.createDirectory(kept, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Properties fields = new Properties();
        fields.setProperty("program", program);
        fields.setProperty("began", began.toString());
        StringWriter text = new StringWriter();
        fields.store(text, null);
        Files.writeString(Files.createFile(kept.resolve(ABOUT), OwnersFolder.FILE), text.toString());
    }

    /** The run is over, and nothing is printed any more: if nothing was, nothing is left. */
    void end(RunLog log) {
        log.settle();
        if (!Files.exists(log.folder(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.list(log.folder())) {
            if (files.allMatch(each -> each.endsWith(ABOUT))) {
                remove(log.folder());
            }
        } catch (IOException e) {
            LOG.log(DEBUG, "the folder of a run without output could not be removed", e);
        }
    }

    /** Removes the oldest of the runs that have ended, as far as the bounds say. */
    void prune() {
        try {
            long bytes = 0;
            int count = 0;
            for (Kept each : all().reversed()) {
                if (ProcessHandle.of(each.pid()).isEmpty()) {
                    count++;
                    bytes += bytes(each.folder());
                    if (count > Bound.KEPT_LOGS.value() || bytes > Bound.KEPT_LOG_BYTES.value()) {
                        remove(each.folder());
                    }
                }
            }
        } catch (IOException e) {
            LOG.log(WARNING, "the output of earlier runs can''t be removed: {0}", e.getMessage());
        }
    }

    private static long bytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                bytes += Files.size(each);
            }
        } catch (NoSuchFileException e) {
            LOG.log(DEBUG, "another run has removed the same", e);
        }
        return bytes;
    }

    private static void remove(Path kept) throws IOException {
        if (!Files.isDirectory(kept, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.list(kept)) {
            for (Path each : files.toList()) {
                Files.deleteIfExists(each);
            }
        } catch (NoSuchFileException e) {
            LOG.log(DEBUG, "another run has removed the same", e);
        }
        Files.deleteIfExists(kept);
    }

    /** What is kept of runs, the one that began first comes first. */
    List<Kept> all() throws IOException {
        List<Kept> all = new ArrayList<>();
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return all;
        }
        owners.check();
        try (Stream<Path> folders = Files.list(folder)) {
            for (Path each : folders.toList()) {
                Matcher name = FOLDER.matcher(String.valueOf(each.getFileName()));
                if (name.matches() && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    read(Long.parseLong(name.group(1)), each).ifPresent(all::add);
                }
            }
        }
        all.sort(Comparator.comparing(Kept::began).thenComparing(Kept::pid));
        return all;
    }

    /** One that is just made or removed says nothing. */
    private static Optional<Kept> read(long pid, Path kept) throws IOException {
        Properties fields = new Properties();
        try (var text = Files.newBufferedReader(kept.resolve(ABOUT))) {
            fields.load(text);
            return Optional.of(new Kept(
                    pid, fields.getProperty("program", "?"), Instant.parse(fields.getProperty("began", "")), kept));
        } catch (NoSuchFileException | IllegalArgumentException | DateTimeException e) {
            LOG.log(DEBUG, "{0} isn''t whole", kept);
            return Optional.empty();
        }
    }
}
