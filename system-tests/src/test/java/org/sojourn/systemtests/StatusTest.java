package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are looked at from outside while they go on: {@code ./sojourn status} and {@code get}. */
class StatusTest {
    @TempDir
    private Path above;

    private Sojourn command(String... typed) {
        Map<String, String> environment = new HashMap<>(OwnPrograms.environment());
        environment.put("SOJOURN_RUNS", above.resolve("runs").toString());
        return Sojourn.start(environment, typed);
    }

    private String said(int status, String... typed) {
        try (Sojourn asked = command(typed)) {
            assertThat(asked.status()).as(asked.toString()).isEqualTo(status);
            return status == 0 ? asked.out() : asked.err();
        }
    }

    /** What runs are listed by; what they have printed stays. */
    private List<String> files() {
        try (Stream<Path> files = Files.list(above.resolve("runs"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".logs"))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** A run that goes on until it is ended, at both of whose places a selector waits. */
    private Sojourn longRun(String... options) {
        List<String> typed = new ArrayList<>(List.of("run", "--places", "2"));
        typed.addAll(Arrays.asList(options));
        typed.add("own.Idlers");
        Sojourn run = command(typed.toArray(String[]::new));
        String number = Long.toString(run.launcher().pid());
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(() ->
                        files().contains(number + ".run") || !run.launcher().isAlive());
        run.awaitOutput(text -> text.contains("idle at p0") && text.contains("idle at p1"));
        return run;
    }

    @Test
    void parameters_ofARun_areSetAtAllItsPlaces() {
        try (Sojourn run = longRun()) {
            assertThat(said(0, "set")).contains("batch-packets=1\n", "1 to 100000 packets");
            assertThat(said(0, "set", "batch-packets=64", "batch-micros=500"))
                    .contains("batch-packets=64\n", "batch-micros=500\n");
            assertThat(said(0, "set", "--json"))
                    .contains(
                            "\"p0\":{\"batch-micros\":500,\"batch-packets\":64",
                            "\"p1\":{\"batch-micros\":500,\"batch-packets\":64");
            assertThat(said(2, "set", "batch-packets=0"))
                    .contains("batch-packets can't be '0': it is a whole number of packets, at least 1 and at most"
                            + " 100000");
            assertThat(said(2, "set", "batch=3")).contains("there is no parameter 'batch'; there are [batch-micros, ");
            assertThat(said(2, "set", "faster")).contains("\"faster\" isn't name=value");
            assertThat(run.launcher().isAlive()).isTrue();
        }
    }

    @Test
    void run_whileItGoesOn_isListedAndSaysWhatItDoes() throws IOException {
        try (Sojourn run = longRun()) {
            String number = Long.toString(run.launcher().pid());
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(above.resolve("runs/" + number + ".run"))))
                    .isEqualTo("rw-------");
            List<ProcessHandle> places = run.places(2);
            assertThat(said(0, "status"))
                    .containsPattern("(?m)^" + number + " +own\\.Idlers +0:0\\d:\\d\\d +p0 "
                            + places.get(0).pid() + ", p1 " + places.get(1).pid() + "$");
            assertThat(said(0, "status", "--json"))
                    .startsWith("[{\"run\":" + number + ",\"program\":\"own.Idlers\",\"started\":\"")
                    .contains("\"places\":[{\"place\":\"p0\",\"pid\":"
                            + places.get(0).pid() + "},");
            assertThat(said(0, "get", "dump")).contains("p0 has 1 Idlers.Idler", "p1 has ");
            assertThat(said(0, "get", number)).contains("p0 has 1 Idlers.Idler", "p1 has ");
            assertThat(said(0, "get", "messages", "--json"))
                    .startsWith("{\"run\":" + number)
                    .contains("\"place\":\"p1\"", "\"answers\":true,\"processed\":", "\"holds\":[");
            assertThat(said(0, "get", number, "muted")).contains("p0 mutes 0 lifted 0", "p1 mutes 0 lifted 0");
            assertThat(said(2, "get", "1")).contains("no run 1 of yours", number + " (own.Idlers)");
            run.signal("INT");
            assertThat(run.status()).as(run.toString()).isEqualTo(130);
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void place_thatIsStopped_isMissingAndTheOthersAnswer() {
        try (Sojourn run = longRun()) {
            Sojourn.signal(run.places(2).get(1).pid(), "STOP");
            assertThat(said(0, "get")).contains("p0 has 1 Idlers.Idler", "p1 hasn't answered within 5 s");
            assertThat(said(0, "get", "--json")).contains("\"place\":\"p1\"", "\"answers\":false}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--one-jvm", "--json"})
    void run_ofAnotherSort_isListedToo(String option) {
        try (Sojourn run = longRun(option)) {
            assertThat(said(0, "get", Long.toString(run.launcher().pid()), "selectors", "--json"))
                    .contains("\"alive\":{\"Idlers.Idler\":1", "\"place\":\"p1\"");
        }
    }

    @Test
    void command_thatWasKilled_isNotListedAndItsFileIsRemoved() {
        try (Sojourn run = longRun()) {
            List<ProcessHandle> places = run.places(2);
            run.signal("KILL");
            run.status();
            assertThat(files()).hasSize(1);
            try (Sojourn asked = command("status")) {
                assertThat(asked.status()).as(asked.toString()).isZero();
                assertThat(asked.out()).isEqualToIgnoringWhitespace("you have no runs on this machine");
                assertThat(asked.err())
                        .startsWith("sojourn: run " + run.launcher().pid() + " (own.Idlers) was killed; its file ");
            }
            assertThat(files()).isEmpty();
            assertThat(said(2, "get")).contains("you have no runs on this machine; ./sojourn run starts one");
            Awaitility.await()
                    .atMost(Sojourn.PATIENCE)
                    .until(() -> places.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void get_withSeveralRuns_asksWhich() {
        try (Sojourn one = longRun("--one-jvm");
                Sojourn two = longRun("--one-jvm")) {
            assertThat(said(2, "get"))
                    .contains("several runs go on, say which: ")
                    .contains(
                            one.launcher().pid() + " (own.Idlers)",
                            two.launcher().pid() + " (own.Idlers)");
        }
    }

    @Test
    void folder_thatOthersMayEnter_keepsARunUnlistedAndTheCommandsSayWhy() throws IOException {
        Files.createDirectory(
                above.resolve("runs"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        try (Sojourn run = command("run", "pi", "100")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.err()).contains("won't show this run", "rwxr-xr-x");
        }
        assertThat(said(2, "status")).contains("it must be this user's, rwx------", "SOJOURN_RUNS");
    }
}
