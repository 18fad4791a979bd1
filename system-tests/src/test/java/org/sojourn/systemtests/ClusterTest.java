package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Places on three hosts, two of which are reached by ssh: by Debian's sshd. */
@Order(1)
class ClusterTest {
    private static final String QUICK = "--jvm-opt=-XX:TieredStopAtLevel=1";
    private static final String LONGER = "sojourn.cluster";
    private static final int LAST = 2;

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    @BeforeAll
    static void canBe() {
        Cluster.assumeItCanBe();
    }

    @Test
    void pi_onThreeHostsOneOfWhichFails_isRight() throws IOException {
        try (Cluster cluster = new Cluster(folder, LAST + 1)) {
            String config = cluster.places(0).toString();
            try (Sojourn run = cluster.command(
                    "run",
                    QUICK,
                    "pi",
                    "15000",
                    "--config",
                    config,
                    "--silence",
                    "5",
                    "--restart",
                    "1",
                    "--losses",
                    "accepted")) {
                awaitLink(cluster, run);
                cluster.fail(LAST);
                assertThat(run.status()).as(run.toString()).isZero();
                assertThat(run.out()).hasSize(15_003).endsWith("5089842799275\n");
                assertThat(run.err())
                        .contains("MB to 192.0.2.2 ... done (", "MB to 192.0.2.3 ... done (")
                        .doesNotContain("clear");
            }
            cluster.awaitNothingLeft(0);
            cluster.awaitNothingLeft(1);
            for (int i = 1; i <= LAST; i++) {
                try (Stream<Path> files = Files.walk(cluster.cache(i))) {
                    assertThat(files.filter(
                                    each -> each.getFileName().toString().startsWith(".part")))
                            .isEmpty();
                }
            }
        }
    }

    // ---- longer ones, see CONTRIBUTING.md --------------------------------------------------------------------------

    @Test
    @EnabledIfSystemProperty(named = LONGER, matches = "true")
    void launcher_killedOrInterrupted_leavesNothingBehind() throws IOException {
        try (Cluster cluster = new Cluster(folder, LAST + 1)) {
            for (String signal : new String[] {"KILL", "INT", "TERM"}) {
                try (Sojourn run = network(cluster, cluster.places(0))) {
                    run.signal(signal);
                    cluster.awaitNothingLeft(0);
                    cluster.awaitNothingLeft(1);
                    cluster.awaitNothingLeft(LAST);
                }
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = LONGER, matches = "true")
    void launcher_cutOffFromItsHosts_endsAndSoDoThey() throws IOException {
        try (Cluster cluster = new Cluster(folder, LAST + 1);
                Sojourn run = network(cluster, cluster.places(1))) {
            assertThat(cluster.places(cluster.host(1))).hasSize(1);
            cluster.unplug(0);
            assertThat(run.status()).as(run.toString()).isEqualTo(4);
            assertThat(run.err())
                    .contains("p0, the init place, was lost")
                    .contains("the connection to 192.0.2.2 is gone");
            cluster.awaitNoPlaces(1); // their sshd finds out when TCP does
            cluster.awaitNoPlaces(LAST);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = LONGER, matches = "true")
    void place_killedOnItsHost_isBegunAgainThere() throws IOException {
        try (Cluster cluster = new Cluster(folder, LAST + 1);
                Sojourn run = network(cluster, cluster.places(0), "--restart", "1", "--losses", "accepted")) {
            ProcessHandle first = place(cluster);
            first.destroyForcibly();
            Awaitility.await()
                    .atMost(Sojourn.PATIENCE)
                    .until(() -> cluster.host(LAST).processes().stream()
                            .anyMatch(each -> isPlace(each) && each.pid() != first.pid()));
            run.awaitOutput(text -> text.contains("ended by signal 9"));
            try (Sojourn stop = cluster.command("stop")) {
                assertThat(stop.status()).as(stop.toString()).isZero();
            }
            assertThat(run.status()).as(run.toString()).isZero();
            cluster.awaitNothingLeft(LAST);
        }
    }

    private static ProcessHandle place(Cluster cluster) {
        return cluster.host(LAST).processes().stream()
                .filter(ClusterTest::isPlace)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isPlace(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("PlaceMain");
    }

    @Test
    @EnabledIfSystemProperty(named = LONGER, matches = "true")
    void initPlace_onAnotherHost_hasTheStreamsOfTheCommand() throws IOException {
        try (Cluster cluster = new Cluster(folder, LAST + 1)) {
            String config = cluster.places(1).toString();
            try (Sojourn run = cluster.command("run", QUICK, "pi", "20", "--config", config, "--plain")) {
                assertThat(run.status()).as(run.toString()).isZero();
                assertThat(run.out()).isEqualTo("3.14159265358979323846\n");
                assertThat(run.err()).contains("places speak in clear (--plain)");
            }
            try (Sojourn run = cluster.command(
                    "run",
                    "pi",
                    "20",
                    "--config",
                    config,
                    "--certificates",
                    cluster.cache(1).toString())) {
                assertThat(run.status()).as(run.toString()).isEqualTo(2);
                assertThat(run.err()).contains("--certificates: ").contains("ca.pem");
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = LONGER, matches = "true")
    void host_whoseDiskIsFull_isASentence() throws IOException {
        try (Cluster cluster = new Cluster(folder, 2)) {
            Path cache = Files.createDirectories(cluster.cache(1));
            cluster.host(0).run("mount", "-t", "tmpfs", "-o", "size=1m", "full", cache.toString());
            try (Sojourn run = cluster.command(
                    "run", "pi", "20", "--config", cluster.places(0).toString())) {
                assertThat(run.status()).as(run.toString()).isEqualTo(2);
                assertThat(run.err())
                        .contains("couldn't be staged to 192.0.2.2", "No space left", "make room at " + cache);
                try (Stream<Path> files = Files.walk(cache)) {
                    assertThat(files.filter(
                                    each -> each.getFileName().toString().startsWith(".part")))
                            .isEmpty();
                }
            } finally {
                cluster.host(0).run("umount", cache.toString());
            }
        }
    }

    /** A logical network, whose run goes on until it is ended. */
    private static Sojourn network(Cluster cluster, Path config, String... options) {
        List<String> words = new ArrayList<>(List.of("network", QUICK, "--config", config.toString()));
        words.addAll(List.of(options));
        Sojourn run = cluster.command(words.toArray(String[]::new));
        run.awaitOutput(text -> text.contains("./sojourn stop"));
        return run;
    }

    /** Waits until the init place is connected to the last host's. */
    private static void awaitLink(Cluster cluster, Sojourn run) {
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(() -> run.endsWithin(Duration.ZERO)
                        || cluster.host(0)
                                .run("ss", "-Htn", "state", "established")
                                .lines()
                                .filter(line -> line.contains(Cluster.address(LAST)))
                                .anyMatch(line -> line.contains(":5000")));
    }
}
