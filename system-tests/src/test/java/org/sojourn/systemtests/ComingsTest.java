package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Places that join a run that goes on, leave it, and are begun again. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ComingsTest {
    private static final String SPREAD = """
        int i; node_t home = $address;
        for (i = 0; i < 6; i++) { create(node = "leaf"); hop(node = home); }
        """;

    private static final String SLEEPS = """
        create(node = "there"; physical = "p1");
        exec(file = "sleep"; in = 3600; nowait);
        """;

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Sojourn command(String typed) {
        Map<String, String> environment = new HashMap<>(OwnPrograms.environment());
        environment.put("SOJOURN_RUNS", folder.resolve("runs").toString());
        return Sojourn.start(environment, typed.split(" "));
    }

    private String done(Sojourn run, String typed) {
        try (Sojourn asked = command(typed)) {
            assertThat(asked.status()).as("%s%n%s%n%s", typed, asked, run).isZero();
            return asked.out();
        }
    }

    private void refused(int status, String typed, String sentence) {
        try (Sojourn asked = command(typed)) {
            assertThat(asked.status()).as(asked.toString()).isEqualTo(status);
            assertThat(asked.err()).contains(sentence);
        }
    }

    private long pid(Sojourn run, String place) {
        Matcher found = Pattern.compile(place + " (\\d+)").matcher(done(run, "status"));
        assertThat(found.find()).as("%s in what status says", place).isTrue();
        return Long.parseLong(found.group(1));
    }

    private Sojourn network(String options) throws IOException {
        Files.writeString(folder.resolve("spread.mc"), SPREAD);
        Files.writeString(folder.resolve("sleeps.mc"), SLEEPS);
        Sojourn run = command("network " + options);
        run.awaitOutput(text -> text.contains("./sojourn stop"));
        return run;
    }

    private static void awaitEnd(long pid) {
        ProcessHandle.of(pid)
                .ifPresent(
                        place -> place.onExit().orTimeout(120, TimeUnit.SECONDS).join());
    }

    @Test
    void place_thatJoins_getsNodesAndTakesThemNowhereWhenItLeaves() throws IOException {
        try (Sojourn run = network("--places 1 --max-places 2")) {
            assertThat(done(run, "place --join")).startsWith("p1 has joined run");
            refused(1, "place --join", "the run has 2 places, and 2 is what --max-places allows");
            done(run, "inject " + folder.resolve("spread.mc") + " --wait");
            assertThat(done(run, "get network")).contains("p1 has 4 nodes");
            assertThat(done(run, "place --leave p1")).startsWith("p1 has left run");
            assertThat(done(run, "get network")).contains("p0 has 7 nodes").doesNotContain("p1 has");
            refused(1, "place --leave p1", "there is no such place; there are [p0]");
            refused(1, "place --leave p0", "p0 is the init place, which can't leave");
            assertThat(done(run, "place --join --as p1")).startsWith("p1 has joined run");
            long again = pid(run, "p1");
            Sojourn.signal(again, "TERM");
            awaitEnd(again);
            done(run, "stop");
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.err()).doesNotContain("lost");
        }
    }

    @Test
    void manualRun_beginsByHandWithItsPlacesAndEndsByHand() {
        try (Sojourn run = command("run --manual --min-places 2 own.Prints close")) {
            run.awaitOutput(text -> text.contains("main waits for ./sojourn start"));
            assertThat(done(run, "status")).contains("waits for start");
            assertThat(done(run, "start")).contains("is started, and waits for places: 1 of 2");
            refused(1, "start", "it was started already, and waits for places: 1 of 2");
            assertThat(run.out()).isEmpty();
            done(run, "place --join");
            run.awaitOutput(text -> text.contains("a line at p1") && text.contains("the run is at rest: quiescent"));
            assertThat(done(run, "status")).contains("at rest, waits for stop");
            refused(1, "start", "its main has begun");
            done(run, "place --leave p1");
            run.awaitOutput(text -> text.contains("1 of 2; the run goes on"));
            assertThat(run.out()).doesNotContain("closed");
            done(run, "stop");
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).endsWith("closed\n");
        }
    }

    @Test
    void place_thatCannotStart_isDoneWithoutWhereFewerAreEnough() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.writeString(folder.resolve("places.conf"), """
                selectorSystem {
                  init { place = p0, hostname = localhost, port = 0 }
                  remote = [ { place = p1, hostname = localhost, port = %d } ]
                }
                """.formatted(taken.getLocalPort()));
            try (Sojourn run =
                    command("run --min-places 1 --manual --config " + folder.resolve("places.conf") + " own.Prints")) {
                run.awaitOutput(
                        text -> text.contains("p1 could not start") && text.contains("the run does without it"));
                done(run, "start");
                run.awaitOutput(text -> text.contains("a line at p0"));
                done(run, "stop");
                assertThat(run.status()).as(run.toString()).isZero();
            }
        }
    }

    @Test
    void place_thatIsLost_isBegunAgainAndTakesItsProcessesAlong() throws IOException {
        try (Sojourn run = network("--places 2 --restart 1 --losses accepted --jvm-opt -Dsojourn.exec=true")) {
            done(run, "inject " + folder.resolve("sleeps.mc") + " --wait");
            long lost = pid(run, "p1");
            List<ProcessHandle> begun =
                    ProcessHandle.of(lost).orElseThrow().children().toList();
            assertThat(begun).as("what the script began, and what ends it").hasSize(2);
            Sojourn.signal(lost, "KILL");
            awaitEnd(lost);
            begun.forEach(each -> awaitEnd(each.pid()));
            run.awaitOutput(text -> text.contains("p1 was lost"));
            String again = "";
            while (again.isEmpty()) {
                Matcher found = Pattern.compile("p1 (\\d+)").matcher(done(run, "status"));
                again = found.find() ? found.group(1) : "";
            }
            assertThat(again).isNotEqualTo(Long.toString(lost));
            done(run, "stop");
            assertThat(run.status()).as(run.toString()).isEqualTo(0);
        }
    }
}
