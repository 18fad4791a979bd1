package org.sojourn.launch.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.sojourn.host.join.Program;
import org.sojourn.host.run.LauncherAddress;
import org.sojourn.host.run.PlaceOutput;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Member;

@Execution(ExecutionMode.CONCURRENT)
class SshHostsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Says of itself what a Java does, and does what the environment says. */
    private static final String JAVA = """
        #!/bin/sh
        if [ "$1" = -version ]; then echo 'Picked up JAVA_TOOL_OPTIONS: -Dx' >&2; echo 'openjdk version "25.0.1"' >&2; exit 0; fi
        echo "port $SOJOURN_CONTROL_PORT" >&2
        for each in "$@"; do echo "[$each]" >&2; done
        eval "$DEED"
        """;

    private final Path home;
    private final TestHost host;
    private final Path java;
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
    private final List<String> errors = new CopyOnWriteArrayList<>();

    SshHostsTest(@TempDir Path home) throws IOException {
        this.home = home;
        host = new TestHost(home);
        host.known(host.key).withKey();
        java = Files.writeString(home.resolve("java"), JAVA);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void close() {
        host.close();
    }

    private Machine machine() {
        return host.machine(java.toString(), home.resolve("there's a cache").toString());
    }

    private Cargo cargo() throws IOException {
        Path classes = Files.createDirectories(home.resolve("classes/own"));
        Files.writeString(classes.resolve("Main.class"), "a class");
        Path jar = Files.writeString(home.resolve("it's a.jar"), "x".repeat(100_000));
        return new Cargo(Program.of(
                home.resolve("classes") + File.pathSeparator + jar, Files.createDirectories(home.resolve("packed"))));
    }

    private SshHosts hosts(Cargo cargo, Machine... machines) throws IOException {
        return hosts(cargo, 25, machines);
    }

    private SshHosts hosts(Cargo cargo, int least, Machine... machines) throws IOException {
        return new SshHosts(
                host.settings(Map.of()),
                List.of(machines),
                cargo,
                least,
                new PrintStream(progress, true, StandardCharsets.UTF_8));
    }

    private String told() {
        String told = progress.toString(StandardCharsets.UTF_8);
        progress.reset();
        return told;
    }

    private String refused(int least, Machine... machines) throws IOException {
        try (SshHosts hosts = hosts(cargo(), least, machines)) {
            String[] said = {""};
            assertThatThrownBy(hosts::open)
                    .isInstanceOfSatisfying(IOException.class, e -> said[0] = String.valueOf(e.getMessage()));
            return said[0];
        }
    }

    private static Starter.Plan plan(int place) {
        return new Starter.Plan(new Member(place, 1), "127.0.0.1", 0, "a:b", List.of("-Dname=it's $HOME", "-Xmx1g"));
    }

    private PlaceProcess start(SshHosts hosts, int place, String deed, @Nullable String directory) throws IOException {
        return hosts.start(
                machine(),
                new SshHosts.Manner(Map.of("DEED", deed), directory, true, null),
                plan(place),
                Map.of(LauncherAddress.PORT, "1", "SOJOURN_PLACE", Integer.toString(place)),
                errors::add);
    }

    private static int status(PlaceProcess place) throws Exception {
        return place.end().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void awaitError(String line) {
        org.awaitility.Awaitility.await().atMost(PATIENCE).until(() -> errors.contains(line));
    }

    // ---- before places ----------------------------------------------------------------------------------------------

    @Test
    void files_stagedOnce_areThereTheNextTimeUntilOneIsDamaged() throws IOException {
        Cargo cargo = cargo();
        try (SshHosts hosts = hosts(cargo, machine())) {
            hosts.open();
            assertThat(told()).contains("staging 0.1 MB to 127.0.0.1 ... done (2 files");
            SshHosts.Site site = hosts.site(machine(), cargo);
            assertThat(site.feature()).isEqualTo(25);
            String[] entries = site.classPath().split(":");
            assertThat(entries).hasSize(2);
            assertThat(entries[0]).endsWith("/classes1.jar");
            assertThat(Path.of(entries[1])).hasContent("x".repeat(100_000)).hasFileName("it's a.jar");

            Files.writeString(Path.of(entries[1]), "cut off");
        }
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            assertThat(told()).contains("done (1 files");
        }
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            assertThat(told()).isEmpty();
        }
        try (Stream<Path> all = Files.walk(home.resolve("there's a cache"))) {
            assertThat(all.filter(Files::isRegularFile)).hasSize(2);
        }
    }

    @Test
    void nothing_thatIsSecret_isOnACommandLine() throws Exception {
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            assertThat(status(start(hosts, 1, "exit 0", null))).isZero();
        }
        assertThat(host.commands).isNotEmpty().containsOnly(Shell.COMMAND);
    }

    @Test
    void host_withoutASuitingJava_isRefusedWithWhatItHas() throws IOException {
        assertThat(refused(26, machine()))
                .isEqualTo("the Java that me@127.0.0.1:" + host.port() + " should use isn't of version 26 or later: "
                        + java + " is 25");
        assertThat(refused(25, host.machine("/nowhere/jdk", null))).endsWith("/nowhere/jdk isn't a program there");
        assertThat(refused(999, host.machine(null, home.resolve("c").toString())))
                .contains("has no Java 999 or later (")
                .contains("name it by java: in the configuration file");
    }

    @Test
    void host_whoseCacheCannotBeWritten_isRefused() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        assertThat(refused(25, host.machine(java.toString(), file + "/cache")))
                .contains("has no place for the program: " + file + "/cache can't be made or written there");
    }

    @Test
    void hosts_thatFail_areAllNamed() throws IOException {
        assertThat(refused(
                        25,
                        new Machine("one.invalid", null, 0, null, null),
                        machine(),
                        new Machine("two.invalid", null, 0, null, null)))
                .contains("there is no host one.invalid")
                .contains("there is no host two.invalid");
    }

    // ---- places -----------------------------------------------------------------------------------------------------

    @Test
    void place_begun_getsItsOptionsAndEndsWithItsStatus() throws Exception {
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            PlaceProcess place = start(hosts, 1, "exit 7", home.toString());
            assertThat(status(place)).isEqualTo(7);
            place.hearOut(PlaceOutput.soon());
            assertThat(place.how()).isEmpty();
            assertThat(place.pid()).isZero();
            assertThat(errors)
                    .contains("[-Dname=it's $HOME]", "[-Xmx1g]", "[-cp]", "[a:b]", "[org.sojourn.host.run.PlaceMain]")
                    .noneMatch(line -> line.contains("no mail"))
                    .anyMatch(line -> line.matches("port [1-9]\\d+") && !line.equals("port 1"));
        }
    }

    @Test
    void place_killed_isToldAsEndedByTheSignal() throws Exception {
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            PlaceProcess place = start(hosts, 1, "echo ready >&2; exec sleep 600", null);
            awaitError("ready");
            place.kill();
            assertThat(status(place)).isEqualTo(128 + 9);
        }
    }

    @Test
    void place_whoseConnectionIsLost_isToldAsSuch_andAnotherConnectsAnew() throws Exception {
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            PlaceProcess place = start(hosts, 1, "echo ready >&2; exec sleep 600", null);
            awaitError("ready");
            host.cut();
            assertThat(status(place)).isEqualTo(255);
            assertThat(place.how()).isEqualTo("the connection to me@127.0.0.1:" + host.port() + " is gone");
            assertThat(status(start(hosts, 1, "exit 3", null))).isEqualTo(3);
            assertThat(host.logins.get()).isEqualTo(2);
        }
    }

    @Test
    void place_whoseShellDoesNotGetToJava_saysWhy() throws Exception {
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            PlaceProcess place = start(hosts, 1, "exit 0", "/nowhere");
            assertThat(status(place)).isEqualTo(2);
            assertThat(place.how()).contains("no Java was begun").contains("/nowhere");
        }
    }

    @Test
    void place_ofAHostThatForbidsForwarding_isRefusedWithTheSetting() throws Exception {
        host.forwards = false;
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            PlaceProcess place = start(hosts, 1, "exit 0", null);
            assertThat(status(place)).isEqualTo(255);
            assertThat(place.how()).contains("forbids to forward a port").contains("AllowTcpForwarding");
        }
    }

    @Test
    void places_moreThanOneConnectionTakes_haveAnother() throws Exception {
        try (SshHosts hosts = hosts(cargo(), machine())) {
            hosts.open();
            List<PlaceProcess> places = new ArrayList<>();
            for (int i = 1; i <= 10; i++) {
                places.add(start(hosts, i, "echo ready " + i + " >&2; exec sleep 600", null));
            }
            for (int i = 1; i <= 10; i++) {
                awaitError("ready " + i);
            }
            assertThat(host.logins.get()).isEqualTo(2);
            places.forEach(PlaceProcess::kill);
            for (PlaceProcess each : places) {
                assertThat(status(each)).isEqualTo(128 + 9);
            }
        }
    }
}
