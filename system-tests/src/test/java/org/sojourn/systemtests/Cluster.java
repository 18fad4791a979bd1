package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Hosts with addresses of their own at one switch. All but the first have Debian's sshd, and a cache each, as if their disks were their
 * own; the user of the first one knows them, and is let in by a key.
 */
final class Cluster implements AutoCloseable {
    private static final String CABLE = "cable";
    private static final String SSHD = "/usr/sbin/sshd";

    private final Path folder;
    private final Host network = new Host();
    private final List<Host> hosts = new ArrayList<>();
    private final List<Process> servers = new ArrayList<>();

    Cluster(Path folder, int count) {
        this.folder = folder;
        try {
            Path ssh = Files.createDirectories(folder.resolve("home/.ssh"));
            keygen(ssh.resolve("id_ed25519"));
            keygen(folder.resolve("host_key"));
            Files.copy(ssh.resolve("id_ed25519.pub"), folder.resolve("authorized_keys"));
            Files.createDirectories(Path.of("/run/sshd"));
            network.run("ip", "link", "add", "switch", "type", "bridge");
            network.run("ip", "link", "set", "switch", "up");
            String key = Files.readString(folder.resolve("host_key.pub"));
            StringBuilder known = new StringBuilder();
            for (int i = 0; i < count; i++) {
                hosts.add(connected(i));
                known.append(address(i)).append(' ').append(key);
            }
            Files.writeString(ssh.resolve("known_hosts"), known);
            for (int i = 1; i < count; i++) {
                servers.add(sshd(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void assumeItCanBe() {
        Host.assumeThereAre(
                "places on several hosts by ssh", "openssh-server iproute2 util-linux", List.of("sshd", "ssh-keygen"));
    }

    /** An address for documentation, which is nobody's. */
    static String address(int host) {
        return "192.0.2." + (host + 1);
    }

    Host host(int number) {
        return hosts.get(number);
    }

    private Host connected(int number) {
        Host host = new Host();
        network.run("ip", "link", "add", port(number), "type", "veth", "peer", "name", CABLE, "netns", "" + host.pid());
        network.run("ip", "link", "set", port(number), "master", "switch", "up");
        host.run("ip", "address", "add", address(number) + "/24", "dev", CABLE);
        host.run("ip", "link", "set", CABLE, "up");
        return host;
    }

    private static String port(int number) {
        return "port" + number;
    }

    private static void keygen(Path file) throws IOException {
        try {
            int status = new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new AssertionError("ssh-keygen gave status " + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Process sshd(int number) throws IOException {
        Path log = folder.resolve("sshd-" + number + ".log");
        Path config = Files.writeString(folder.resolve("sshd-" + number + ".conf"), """
            ListenAddress %s
            HostKey %s
            AuthorizedKeysFile %s
            StrictModes no
            UsePAM no
            PermitRootLogin yes
            PidFile none
            """.formatted(
                        address(number), folder.resolve("host_key"), folder.resolve("authorized_keys")));
        Process server = host(number).begin(SSHD, "-D", "-f", config.toString(), "-E", log.toString());
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(() -> !server.isAlive()
                        || Files.exists(log) && Files.readString(log).contains("Server listening"));
        if (!server.isAlive()) {
            throw new AssertionError("sshd has ended: " + Files.readString(log));
        }
        return server;
    }

    /** A configuration file with one place on each host; p0 is on the host with this number. */
    Path places(int from) throws IOException {
        StringBuilder text = new StringBuilder("selectorSystem {\n");
        for (int i = from; i < hosts.size(); i++) {
            text.append(i == from ? "  init " : i == from + 1 ? "  remote: [ " : "    ")
                    .append("{ place: p%d, hostname: %s, port: 5000, java: \"%s\", cache: \"%s\" }\n"
                            .formatted(i - from, address(i), System.getProperty("java.home"), cache(i)));
        }
        return Files.writeString(
                folder.resolve("places-" + from + ".conf"), text + (hosts.size() > from + 1 ? "  ]\n}\n" : "}\n"));
    }

    Path cache(int number) {
        return folder.resolve("cache-" + number);
    }

    /** A command on the first host. */
    Sojourn command(String... words) {
        List<String> command = Sojourn.command(words);
        command.add(1, "-Duser.home=" + folder.resolve("home"));
        Map<String, String> environment =
                Map.of("SOJOURN_RUNS", folder.resolve("runs").toString(), "SSH_AUTH_SOCK", "");
        return Sojourn.start(environment, host(0).inside(command));
    }

    void unplug(int number) {
        network.run("ip", "link", "set", port(number), "down");
    }

    /** The power of a host fails: what runs there ends at once, and nobody is told. */
    void fail(int number) {
        unplug(number);
        host(number).processes().forEach(ProcessHandle::destroyForcibly);
    }

    /** What runs of us on a host. */
    List<String> places(Host host) {
        return host.processes().stream()
                .map(each -> each.info().commandLine().orElse(""))
                .filter(each -> each.contains("PlaceMain"))
                .toList();
    }

    /** Waits until a host has nothing of us but staged files. */
    void awaitNothingLeft(int number) {
        awaitNoPlaces(number);
        Awaitility.await("no port left on host " + number)
                .atMost(Sojourn.PATIENCE)
                .until(() -> host(number).run("ss", "-Hltn").lines().allMatch(line -> line.contains(":22 ")));
    }

    void awaitNoPlaces(int number) {
        Awaitility.await("no place left on host " + number)
                .atMost(Sojourn.PATIENCE)
                .untilAsserted(() -> assertThat(places(host(number))).isEmpty());
    }

    @Override
    public void close() {
        servers.forEach(Process::destroyForcibly);
        hosts.forEach(host -> host.processes().forEach(ProcessHandle::destroyForcibly));
        hosts.forEach(Host::close);
        network.close();
    }
}
