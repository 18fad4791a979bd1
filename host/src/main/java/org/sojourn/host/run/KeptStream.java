package org.sojourn.host.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A stream that is written as it was, and whose lines are told to somebody besides. Nobody waits for a line that is being
 * written to tell one that has been.
 */
final class KeptStream extends OutputStream {
    private static final int MOST_BYTES = 8_192;

    private final OutputStream to;
    private final Charset charset;
    private final boolean isUtf8;
    private final Consumer<byte[]> lines;

    /** What has been written of a line. Guarded by itself. */
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /**
     * Nothing is written yet.
     *
     * @param to where it goes
     * @param charset that of the text
     * @param lines told each line, in UTF-8, once it has ended, and one that doesn't end in pieces
     */
    KeptStream(OutputStream to, Charset charset, Consumer<byte[]> lines) {
        this.to = to;
        this.charset = charset;
        this.isUtf8 = charset.equals(StandardCharsets.UTF_8);
        this.lines = lines;
    }

    @Override
    public void write(int each) throws IOException {
        write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        to.write(bytes, from, length);
        if (to instanceof PrintStream stream && stream.checkError()) {
            throw new IOException("it can't be written");
        }
        synchronized (begun) {
            int begin = from;
            for (int i = from; i < from + length; i++) {
                if (bytes[i] == '\n') {
                    begun.write(bytes, begin, i - begin);
                    tell();
                    begin = i + 1;
                }
            }
            begun.write(bytes, begin, from + length - begin);
            if (begun.size() >= MOST_BYTES) {
                tell();
            }
        }
    }

    /** Tells what hasn't ended: nothing may follow. */
    void settle() {
        synchronized (begun) {
            if (begun.size() > 0) {
                tell();
            }
        }
    }

    /** With the lock held. */
    private void tell() {
        byte[] line = begun.toByteArray();
        begun.reset();
        int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
        lines.accept(
                isUtf8 && length == line.length
                        ? line
                        : new String(line, 0, length, charset).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        to.flush();
    }

    @Override
    public void close() throws IOException {
        settle();
        to.close();
    }
}
