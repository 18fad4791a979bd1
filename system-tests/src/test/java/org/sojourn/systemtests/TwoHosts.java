package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Two hosts and the cable between them, over which a run is spread: the launcher and the places p0 and p1 on the left one, p2
 * and p3 on the right one.
 *
 * <p>Places listen on loopback only, and that is what the run is told and does. What goes to the loopback address at a port of the
 * other host's is sent over the cable by the kernel's address translation: the hosts take their ports from different ranges.
 * So the connections are those of the places, end to end, and meet whatever happens to packets on the cable. A place starts on
 * the right host because the launcher's {@code java.home} is a folder whose {@code java} sees to that.
 */
final class TwoHosts implements AutoCloseable {
    private static final String CABLE = "cable";
    private static final String LEFT = "192.0.2.1"; // addresses for documentation, which are nobody's
    private static final String RIGHT = "192.0.2.2";
    private static final String LEFT_PORTS = "20000-29999";
    private static final String RIGHT_PORTS = "30000-39999";

    final Host left = new Host();
    final Host right = new Host();

    /** What {@link #spread} has made, in the order in which it goes again. */
    private final Deque<Path> made = new ArrayDeque<>();

    TwoHosts() {
        left.run("ip", "link", "add", CABLE, "type", "veth", "peer", "name", CABLE, "netns", "" + right.pid());
        connect(left, LEFT, LEFT_PORTS, RIGHT, RIGHT_PORTS);
        connect(right, RIGHT, RIGHT_PORTS, LEFT, LEFT_PORTS);
    }

    private static void connect(Host host, String own, String ownPorts, String other, String otherPorts) {
        host.run("ip", "address", "add", own + "/24", "dev", CABLE);
        host.run("ip", "link", "set", CABLE, "up");
        host.run("sh", "-c", "echo " + ownPorts.replace('-', ' ') + " >/proc/sys/net/ipv4/ip_local_port_range");
        host.run("sh", "-c", "echo 1 >/proc/sys/net/ipv4/conf/all/route_localnet");
        host.nft("""
            table ip hosts {
              chain out {
                type nat hook output priority -100;
                ip daddr 127.0.0.1 tcp dport %3$s dnat to %2$s;
              }
              chain in {
                type nat hook prerouting priority -100;
                iifname "%5$s" tcp dport %4$s dnat to 127.0.0.1;
              }
              chain from {
                type nat hook postrouting priority 100;
                oifname "%5$s" snat to %1$s;
              }
            }
            """.formatted(own, other, otherPorts, ownPorts, CABLE));
    }

    /** The command of a run, made such that it is spread over both. */
    List<String> spread(Path folder, List<String> command) {
        try {
            Path home = Files.createTempDirectory(folder, "java");
            made.push(home);
            Path real = Path.of(System.getProperty("java.home"));
            try (Stream<Path> entries = Files.list(real)) {
                for (Path entry : entries.filter(each -> !each.endsWith("bin")).toList()) {
                    made.push(Files.createSymbolicLink(home.resolve(entry.getFileName()), entry));
                }
            }
            made.push(Files.createDirectory(home.resolve("bin")));
            Path java = home.resolve("bin/java");
            made.push(java);
            Files.writeString(java, """
                #!/bin/sh
                case $SOJOURN_PLACE in
                  2 | 3) exec %s "$@" ;;
                  *) exec %s "$@" ;;
                esac
                """.formatted(String.join(" ", right.inside(List.of(Sojourn.JAVA))), Sojourn.JAVA));
            Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
            List<String> spread = new ArrayList<>(command);
            spread.add(1, "-Djava.home=" + home);
            return left.inside(spread);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each packet that comes over the cable, either way, is lost with this probability. */
    void lose(int percent) {
        for (Host host : List.of(left, right)) {
            drop(host, "numgen random mod 100 < " + percent);
        }
    }

    /** Nothing comes over the cable to this host; what it sends arrives. */
    void deafen(Host host) {
        drop(host, "");
    }

    private static void drop(Host host, String which) {
        host.nft("""
            table ip wire {
              chain in {
                type filter hook prerouting priority -350;
                iifname "%s" %s drop;
              }
            }
            """.formatted(CABLE, which));
    }

    /** Packets arrive again. */
    void heal() {
        for (Host host : List.of(left, right)) {
            host.nft("add table ip wire\ndelete table ip wire\n");
        }
    }

    void unplug() {
        left.run("ip", "link", "set", CABLE, "down");
    }

    void plug() {
        left.run("ip", "link", "set", CABLE, "up");
    }

    /** So many kilobits in a second go over the cable, each way. */
    void narrow(int kilobits) {
        for (Host host : List.of(left, right)) {
            host.run(
                    "tc",
                    "qdisc",
                    "add",
                    "dev",
                    CABLE,
                    "root",
                    "tbf",
                    "rate",
                    kilobits + "kbit",
                    "burst",
                    "16kb",
                    "latency",
                    "200ms");
        }
    }

    void widen() {
        for (Host host : List.of(left, right)) {
            host.run("tc", "qdisc", "del", "dev", CABLE, "root");
        }
    }

    @Override
    public void close() {
        left.close();
        right.close();
        try {
            for (Path each : made) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
