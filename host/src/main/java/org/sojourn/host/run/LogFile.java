package org.sojourn.host.run;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * What one place has printed, as {@link RunLog} keeps it. Lines are gathered under one lock and written under another: whoever prints
 * doesn't wait for a disk.
 */
final class LogFile {
    private static final int HALF = Bound.PLACE_LOG_BYTES.intValue() / 2;
    private static final int PIECE_BYTES = 32_768;

    /** What may wait to be written, and is written by whoever prints if it is more; but for one piece. Less than half a file. */
    private static final int MOST_WAITING_BYTES = 131_072;

    private final Path folder;
    private final String place;

    /** Lines that wait to be written. Guarded by itself, as the next two. */
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();

    /** When the last line was taken, and how that is written. */
    private long time;

    private byte[] prefix = new byte[0];

    /** Guarded by this, as what follows. */
    private @Nullable FileOutputStream file;

    private int number;
    private int written;

    LogFile(Path folder, String place) {
        this.folder = folder;
        this.place = place;
    }

    /**
     * Takes a line in UTF-8; a very long one in pieces. What is too much to wait is lost.
     *
     * @return whether so much waits that it has to be written now
     */
    boolean line(long millis, byte[] line) {
        synchronized (waiting) {
            if (millis != time) {
                time = millis;
                prefix = (millis + " ").getBytes(StandardCharsets.US_ASCII);
            }
            int from = 0;
            do {
                int to = Math.min(line.length, from + PIECE_BYTES);
                if (waiting.size() <= MOST_WAITING_BYTES) {
                    waiting.writeBytes(prefix);
                    waiting.write(line, from, to - from);
                    waiting.write('\n');
                }
                from = to;
            } while (from < line.length);
            return waiting.size() >= MOST_WAITING_BYTES / 2;
        }
    }

    /** Has what waits written, into a folder that is there. */
    synchronized void flush() throws IOException {
        byte[] lines;
        synchronized (waiting) {
            lines = waiting.toByteArray();
            waiting.reset();
        }
        if (lines.length == 0) {
            return;
        }
        FileOutputStream to = file;
        if (to == null || written + lines.length > HALF) {
            to = next(to);
        }
        to.write(lines);
        written += lines.length;
    }

    /** From now on, whoever reads finds nothing more in the file before. */
    private FileOutputStream next(@Nullable FileOutputStream full) throws IOException {
        number++;
        FileOutputStream next =
                new FileOutputStream(Files.createFile(RunLog.file(folder, place, number), OwnersFolder.FILE)
                        .toFile());
        file = next;
        written = 0;
        if (full != null) {
            full.close();
            Files.deleteIfExists(RunLog.file(folder, place, number - 2));
        }
        return next;
    }
}
