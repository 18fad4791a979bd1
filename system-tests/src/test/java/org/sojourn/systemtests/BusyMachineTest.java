package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Places that live and are hard to reach: more processes want the processors than there are, connections are reset again and again, for
 * seconds no packet arrives, and places are stopped for moments. None of that is as long as a place may be silent, so none is lost.
 */
class BusyMachineTest {
    /** A hundred in the long run. */
    private static final int RUNS = NomadRun.STORM > 1 ? 5 * NomadRun.STORM : 1;

    private static final int ROUNDS = NomadRun.STORM > 1 ? 2 : 1;
    private static final int RESETS = 12;
    private static final int BETWEEN_RESETS_MILLIS = 400;
    private static final int STOP_MILLIS = 200;

    private static Path jar = Path.of("");

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException, InterruptedException {
        Host.assumeThereAre("ss");
        jar = NomadRun.jar(folder);
    }

    @Test
    void run_onABusyMachineWithResetsDropsAndShortStops_losesNobody() {
        for (int i = 0; i < RUNS; i++) {
            try (Host host = new Host();
                    NomadRun run = NomadRun.start(jar, NomadRun.newSeed(), NomadRun.Plan.USUAL.at(host::inside))) {
                run.awaitMore(run.places());
                Load load = new Load(2 * Runtime.getRuntime().availableProcessors());
                try (load) {
                    for (int round = 0; round < ROUNDS; round++) {
                        disturb(host, run);
                        run.awaitMore(run.places());
                    }
                }
                run.assertEndsWell();
            }
        }
    }

    private static void disturb(Host host, NomadRun run) {
        List<String> ports = host.ports();
        for (int i = 0; i < RESETS; i++) {
            host.reset(ports);
            run.goOn(BETWEEN_RESETS_MILLIS);
            long place = run.places().get(run.random.nextInt(NomadRun.PLACES)).pid();
            Sojourn.signal(place, "STOP");
            run.goOn(STOP_MILLIS);
            Sojourn.signal(place, "CONT");
        }
        host.reset(ports);
        host.run("ip", "link", "set", "lo", "down");
        run.goOn(Duration.ofSeconds(3));
        host.run("ip", "link", "set", "lo", "up");
    }

    /** Processes that want all the processor time there is. They end with this JVM, however that ends. */
    private static final class Load implements AutoCloseable {
        private final List<Process> processes = new ArrayList<>();

        Load(int count) {
            for (int i = 0; i < count; i++) {
                try {
                    processes.add(new ProcessBuilder("sh", "-c", "while [ -d /proc/$PPID ]; do :; done").start());
                } catch (IOException e) {
                    close();
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public void close() {
            processes.forEach(each -> each.destroyForcibly().onExit().join());
        }
    }
}
