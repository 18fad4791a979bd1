package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose places are tasks of Slurm, on a real one of three nodes. See CONTRIBUTING.md for the command; a build leaves this out. */
class SlurmTest {
    private static final Path CLUSTER = Path.of("src/test/slurm/cluster.sh").toAbsolutePath();

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    @BeforeEach
    void begin() {
        Assumptions.assumeTrue(Boolean.getBoolean("sojourn.slurm"), "NOT TESTED: runs by Slurm; -Pslurm does");
        cluster("start");
    }

    @AfterEach
    void end() {
        if (Boolean.getBoolean("sojourn.slurm")) {
            cluster("stop");
        }
    }

    private void cluster(String what) {
        try (Sojourn script =
                Sojourn.start(Map.of(), List.of(CLUSTER.toString(), what, folder.resolve("slurm") + ""))) {
            assertThat(script.status()).as(script.toString()).isZero();
        }
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLURM_CONF", folder.resolve("slurm/slurm.conf").toString());
        environment.put("SOJOURN_RUNS", folder.resolve("runs").toString());
        environment.put("SOJOURN_CACHE", folder.resolve("cache").toString());
        return environment;
    }

    private Sojourn command(String typed) {
        return Sojourn.start(environment(), typed.split(" "));
    }

    private String done(List<String> command) {
        try (Sojourn asked = Sojourn.start(environment(), command)) {
            assertThat(asked.status()).as("%s%n%s", command, asked).isZero();
            return asked.out();
        }
    }

    @Test
    void program_asTasksOfSlurm_runsAtAllNodesAndLeavesNoJob() {
        try (Sojourn run = command("run pi --places 3 --launcher slurm --listen 127.0.0.1:0 -- 300")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("3.14159265358979");
            assertThat(run.err()).contains("p0 ", "p1 ", "p2 ", "finished after");
        }
        assertThat(done(List.of("squeue", "--noheader"))).isEmpty();
    }

    @Test
    void script_forSbatch_runsTheSameAsAJob() throws IOException {
        Path script = folder.resolve("pi.sbatch");
        String typed = "run pi --places 3 --launcher slurm --listen 127.0.0.1:0 --sbatch-script " + script + " -- 300";
        try (Sojourn writes = command(typed)) {
            assertThat(writes.status()).as(writes.toString()).isZero();
            assertThat(writes.err()).contains("submit it by sbatch " + script);
        }
        Path output = folder.resolve("output");
        done(List.of("sbatch", "--wait", "--output=" + output, script.toString()));
        assertThat(Files.readString(output)).contains("3.14159265358979", "finished after");
    }

    @Test
    void place_whoseTaskIsKilled_isBegunAgainAsAnotherTask() {
        try (Sojourn run = command("network --places 2 --launcher slurm --listen 127.0.0.1:0 --restart 1"
                + " --losses accepted --silence 5")) {
            run.awaitOutput(text -> text.contains("./sojourn stop"));
            ProcessHandle first = place(run, 1);
            first.destroyForcibly();
            first.onExit()
                    .orTimeout(Sojourn.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join();
            place(run, 1);
            try (Sojourn stop = command("stop")) {
                assertThat(stop.status()).as("%s%n%s", stop, run).isZero();
            }
            assertThat(run.status()).as(run.toString()).isZero();
        }
    }

    @Test
    void tasks_thatSlurmRefuses_areToldAsItTells() {
        Map<String, String> environment = environment();
        environment.put("SLURM_PARTITION", "nowhere");
        String typed = "run pi --places 3 --launcher slurm --listen 127.0.0.1:0";
        try (Sojourn run = Sojourn.start(environment, typed.split(" "))) {
            assertThat(run.status()).as(run.toString()).isNotZero();
            assertThat(run.err())
                    .contains("srun: error: invalid partition specified: nowhere", "srun ended with status 1 before");
        }
    }

    @Test
    void tasks_thatWaitForTheirTurn_areTakenBackWithTheRun() {
        try (Sojourn run = command("run pi --places 100 --launcher slurm --listen 127.0.0.1:0")) {
            run.awaitOutput(text -> text.contains("queued and waiting for resources"));
            run.signal("INT");
            assertThat(run.status()).as(run.toString()).isEqualTo(130);
        }
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .untilAsserted(
                        () -> assertThat(done(List.of("squeue", "--noheader"))).isEmpty());
    }

    /** The process of a place that is there. */
    private static ProcessHandle place(Sojourn run, int number) {
        return Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(
                        () -> ProcessHandle.allProcesses()
                                .filter(each -> isPlace(each, number))
                                .findFirst()
                                .orElse(run.launcher()),
                        found -> found.pid() != run.launcher().pid());
    }

    private static boolean isPlace(ProcessHandle process, int number) {
        try (Stream<String> variables = Stream.of(
                Files.readString(Path.of("/proc/" + process.pid() + "/environ")).split("\0"))) {
            List<String> all = variables.toList();
            return all.contains("SOJOURN_PLACE=" + number)
                    && all.stream().anyMatch(each -> each.startsWith("SLURM_JOB_ID="));
        } catch (IOException | UncheckedIOException e) {
            return false; // it is gone, or another user's
        }
    }
}
