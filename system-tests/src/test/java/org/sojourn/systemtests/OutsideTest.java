package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The external interface of places that are processes, with the example's client in Python. */
class OutsideTest {
    private static final String DESK = "../examples/outside/desk.mc";
    private static final String CLIENT = "../examples/outside/client.py";

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Map<String, String> environment() {
        return Map.of(
                "SOJOURN_RUNS", folder.resolve("runs").toString(),
                "SOJOURN_PROFILE", folder.resolve("home/profile").toString());
    }

    private Sojourn run(String... typed) {
        return Sojourn.start(environment(), typed);
    }

    private String profile() {
        try {
            return Files.readString(folder.resolve("home/profile"));
        } catch (IOException e) {
            return "";
        }
    }

    /** A run of the desk, when somebody can knock there. */
    private Sojourn desk() {
        Sojourn run = run("run", DESK, "--outside");
        String number = Long.toString(run.launcher().pid());
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(() ->
                        profile().contains(number + "\tp0\t") || !run.launcher().isAlive());
        assertThat(profile()).as(run.toString()).contains(number + "\tp0\t");
        return run;
    }

    private static boolean hasPython() {
        try (Sojourn python =
                Sojourn.start(Map.of(), List.of("python3", "-c", "import mmap, socket; socket.AF_UNIX"))) {
            return python.status() == 0;
        } catch (java.io.UncheckedIOException e) {
            return false;
        }
    }

    @Test
    void desk_askedByPythonBesideAKilledRun_answersAndAllIsGoneAtTheEnd() throws IOException {
        boolean hasPython = hasPython();
        if (!hasPython) {
            System.err.println(
                    "OutsideTest is skipped: there is no python3 on this machine, and so nobody for the desk");
        }
        assumeTrue(hasPython, "there is no python3 on this machine");
        try (Sojourn open = desk();
                Sojourn killed = desk()) {
            List<ProcessHandle> places = killed.places(1);
            // Or it might find its launcher gone, end in order, and leave nothing to be removed.
            places.forEach(place -> Sojourn.signal(place.pid(), "STOP"));
            killed.launcher().destroyForcibly();
            places.forEach(ProcessHandle::destroyForcibly);
            places.forEach(place -> place.onExit().join());
            try (Sojourn next = desk()) {
                next.awaitOutput(text -> text.contains("of run "
                        + killed.launcher().pid() + " was killed; the rest of its external interface is removed"));
                ask(next);
            }
            ask(open);
        }
        assertThat(profile()).isEmpty();
        try (Stream<Path> left = Files.list(folder.resolve("runs"))) {
            assertThat(left.map(Path::toString).filter(each -> !each.endsWith(".run") && !each.endsWith(".logs")))
                    .isEmpty();
        }
    }

    private void ask(Sojourn desk) {
        String number = Long.toString(desk.launcher().pid());
        try (Sojourn client = Sojourn.start(environment(), List.of("python3", CLIENT, number))) {
            assertThat(client.status()).as(client.toString()).isZero();
            assertThat(client.out()).isEqualTo("""
                sojourn 1 run %s place p0 client 1
                ok message 3 tea costs 250.0
                ok ok 1
                ['message 5 good morning, Ada', 'message 6 ended 1']
                ok text tea nodes 1
                ok
                """.formatted(number));
        }
        assertThat(desk.status()).as(desk.toString()).isZero();
    }

    @Test
    void profile_inAFolderThatOthersMayEnter_keepsTheRunFromStarting() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Sojourn run = run("run", DESK, "--outside")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err())
                    .isEqualTo(
                            "sojourn: --outside: " + home + ", where other processes find this user's places, belongs"
                                    + " to user " + Files.getAttribute(home, "unix:uid")
                                    + " with permissions rwxr-xr-x; it must be this user's, rwx------. Change that, or"
                                    + " name another by SOJOURN_PROFILE\n");
        }
        try (Stream<Path> left = Files.list(folder.resolve("runs"))) {
            assertThat(left).isEmpty();
        }
    }
}
