package org.sojourn.host.run;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The standard streams of this process, when something else has to see what passes through them. */
public final class StandardStreams {
    private StandardStreams() {}

    /**
     * Has what this process prints kept besides. Before anything else takes hold of its streams.
     *
     * @param lines told each line, in UTF-8
     * @return has lines told that haven't ended, when nothing may follow
     */
    public static Runnable keep(Consumer<byte[]> lines) {
        return take(lines, StandardStreams::buffered);
    }

    /**
     * Has what passes through {@link System#out} and {@link System#err} as they are now kept besides.
     *
     * @param lines told each line, in UTF-8
     * @return has lines told that haven't ended, when nothing may follow
     */
    public static Runnable keepBesides(Consumer<byte[]> lines) {
        Charset outs = encoding("stdout.encoding");
        Charset errors = encoding("stderr.encoding");
        KeptStream keptOut = new KeptStream(System.out, outs, lines);
        KeptStream keptErr = new KeptStream(System.err, errors, lines);
        System.setOut(buffered(keptOut, outs));
        System.setErr(buffered(keptErr, errors));
        return () -> {
            keptOut.settle();
            keptErr.settle();
        };
    }

    /** Has them end at a terminal that is shared, and what is printed kept besides. */
    static Runnable take(@Nullable Consumer<byte[]> lines, BiFunction<OutputStream, Charset, PrintStream> streams) {
        Charset outs = encoding("stdout.encoding");
        Charset errors = encoding("stderr.encoding");
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        OutputStream err = new FileOutputStream(FileDescriptor.err);
        Runnable settle = () -> {};
        if (lines != null) {
            KeptStream keptOut = new KeptStream(out, outs, lines);
            KeptStream keptErr = new KeptStream(err, errors, lines);
            settle = () -> {
                keptOut.settle();
                keptErr.settle();
            };
            out = keptOut;
            err = keptErr;
        }
        System.setOut(streams.apply(out, outs));
        System.setErr(streams.apply(err, errors));
        return settle;
    }

    /** As the JDK makes them. */
    private static PrintStream buffered(OutputStream to, Charset charset) {
        return new PrintStream(new BufferedOutputStream(to), true, charset);
    }

    private static Charset encoding(String property) {
        String name = System.getProperty(property, "");
        return !name.isEmpty() && Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
    }
}
