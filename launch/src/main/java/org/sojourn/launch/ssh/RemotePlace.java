package org.sojourn.launch.ssh;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.sshd.client.channel.ChannelExec;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.PlaceOutput;
import org.sojourn.host.run.PlaceProcess;

/**
 * A place's process on another machine: the end of a channel on which its shell became its JVM.
 *
 * <p>It ends with its line to the launcher, which is forwarded by the same connection, so it needs nobody to end it when that is gone.
 */
final class RemotePlace implements PlaceProcess {
    /** Of a process of which nothing more is known, as ssh has it. */
    private static final int UNKNOWN = 255;

    private static final int SIGNALLED = 128;
    private static final Map<String, Integer> SIGNALS = Map.ofEntries(
            Map.entry("HUP", 1),
            Map.entry("INT", 2),
            Map.entry("QUIT", 3),
            Map.entry("ILL", 4),
            Map.entry("TRAP", 5),
            Map.entry("ABRT", 6),
            Map.entry("BUS", 7),
            Map.entry("FPE", 8),
            Map.entry("KILL", 9),
            Map.entry("USR1", 10),
            Map.entry("SEGV", 11),
            Map.entry("USR2", 12),
            Map.entry("PIPE", 13),
            Map.entry("ALRM", 14),
            Map.entry("TERM", 15));

    private final RemoteHost host;
    private final Streams streams;
    private final CompletableFuture<Long> pid = new CompletableFuture<>();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private volatile String how = "";

    /** What was written last to standard error before the script's first line. */
    private volatile String before = "";

    private volatile boolean isUnwanted;
    private volatile @Nullable ChannelExec channel;
    private volatile @Nullable Thread outputReader;
    private volatile @Nullable Thread errorReader;

    /**
     * Where the process's streams lead.
     *
     * @param isInit whether its streams are this process's own
     * @param prefix before each line that it writes, otherwise
     * @param outputToError whether what it prints goes to standard error
     * @param errors gets each line of its standard error
     * @param keeping gets each line that it writes
     */
    record Streams(
            boolean isInit, String prefix, boolean outputToError, Consumer<String> errors, Consumer<String> keeping) {}

    /** Nothing is begun yet. */
    RemotePlace(RemoteHost host, Streams streams) {
        this.host = host;
        this.streams = streams;
    }

    /**
     * Begins it, which takes as long as the network does.
     *
     * @param script given the port there at which its launcher is reached, and the word to print before anything else: what its shell does
     * @param port the launcher's port
     */
    void begin(Script script, int port) {
        try {
            String mark = Shell.mark();
            String line = script.line(host.leadingTo(port), mark);
            ChannelExec opened =
                    host.channel(Shell.input(line, streams.isInit ? System.in : InputStream.nullInputStream()));
            channel = opened;
            InputStream out = opened.getInvertedOut();
            InputStream errors = opened.getInvertedErr();
            outputReader = Thread.ofVirtual()
                    .name("sojourn-output")
                    .start(() -> read(out, mark, skipped -> {}, streams.outputToError, streams.keeping));
            errorReader = Thread.ofVirtual()
                    .name("sojourn-errors")
                    .start(() -> read(
                            errors, mark, skipped -> before = skipped, true, streams.errors.andThen(streams.keeping)));
            opened.addCloseFutureListener(
                    closed -> Thread.ofVirtual().name("sojourn-end").start(() -> ended(opened)));
            if (isUnwanted) {
                kill();
            }
        } catch (IOException | RuntimeException e) {
            how = String.valueOf(e.getMessage());
            end.complete(UNKNOWN);
        }
    }

    /** What a shell is to do. */
    @FunctionalInterface
    interface Script {
        /** The script, one line. */
        String line(int port, String mark);
    }

    /** Skips what the shell's own files write; after the mark, and the process's number, comes what the place writes. */
    private void read(InputStream in, String mark, Consumer<String> skipped, boolean toError, Consumer<String> first) {
        try (in) {
            for (String line = line(in); line != null; line = line(in)) {
                if (line.startsWith(mark)) {
                    String number = line.substring(mark.length()).strip();
                    if (!number.isEmpty()) {
                        pid.complete(Long.parseLong(number));
                    }
                    skipped.accept("");
                    pass(in, toError, first);
                    return;
                }
                skipped.accept(line);
            }
        } catch (IOException e) {
            // The connection is gone, which the channel says too.
            return;
        }
    }

    /** One line, and no byte more. */
    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int each = in.read();
        while (each >= 0 && each != '\n') {
            line.write(each);
            each = in.read();
        }
        return each < 0 && line.size() == 0 ? null : line.toString(Charset.defaultCharset());
    }

    private void pass(InputStream in, boolean toError, Consumer<String> first) throws IOException {
        if (streams.isInit) {
            PlaceOutput.copy(in, toError ? System.err : System.out, first);
        } else {
            PlaceOutput.lines(
                    new BufferedReader(new InputStreamReader(in, Charset.defaultCharset())),
                    streams.prefix,
                    toError,
                    first);
        }
    }

    private void ended(ChannelExec closed) {
        PlaceOutput.hearOut(errorReader, PlaceOutput.soon());
        if (!before.isEmpty()) {
            how = "no Java was begun at " + host.machine() + ": " + before;
        }
        Integer status = closed.getExitStatus();
        String signal = closed.getExitSignal();
        if (status != null) {
            end.complete(status);
        } else if (signal != null) {
            String name =
                    signal.replaceFirst("@.*", "").toUpperCase(Locale.ROOT).replaceFirst("^SIG", "");
            end.complete(SIGNALLED + SIGNALS.getOrDefault(name, 0));
        } else {
            how = "the connection to " + host.machine() + " is gone";
            end.complete(UNKNOWN);
        }
    }

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public void kill() {
        isUnwanted = true;
        ChannelExec opened = channel;
        if (opened == null || end.isDone()) {
            return;
        }
        Long number = pid.getNow(null);
        if (number
                == null) { // its shell has had no time yet: it reads the end of its input, or its JVM finds no launcher
            opened.close(true);
        } else {
            Thread.ofVirtual().name("sojourn-kill").start(() -> host.kill(opened, number));
        }
    }

    @Override
    public CompletableFuture<Integer> end() {
        return end;
    }

    @Override
    public String how() {
        return how;
    }

    @Override
    public void hearOut(long until) {
        PlaceOutput.hearOut(errorReader, until);
        PlaceOutput.hearOut(outputReader, until);
    }
}
