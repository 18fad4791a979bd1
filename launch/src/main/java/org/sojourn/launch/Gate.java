package org.sojourn.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.join.JoinDoor;
import org.sojourn.host.join.Program;
import org.sojourn.host.join.Surroundings;
import org.sojourn.host.join.Token;
import org.sojourn.host.place.Networks;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.OwnersFolder;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/**
 * By what places of other shells and machines come to a run, and what all its places have for that: an address that they can reach, a
 * certificate, and a program of files only. A run that nobody else can join has none of it, and its places listen on loopback.
 */
final class Gate implements AutoCloseable {
    private static final Duration CERTIFIED = Duration.ofDays(Bound.CERTIFICATE_DAYS.value());

    private final String host;
    private final String classPath;
    private final Network.@Nullable Authority authority;
    private final @Nullable JoinDoor door;
    private final RunsFolder.@Nullable Left left;

    private Gate(
            String host,
            String classPath,
            Network.@Nullable Authority authority,
            @Nullable JoinDoor door,
            RunsFolder.@Nullable Left left) {
        this.host = host;
        this.classPath = classPath;
        this.authority = authority;
        this.door = door;
        this.left = left;
    }

    /** Of a run that only its launcher's children are places of. */
    static Gate none(String classPath) {
        return new Gate(Launcher.LOOPBACK, classPath, null, null, null);
    }

    /**
     * Listens. Whoever comes waits until the run has begun.
     *
     * @param at where
     * @param classPath of the program
     * @param surroundings what all places have around them
     */
    static Gate at(HostPort at, String classPath, Surroundings surroundings) {
        InetAddress host = address(at);
        RunsFolder.Left left = null;
        try {
            left = RunsFolder.ofUser().left(ProcessHandle.current().pid());
            Program program = Program.of(classPath, left.folder());
            Network.Authority authority = Networks.find().authority(CERTIFIED);
            Token token = Token.fresh(authority.pin());
            Files.writeString(
                    Files.createFile(left.token(), OwnersFolder.FILE), token.text() + "\n", StandardOpenOption.WRITE);
            JoinDoor door = new JoinDoor(host, at.port(), authority, token, program, surroundings);
            return new Gate(host.getHostAddress(), program.classPath(), authority, door, left);
        } catch (IOException e) {
            if (left != null) {
                left.close();
            }
            throw new Usage("--listen " + at + ": " + e.getMessage());
        }
    }

    private static InetAddress address(HostPort at) {
        InetAddress host;
        try {
            host = InetAddress.getByName(at.host());
        } catch (UnknownHostException e) {
            throw new Usage("--listen " + at + ": this machine knows no host " + at.host());
        }
        if (host.isAnyLocalAddress()) {
            throw new Usage(
                    "--listen " + at + ": places listen at that address too and tell it to others; name the one of"
                            + " this machine's addresses by which others reach it");
        }
        return host;
    }

    /** A place of this machine. */
    Starter.Plan plan(Member member, int port, List<String> javaOptions) {
        return new Starter.Plan(member, host, port, classPath, javaOptions, identity(member), false);
    }

    /** A place of any machine. */
    Starter.Plan plan(Member member, String at) {
        return new Starter.Plan(member, at, 0, "", List.of(), identity(member), false);
    }

    private Network.@Nullable Identity identity(Member member) {
        return authority == null ? null : authority.identity(member.place());
    }

    /** Lets in those who come. */
    void open(Launcher places, Comings comings) {
        if (door != null) {
            door.open(places::line, (place, at, by) -> {
                check(at);
                return comings.arrives(place, member -> plan(member, at), by);
            });
        }
    }

    private void check(String at) {
        boolean isOpen = !Network.EndpointSettings.isLoopback(host);
        if (isOpen && Network.EndpointSettings.isLoopback(at)) {
            throw new IllegalStateException("its place would listen at " + at
                    + ", which no other machine reaches; name another address of its machine by --host");
        }
    }

    /** Where it listens; empty if it doesn't. */
    String address() {
        return door == null ? "" : new HostPort(host, door.port()).toString();
    }

    /** Nobody comes in any more, and nothing is left in the folder of runs. Idempotent. */
    @Override
    public void close() {
        if (door != null) {
            door.close();
        }
        if (left != null) {
            left.close();
        }
    }

    /** What is to be typed to join a run. */
    static String command(String address, Path token) {
        return "./sojourn place --join " + address + " --token-file " + token;
    }

    /** Says by standard error how others join. */
    void say() {
        if (left != null) {
            System.err.println("sojourn: places join by " + command(address(), left.token()));
        }
    }
}
