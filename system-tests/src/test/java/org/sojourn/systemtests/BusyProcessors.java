package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps all processors busy with other processes until it is closed. They end by themselves, too, should this JVM be killed. */
final class BusyProcessors implements AutoCloseable {
    private static final String SECONDS_AT_MOST = "180";

    private final List<Process> all = new ArrayList<>();

    BusyProcessors() {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            try {
                all.add(new ProcessBuilder("timeout", SECONDS_AT_MOST, "sh", "-c", "while :; do :; done").start());
            } catch (IOException e) {
                close();
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        all.forEach(Process::destroy); // which timeout passes on
        for (Process each : all) {
            try {
                each.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
