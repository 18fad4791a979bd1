package org.sojourn.threads.space;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The two streams of a slave. A line goes to its home when it ends; a rest, when it is flushed or the frames have run. Text on both streams arrives in the
 * order in which it was printed.
 */
final class Shipping {
    private static final int MOST = 8_192;

    private final BiConsumer<Boolean, byte[]> ship;
    private final Charset outCharset;
    private final Charset errCharset;
    private final Stream out = new Stream(false);
    private final Stream err = new Stream(true);

    /** Large, and most delta sets print nothing: made when they are needed first. */
    private @Nullable PrintStream outPrinter;

    private @Nullable PrintStream errPrinter;
    private boolean hasShipped;

    /**
     * Ships what was printed, as the bytes that home prints.
     *
     * @param ship given whether it is for the standard error
     * @param outCharset in which home writes its standard output
     * @param errCharset and its standard error
     */
    Shipping(BiConsumer<Boolean, byte[]> ship, Charset outCharset, Charset errCharset) {
        this.ship = ship;
        this.outCharset = outCharset;
        this.errCharset = errCharset;
    }

    private final class Stream extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final boolean isError;

        Stream(boolean isError) {
            this.isError = isError;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            (isError ? out : err).go();
            int end = offset + length;
            int at = offset;
            while (at < end) {
                int count = Math.min(end - at, MOST);
                kept.write(bytes, at, count);
                at += count;
                if (kept.size() > MOST) {
                    go();
                }
            }
        }

        @Override
        public void flush() {
            byte[] bytes = kept.toByteArray();
            if (bytes.length > 0 && bytes[bytes.length - 1] == '\n') {
                go();
            }
        }

        void go() {
            if (kept.size() > 0) {
                byte[] bytes = kept.toByteArray();
                kept.reset();
                hasShipped = true;
                ship.accept(isError, bytes);
            }
        }
    }

    /** Flushes its stream whenever it has written anything; what the program flushes goes at once, whole line or not. */
    private static final class Printer extends PrintStream {
        private final Stream stream;

        Printer(Stream stream, Charset charset) {
            super(stream, true, charset);
            this.stream = stream;
        }

        @Override
        public void flush() {
            super.flush();
            stream.go();
        }
    }

    PrintStream out() {
        PrintStream made = outPrinter == null ? new Printer(out, outCharset) : outPrinter;
        outPrinter = made;
        return made;
    }

    PrintStream err() {
        PrintStream made = errPrinter == null ? new Printer(err, errCharset) : errPrinter;
        errPrinter = made;
        return made;
    }

    void all() {
        flush(outPrinter);
        flush(errPrinter);
        out.go();
        err.go();
    }

    private static void flush(@Nullable PrintStream printer) {
        if (printer != null) {
            printer.flush();
        }
    }

    boolean hasShipped() {
        return hasShipped;
    }
}
