package org.sojourn.host.run;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.port.Bound;

/**
 * What the places of a run have printed, the newest of it, in files for {@code ./sojourn logs}.
 *
 * <p><b>Who keeps it.</b> The launcher keeps what it passes on. The init place has the launcher's own streams, so it keeps
 * what passes through its {@link System#out} and {@link System#err} itself ({@link KeptStream}). Both write to the run's folder.
 *
 * <p><b>Files.</b> {@code p1.7.log} is the seventh of {@code p1}. Each has half of {@link Bound#PLACE_LOG_BYTES} at most, and the last two are
 * there: a reader that has come to the end of one goes on with the next, and finds by the numbers whether it has missed any. A line is the
 * time in milliseconds since 1970, a space, and what was printed; a very long one is several.
 *
 * <p>The folder is made while the first places start, since a start waits for nothing. Until it is there, what is printed waits. One that isn't
 * this user's alone is not written.
 *
 * <p><b>Cost.</b> What is printed is gathered, and a thread, of which there is none before the first line, writes it out {@link
 * Bound#LOG_DELAY_MILLIS} later. A process that is ended by force takes along what it has printed since. Once {@link #settle() settled}, each
 * line is written at once, since nobody knows which one is the last.
 *
 * <p><b>Trouble.</b> Where nothing can be written, as on a full disk, nothing more is kept by this process, and the log says so once. What
 * is printed is printed all the same.
 */
public final class RunLog {
    private static final System.Logger LOG = System.getLogger(RunLog.class.getName());
    private static final String SUFFIX = ".log";

    /** How often it is looked whether the folder is there; a launcher makes it at once, or never. */
    private static final int MOST_TRIES = 200;

    /** What all places of one JVM have printed, which can't be told apart. */
    public static final String ONE_JVM = "jvm";

    private final OwnersFolder folder;
    private final Map<String, LogFile> files = new ConcurrentHashMap<>();

    /** Whether the folder is there, and this user's alone. */
    private volatile boolean isThere;

    private volatile boolean isDue;
    private volatile boolean isSettled;
    private volatile boolean isBroken;

    /** Guarded by this. */
    private boolean isWriting;

    /**
     * Nothing is kept yet.
     *
     * @param folder where to; until it is there, little is kept
     */
    public RunLog(Path folder) {
        this.folder = new OwnersFolder(folder.toAbsolutePath(), "what places print is kept", OwnersFolder.RUNS);
    }

    /**
     * Names a file.
     *
     * @param folder the run's
     * @param place whose
     * @param number which of its files, from 1
     * @return where it is
     */
    public static Path file(Path folder, String place, int number) {
        return folder.resolve(place + "." + number + SUFFIX);
    }

    /**
     * Returns where it is kept.
     *
     * @return the run's folder
     */
    public Path folder() {
        return folder.path();
    }

    /**
     * Keeps a line.
     *
     * @param place who has printed it
     * @param line the line in UTF-8, without its end
     */
    public void line(String place, byte[] line) {
        if (isBroken) {
            return;
        }
        LogFile file = files.computeIfAbsent(place, each -> new LogFile(folder.path(), each));
        if (file.line(System.currentTimeMillis(), line) || isSettled) {
            flush();
        } else if (!isDue) {
            due();
        }
    }

    private synchronized void due() {
        isDue = true;
        if (!isWriting) {
            isWriting = true;
            Threads.daemon("sojourn-run-log", this::write);
        }
        notifyAll();
    }

    private void write() {
        try {
            for (int tries = 0; !isSettled && !isBroken; ) {
                synchronized (this) {
                    while (!isDue) {
                        wait();
                    }
                }
                TimeUnit.MILLISECONDS.sleep(Bound.LOG_DELAY_MILLIS.value());
                isDue = false;
                flush();
                isDue |= !isThere && ++tries < MOST_TRIES;
            }
        } catch (InterruptedException e) {
            settle();
        }
    }

    /** Writes out what waits, once there is a folder. To look at that takes a while; whoever prints doesn't wait for it. */
    private void flush() {
        try {
            if (!isThere) {
                if (!Files.exists(folder.path(), LinkOption.NOFOLLOW_LINKS)) {
                    return;
                }
                folder.check();
                isThere = true;
            }
            for (LogFile each : files.values()) {
                each.flush();
            }
        } catch (IOException e) {
            broken(e);
        }
    }

    /** Writes out what was printed, and from now on each line at once. */
    public void settle() {
        isSettled = true;
        flush();
    }

    /** On a thread of its own: the log may end at the very stream that is being written. */
    private void broken(Exception failure) {
        synchronized (this) {
            if (isBroken) {
                return;
            }
            isBroken = true;
        }
        Threads.daemon(
                "sojourn-run-log-broken",
                () -> LOG.log(
                        WARNING,
                        "./sojourn logs won''t show output from now on: {0} can''t be written: {1}",
                        folder.path(),
                        failure.getMessage()));
    }
}
