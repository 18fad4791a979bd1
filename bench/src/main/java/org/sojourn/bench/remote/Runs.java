package org.sojourn.bench.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** Whole runs: how they begin, and how they end. */
final class Runs {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String RUNTIME_LOG = "org.sojourn.host.place.PlaceRuntime";
    private static final String QUIESCENT = "the run is quiescent";

    private Runs() {}

    /** Returns the time until {@code ./sojourn run} with so many places has had a message processed at the last, in milliseconds. */
    static double firstMessage(Path home, int places) throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder(
                home.resolve("sojourn").toString(),
                "run",
                FirstMessage.class.getName(),
                "--places",
                Integer.toString(places));
        // The jar of the bench, not all that it needs: the places have their own.
        command.environment()
                .put(
                        "CLASSPATH",
                        Path.of(FirstMessage.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .getPath())
                                .toString());
        long start = System.nanoTime();
        Process process = command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            check(String.valueOf(lines.readLine()));
            double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
            process.waitFor();
            return millis;
        } finally {
            process.destroy();
        }
    }

    /** Returns the time that a JVM takes to start so many which say a line, in milliseconds. */
    static double hello(int count) throws IOException {
        long start = System.nanoTime();
        try (ChildJvm child = new ChildJvm(List.of(), FirstMessage.class, Integer.toString(count))) {
            for (int i = 0; i < count; i++) {
                check(child.line());
            }
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        }
    }

    private static void check(String said) {
        if (!said.endsWith(FirstMessage.HELLO)) {
            throw new IllegalStateException("the first message was to be " + FirstMessage.HELLO + ", not " + said);
        }
    }

    /** Has a number go to and fro between two places, each time one less, and notes when the last leg has been processed. */
    private static final class Last extends Actor<Integer> {
        private final Handle<Integer> relay;
        private final CompletableFuture<Long> processed;

        Last(Place there, CompletableFuture<Long> processed) {
            Handle<Integer> self = self();
            this.relay = create(there, () -> new Relay(self));
            this.processed = processed;
        }

        @Override
        protected void process(Integer left) {
            if (left > 0) {
                relay.send(left);
            } else {
                processed.complete(System.nanoTime());
                exit();
            }
        }
    }

    /** Sends back one less than it gets, until that is nothing. */
    private static final class Relay extends Actor<Integer> {
        private final Handle<Integer> last;

        Relay(Handle<Integer> last) {
            this.last = last;
        }

        @Override
        protected void process(Integer left) {
            last.send(left - 1);
            if (left == 1) {
                exit();
            }
        }
    }

    /**
     * Starts a run of two places, between which a number goes to and fro so many times.
     *
     * @param isHeld whether main returns only when that is over
     * @return the mean of a time to and fro, in microseconds
     */
    static double toAndFro(int heapMegabytes, int trips, boolean isHeld) throws Exception {
        CompletableFuture<Long> processed = new CompletableFuture<>();
        long start;
        try (Sojourn sojourn = Sojourn.start(SojournPair.config(2, heapMegabytes))) {
            Place there = sojourn.places().get(1);
            start = System.nanoTime();
            sojourn.create(() -> new Last(there, processed)).send(trips);
            if (isHeld) {
                processed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
        return (processed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS) - start) / NANOS_PER_MICRO / trips;
    }

    /**
     * Starts a run of two places, whose main returns while a message goes to the other place and back, so many times.
     *
     * @return the time from when it was processed until the init place held the run to be quiescent, in microseconds
     */
    static double termination(int heapMegabytes, int trips) throws Exception {
        CompletableFuture<Long> announced = new CompletableFuture<>();
        Handler watcher = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getMessage().startsWith(QUIESCENT)) {
                    announced.complete(System.nanoTime());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(RUNTIME_LOG);
        Level before = log.getLevel();
        log.setLevel(Level.FINE);
        log.addHandler(watcher);
        try {
            CompletableFuture<Long> processed = new CompletableFuture<>();
            try (Sojourn sojourn = Sojourn.start(SojournPair.config(2, heapMegabytes))) {
                Place there = sojourn.places().get(1);
                sojourn.create(() -> new Last(there, processed)).send(trips);
            }
            long from = processed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            long to = announced.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return Math.max(1, to - from) / NANOS_PER_MICRO;
        } finally {
            log.removeHandler(watcher);
            log.setLevel(before);
        }
    }
}
