package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the places of a run have printed, as another shell sees it. */
class LogsTest {
    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Sojourn command(String typed) {
        Map<String, String> environment = new HashMap<>(OwnPrograms.environment());
        environment.put("SOJOURN_RUNS", folder.resolve("runs").toString());
        environment.put("SOJOURN_CACHE", folder.resolve("cache").toString());
        return Sojourn.start(environment, typed.split(" "));
    }

    @Test
    void logs_ofARunThatGoesOnAndThenEnds_areThoseOfAllItsPlaces() {
        try (Sojourn run = command("run --places 2 own.Prints wait")) {
            run.awaitOutput(text -> text.contains("[p1] a line at p1"));
            try (Sojourn follower = command("logs --follow")) {
                follower.awaitOutput(text -> text.contains("[p0] a line at p0") && text.contains("[p1] a line at p1"));
                assertThat(follower.launcher().isAlive()).isTrue();
                try (Sojourn stop = command("stop")) {
                    assertThat(stop.status()).as(stop.toString()).isZero();
                }
                assertThat(follower.status()).as(follower.toString()).isZero();
                assertThat(follower.out()).contains("[p0] half a line\n");
            }
            assertThat(run.status()).as(run.toString()).isZero();
            try (Sojourn after = command("logs " + run.launcher().pid() + " --place p1")) {
                assertThat(after.status()).as(after.toString()).isZero();
                assertThat(after.out()).isEqualTo("[p1] a line at p1\n");
            }
        }
    }

    @Test
    void logs_ofAPlaceThatHasJoinedFromAnotherShell_areThereToo() {
        try (Sojourn run = command("run --places 1 --min-places 2 --listen 127.0.0.1:0 own.Prints");
                Sojourn joined = command(run.howToJoin())) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(joined.status()).as(joined.toString()).isZero();
            assertThat(joined.out()).isEqualTo("a line at p1\n");
        }
        try (Sojourn logs = command("logs --place p1")) {
            assertThat(logs.status()).as(logs.toString()).isZero();
            assertThat(logs.out()).isEqualTo("[p1] a line at p1\n");
        }
    }

    @Test
    void logs_ofPlacesInOneJvm_areNotToldApart() {
        try (Sojourn run = command("run --places 2 --one-jvm own.Prints")) {
            assertThat(run.status()).as(run.toString()).isZero();
        }
        try (Sojourn logs = command("logs")) {
            assertThat(logs.status()).as(logs.toString()).isZero();
            assertThat(logs.out()).contains("[jvm] a line at p0\n", "[jvm] a line at p1\n", "[jvm] half a line\n");
            assertThat(logs.err()).contains("(own.Prints), which has ended");
        }
        try (Sojourn quiet = command("run --no-logs own.Prints")) {
            assertThat(quiet.status()).as(quiet.toString()).isZero();
        }
        try (Sojourn logs = command("logs --place p1")) {
            assertThat(logs.status()).as(logs.toString()).isZero();
            assertThat(logs.out()).isEmpty();
            assertThat(logs.err()).contains("p1 has printed nothing", "under --one-jvm places can't be told apart");
        }
    }
}
