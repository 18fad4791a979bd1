package org.sojourn.host.join;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.PlaceOutput;
import org.sojourn.host.run.ProcessEnd;
import org.sojourn.host.run.Wire;

/**
 * What the process of a place that has joined prints. It comes out where somebody has typed, and goes to the run besides, if that keeps
 * it. A process that prints faster than the way to the run takes it waits, as it would for a pipe; a way that is broken takes nothing, and
 * nobody waits for it.
 *
 * @param process the place's
 * @param prefix before each line that comes out here; if it is empty, what is printed comes out byte by byte
 * @param isKept whether the run wants it
 * @param wire to the run
 */
record JoinedOutput(Process process, String prefix, boolean isKept, Wire wire) {
    private static final int PIECE_BYTES = 32_768;

    /** Reads until nothing more is printed; done then. */
    CompletableFuture<Void> pump() {
        BufferedReader errors = process.errorReader(Charset.defaultCharset());
        CompletableFuture<@Nullable Void> said = begin(
                errors,
                () -> PlaceOutput.lines(errors, prefix, true, line -> {
                    if (ProcessEnd.exhausted(line).isPresent()) {
                        tell(new JoinMessage.Said(line));
                    }
                    keep(line);
                }));
        if (prefix.isEmpty() && !isKept) {
            return CompletableFuture.allOf(said); // it has our own standard output
        }
        Consumer<String> kept = this::keep;
        if (prefix.isEmpty()) {
            var bytes = process.getInputStream();
            return CompletableFuture.allOf(said, begin(bytes, () -> PlaceOutput.copy(bytes, System.out, kept)));
        }
        BufferedReader lines = process.inputReader(Charset.defaultCharset());
        return CompletableFuture.allOf(said, begin(lines, () -> PlaceOutput.lines(lines, prefix, false, kept)));
    }

    private void keep(String line) {
        byte[] bytes = isKept ? line.getBytes(StandardCharsets.UTF_8) : new byte[0];
        for (int from = 0; isKept && (from == 0 || from < bytes.length); from += PIECE_BYTES) {
            tell(new JoinMessage.Printed(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PIECE_BYTES))));
        }
    }

    /** The run may be gone, and then nobody has to know. */
    private void tell(JoinMessage message) {
        try {
            message.to(wire);
        } catch (IOException e) {
            // The process's end says the rest.
        }
    }

    /** Something that reads. */
    @FunctionalInterface
    private interface Reading {
        void read() throws IOException;
    }

    /** When nobody reads any more, the process finds that out as it would at a closed pipe. */
    private static CompletableFuture<@Nullable Void> begin(AutoCloseable from, Reading reading) {
        CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try (from) {
                        reading.read();
                    } catch (Exception e) {
                        // The process has ended, however it did, or nobody takes what it prints.
                    } finally {
                        over.complete(null);
                    }
                },
                "sojourn-output");
        thread.setDaemon(true);
        thread.start();
        return over;
    }
}
