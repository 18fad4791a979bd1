package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four processes whose selectors move all the time, and what happens to processes and connections: what each has done is in its log,
 * and the checker that judges simulated runs judges all logs together.
 */
class DisturbedRunTest {
    private static final int CUTS = 25 * NomadRun.STORM;
    private static final int STOPS = NomadRun.STORM;

    /** Half of the bound on silence. */
    private static final int LONGEST_STOP_MILLIS = NomadRun.STORM > 1 ? 15_000 : 3_000;

    private static Path jar = Path.of("");

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException, InterruptedException {
        jar = NomadRun.jar(folder);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_leftAlone_keepsOrderAndDeliversOnce(boolean isRotated) {
        NomadRun.Plan plan = isRotated ? NomadRun.Plan.USUAL.rotated() : NomadRun.Plan.USUAL;
        try (NomadRun run = NomadRun.start(jar, NomadRun.newSeed(), plan)) {
            for (int i = 0; i < 2 * NomadRun.STORM; i++) {
                run.awaitMore(run.places());
            }
            run.assertEndsWell();
        }
    }

    @Test
    void run_whoseConnectionsAreCutAllTheTime_keepsOrderAndDeliversOnce() {
        Host.assumeThereAre("ss");
        try (Host host = new Host();
                NomadRun run = NomadRun.start(jar, NomadRun.newSeed(), NomadRun.Plan.USUAL.at(host::inside))) {
            run.awaitMore(run.places());
            long cut = 0;
            // Some ports have no connection at the moment.
            List<String> ports = host.ports();
            for (int i = 0; i < 10 * CUTS && cut < CUTS; i++) {
                cut += host.reset(List.of(ports.get(run.random.nextInt(ports.size()))));
                run.awaitMore();
            }
            assertThat(cut).as("connections cut").isGreaterThanOrEqualTo(CUTS);
            run.assertEndsWell();
        }
    }

    @Test
    void run_inWhichAPlaceIsStoppedNowAndThen_keepsOrderAndDeliversOnce() {
        try (NomadRun run = NomadRun.start(jar, NomadRun.newSeed(), NomadRun.Plan.USUAL)) {
            run.awaitMore(run.places());
            for (int i = 0; i < STOPS; i++) {
                long place =
                        run.places().get(run.random.nextInt(NomadRun.PLACES)).pid();
                Sojourn.signal(place, "STOP");
                run.goOn(LONGEST_STOP_MILLIS);
                Sojourn.signal(place, "CONT");
                run.awaitMore(run.places());
            }
            run.assertEndsWell();
        }
    }

    @Test
    void run_inWhichAPlaceIsKilled_goesOnAndMissesOnlyWhatThePlaceMayHaveHad() {
        for (int i = 0; i < NomadRun.STORM; i++) {
            long seed = NomadRun.newSeed();
            int victim = 1 + (int) (seed % (NomadRun.PLACES - 1));
            try (NomadRun run = NomadRun.start(jar, seed, NomadRun.Plan.USUAL.shunning(victim))) {
                run.awaitMore(run.places());
                run.goOn(500);
                List<ProcessHandle> survivors = new ArrayList<>(run.places());
                Sojourn.signal(survivors.remove(victim).pid(), "KILL");
                run.awaitMore(survivors);
                run.assertEndsWithLoss(Set.of(victim));
            }
        }
    }
}
