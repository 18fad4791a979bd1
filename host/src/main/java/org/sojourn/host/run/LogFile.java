package org.sojourn.host.run;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/** What one place has printed, as {@link RunLog} keeps it. */
final class LogFile {
    private static final int HALF = Bound.LOG_BYTES.intValue() / 2;
    private static final int BATCH_BYTES = 32_768;
    private static final int PIECE_BYTES = 32_768;

    /** What may wait for the first file; more is lost. */
    private static final int MOST_WAITING_BYTES = 4 * BATCH_BYTES;

    private final Path folder;
    private final String place;

    /** Guarded by this, as all that follows. */
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();

    private @Nullable FileOutputStream file;
    private int number;
    private int written;

    /** When the last line was taken, and how that is written. */
    private long time;

    private byte[] prefix = new byte[0];

    LogFile(Path folder, String place) {
        this.folder = folder;
        this.place = place;
    }

    /** Takes a line in UTF-8; a very long one in pieces. */
    synchronized void line(long millis, byte[] line) throws IOException {
        if (millis != time) {
            time = millis;
            prefix = (millis + " ").getBytes(StandardCharsets.US_ASCII);
        }
        int from = 0;
        do {
            int to = Math.min(line.length, from + PIECE_BYTES);
            piece(line, from, to - from);
            from = to;
        } while (from < line.length);
    }

    private void piece(byte[] line, int from, int length) throws IOException {
        int bytes = batch.size() + prefix.length + length;
        if (file == null && bytes > MOST_WAITING_BYTES) {
            return;
        }
        if (file != null && written + bytes >= HALF) {
            begin();
        }
        batch.writeBytes(prefix);
        batch.write(line, from, length);
        batch.write('\n');
        if (file != null && batch.size() >= BATCH_BYTES) {
            flush();
        }
    }

    /** Whether much waits for the first file. */
    synchronized boolean isWaiting() {
        return file == null && batch.size() >= BATCH_BYTES;
    }

    /** From now on, whoever reads finds nothing more in the file before. */
    private void begin() throws IOException {
        FileOutputStream full = file;
        if (full != null) {
            flush();
        }
        number++;
        file = new FileOutputStream(Files.createFile(RunLog.file(folder, place, number), OwnersFolder.FILE)
                .toFile());
        written = 0;
        if (full != null) {
            full.close();
            Files.deleteIfExists(RunLog.file(folder, place, number - 2));
        }
    }

    /** Has what was taken written, into a folder that is there. */
    synchronized void flush() throws IOException {
        if (file == null && batch.size() > 0) {
            begin();
        }
        FileOutputStream to = file;
        if (to != null && batch.size() > 0) {
            batch.writeTo(to);
            written += batch.size();
            batch.reset();
        }
    }
}
