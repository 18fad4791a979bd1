package org.sojourn.selectors.work;

import static java.lang.System.Logger.Level.WARNING;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file of results.
 *
 * <pre>
 *   first line   sum "sojourn-work-1" identity
 *   each other   sum index result
 * </pre>
 *
 * Lines only come behind each other, and each begins with the CRC-32 of its rest, in eight hexadecimal digits. A process that is killed
 * leaves at most its last line unfinished: that is cut off when the file is opened again. A wrong line before the last means that somebody else has written
 * there, or the disk has lost something; then the file is refused. Nobody else opens it meanwhile: it is locked.
 */
final class Checkpoint implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Checkpoint.class.getName());
    private static final String FORM = "sojourn-work-1";
    private static final int SUM_DIGITS = 8;

    private final Path file;
    private final FileChannel channel;
    private final Map<Long, String> found = new HashMap<>();
    private boolean isDirty;

    private Checkpoint(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens a file, or begins one.
     *
     * @param identity of the work, which has to be that in the file
     * @throws IllegalStateException if it can't be used, with the reason
     */
    static Checkpoint open(Path file, String identity) {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                Checkpoint made = new Checkpoint(file, channel);
                made.lock();
                made.read(identity);
                return made;
            } catch (Throwable e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IllegalStateException("the checkpoint " + file + " can't be opened: " + e.getMessage(), e);
        }
    }

    private void lock() throws IOException {
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // By this process, which is no different.
        }
        if (lock == null) {
            throw new IllegalStateException(
                    "the checkpoint " + file + " is in use by another run; give each its own file");
        }
    }

    /** The result of an item, if it is there. */
    @Nullable
    String result(long index) {
        return found.get(index);
    }

    // ---- reading --------------------------------------------------------------------------------------------------

    private void read(String identity) throws IOException {
        InputStream in = new BufferedInputStream(Channels.newInputStream(channel)); // closed with the channel
        long good = 0;
        long lines = 0;
        String wrong = "";
        for (byte[] line = line(in); line.length > 0; line = line(in)) {
            if (!wrong.isEmpty()) {
                throw new IllegalStateException("line " + lines + " of the checkpoint " + file + " is damaged (" + wrong
                        + "), and others follow it; mend it, or remove the file to begin anew");
            }
            lines++;
            wrong = lines == 1 ? head(line, identity) : take(line);
            good += wrong.isEmpty() ? line.length : 0;
        }
        if (!wrong.isEmpty()) {
            LOG.log(
                    WARNING,
                    "the last line of the checkpoint {0} is unfinished and is cut off ({1}); {2} results are whole",
                    file,
                    wrong,
                    found.size());
            channel.truncate(good);
        }
        channel.position(good);
        if (good == 0) {
            append(FORM + " " + escaped(identity));
        }
    }

    /** A line with its end; without one if the file ends in it; empty at the end. */
    private static byte[] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int each = in.read(); each >= 0; each = in.read()) {
            line.write(each);
            if (each == '\n') {
                break;
            }
        }
        return line.toByteArray();
    }

    /** Says what is wrong with a line's form, or nothing. */
    private static String check(byte[] line) {
        if (line[line.length - 1] != '\n' || line.length < SUM_DIGITS + 2) {
            return "it has no end";
        }
        String written = new String(line, 0, SUM_DIGITS, StandardCharsets.UTF_8);
        String sum = sum(line, SUM_DIGITS + 1, line.length - SUM_DIGITS - 2);
        return line[SUM_DIGITS] == ' ' && written.equals(sum) ? "" : "its sum is " + sum + " and not " + written;
    }

    private static String rest(byte[] line) {
        return new String(line, SUM_DIGITS + 1, line.length - SUM_DIGITS - 2, StandardCharsets.UTF_8);
    }

    private String head(byte[] line, String identity) {
        String wrong = check(line);
        if (wrong.isEmpty() && !rest(line).equals(FORM + " " + escaped(identity))) {
            throw new IllegalStateException("the checkpoint " + file + " begins with \"" + rest(line)
                    + "\" and is of other work than \"" + identity + "\"; give another file, or remove it");
        }
        return wrong;
    }

    private String take(byte[] line) {
        String wrong = check(line);
        if (wrong.isEmpty()) {
            String[] parts = rest(line).split(" ", 2);
            found.put(Long.parseLong(parts[0]), unescaped(parts[1]));
        }
        return wrong;
    }

    // ---- writing --------------------------------------------------------------------------------------------------

    /**
     * Adds a result. When this returns it survives the end of this process; when {@link #force} does, that of the machine.
     *
     * @throws UncheckedIOException if it can't be written, with the file and the reason
     */
    void write(long index, String result) {
        try {
            append(index + " " + escaped(result));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the checkpoint " + file + " can't be written (" + e.getMessage()
                            + "); items that were finished before are in it: make room, and start the program again",
                    e);
        }
    }

    private void append(String rest) throws IOException {
        byte[] bytes = rest.getBytes(StandardCharsets.UTF_8);
        String line = sum(bytes, 0, bytes.length) + " " + rest + "\n";
        ByteBuffer all = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        while (all.hasRemaining()) {
            channel.write(all);
        }
        isDirty = true;
    }

    /** Has what was written reach the disk. */
    void force() {
        if (isDirty) {
            try {
                channel.force(false);
                isDirty = false;
            } catch (IOException e) {
                throw new UncheckedIOException("the checkpoint " + file + " can't be written to the disk", e);
            }
        }
    }

    @Override
    public void close() {
        try {
            force();
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the checkpoint " + file + " can't be closed", e);
        }
    }

    private static String sum(byte[] bytes, int offset, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, offset, length);
        return String.format("%08x", sum.getValue());
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescaped(String text) {
        StringBuilder all = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '\\') {
                i++;
                char next = text.charAt(i);
                each = next == 'n' ? '\n' : next == 'r' ? '\r' : next;
            }
            all.append(each);
        }
        return all.toString();
    }
}
