package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A machine of its own, as far as the network goes: a network namespace of Linux. It is held by a process that reads what this JVM
 * never writes, and so ends with this JVM, however that ends. With the last process in it the namespace ends, and with that
 * all that was set up in it.
 */
final class Host implements AutoCloseable {
    private final Process holder;

    Host() {
        Path own = Path.of("/proc/self/ns/net");
        holder = start(List.of("unshare", "--net", "cat"));
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .until(() -> !holder.isAlive() || !link(own).equals(link(file())));
        run("ip", "link", "set", "lo", "up");
    }

    /** Skips a test of a bad network, and says why, unless there is what it takes to make hosts and to use these commands. */
    static void assumeThereAre(String... commands) {
        assumeThereAre("what a bad network does to a run", "iproute2 nftables util-linux", List.of(commands));
    }

    /**
     * Skips a test, and says why, unless there is what it takes to make hosts and to use these commands.
     *
     * @param tested what it tests
     * @param packages what has the commands
     */
    static void assumeThereAre(String tested, String packages, List<String> commands) {
        List<String> missing = new ArrayList<>();
        for (String command : Stream.concat(Stream.of("unshare", "nsenter", "ip"), commands.stream())
                .toList()) {
            boolean isThere = Arrays.stream(System.getenv("PATH").split(":", -1))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
            if (!isThere) {
                missing.add("the command " + command);
            }
        }
        if (missing.isEmpty() && status("unshare", "--net", "true") != 0) {
            missing.add("the right to make a network namespace, which root has");
        }
        String sentence = "NOT TESTED: " + tested + ". This machine lacks " + String.join(", ", missing)
                + "; on Debian, as root: apt-get install " + packages;
        if (!missing.isEmpty()) {
            System.err.println(sentence);
        }
        Assumptions.assumeTrue(missing.isEmpty(), sentence);
    }

    /** The process in which the namespace lives. */
    long pid() {
        return holder.pid();
    }

    /** The command that does the same on this host. */
    List<String> inside(List<String> command) {
        List<String> inside = new ArrayList<>(List.of("nsenter", "--net=" + file()));
        inside.addAll(command);
        return inside;
    }

    /** Starts a command on this host that goes on; it has to be ended. */
    Process begin(String... command) {
        return start(inside(List.of(command)));
    }

    /** What runs on this host, but for what holds it. */
    List<ProcessHandle> processes() {
        try {
            Path own = link(file());
            return ProcessHandle.allProcesses()
                    .filter(each -> each.pid() != holder.pid() && isIn(own, each))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isIn(Path namespace, ProcessHandle process) {
        try {
            return link(Path.of("/proc/" + process.pid() + "/ns/net")).equals(namespace);
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    /** Runs a command on this host; what it prints. */
    String run(String... command) {
        return fed("", command);
    }

    /** Gives rules to the filter of packets on this host. */
    void nft(String rules) {
        fed(rules, "nft", "-f", "-");
    }

    private String fed(String input, String... command) {
        Process process = start(inside(List.of(command)));
        try {
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (status(process) != 0) {
                throw new AssertionError(List.of(command) + " on a host of its own: " + printed);
            }
            return printed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int status(String... command) {
        return status(start(List.of(command)));
    }

    private static int status(Process process) {
        try {
            if (!process.waitFor(Sojourn.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("a command took longer than " + Sojourn.PATIENCE);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Path file() {
        return Path.of("/proc/" + holder.pid() + "/ns/net");
    }

    private static Path link(Path file) throws IOException {
        return Files.readSymbolicLink(file);
    }

    @Override
    public void close() {
        holder.destroyForcibly();
        status(holder);
    }
}
