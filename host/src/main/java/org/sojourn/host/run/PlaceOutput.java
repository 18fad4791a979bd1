package org.sojourn.host.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** What the processes of places write, passed on by this one. */
public final class PlaceOutput {
    private static final int BYTES = 8 << 10;
    private static final long MOMENT_MILLIS = 20;

    private PlaceOutput() {}

    /**
     * Passes lines on until there are no more.
     *
     * @param lines what is written
     * @param prefix before each line
     * @param toError whether they go to standard error
     * @param first gets each before it is passed on
     * @throws IOException if they break off
     */
    public static void lines(BufferedReader lines, String prefix, boolean toError, Consumer<String> first)
            throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            first.accept(line);
            (toError ? System.err : System.out).println(prefix + line);
        }
    }

    /**
     * Passes bytes on as they come, until there are no more.
     *
     * @param from what is written
     * @param to where it goes
     * @param keeping told each line
     * @throws IOException if they break off
     */
    public static void copy(InputStream from, PrintStream to, Consumer<String> keeping) throws IOException {
        Charset charset = Charset.defaultCharset();
        KeptStream kept = new KeptStream(to, charset, line -> keeping.accept(new String(line, StandardCharsets.UTF_8)));
        byte[] bytes = new byte[BYTES];
        try {
            for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
                kept.write(bytes, 0, count);
                kept.flush();
            }
        } finally {
            kept.settle();
        }
    }

    /**
     * Returns what keeps the lines of a place.
     *
     * @param log keeps them; null if nobody does
     * @param place the place
     * @return told each line
     */
    public static Consumer<String> keeping(@Nullable RunLog log, Member place) {
        return log == null ? line -> {} : line -> log.line(place.toString(), line.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Tells until when readers are waited for that begin to be now.
     *
     * @return {@link Bound#FINAL_REPORT_SECONDS} from now, as {@link System#nanoTime} has it
     */
    public static long soon() {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(Bound.FINAL_REPORT_SECONDS.value());
    }

    /**
     * Waits for a thread that reads what a process has written, which is over soon after that has ended. The streams stay open for longer
     * if another process has inherited them.
     *
     * @param reader the thread, or null for none
     * @param until for how long, see {@link #soon}; for a moment in any case
     */
    public static void hearOut(@Nullable Thread reader, long until) {
        try {
            if (reader != null) {
                reader.join(Math.max(MOMENT_MILLIS, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
