package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.join.JoinDoor;
import org.sojourn.host.join.Program;
import org.sojourn.host.join.Surroundings;
import org.sojourn.host.join.Token;
import org.sojourn.host.join.Wish;
import org.sojourn.host.place.Networks;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.OwnersFolder;
import org.sojourn.host.run.RunLog;
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
    private final @Nullable Token token;
    private final RunsFolder.@Nullable Left left;
    private volatile @Nullable SlurmStarter slurm;

    private Gate(
            String host,
            String classPath,
            Network.@Nullable Authority authority,
            @Nullable JoinDoor door,
            @Nullable Token token,
            RunsFolder.@Nullable Left left) {
        this.host = host;
        this.classPath = classPath;
        this.authority = authority;
        this.door = door;
        this.token = token;
        this.left = left;
    }

    /** Of a run that only its launcher's children are places of. */
    static Gate none(String classPath) {
        return new Gate(Launcher.LOOPBACK, classPath, null, null, null, null);
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
            return new Gate(host.getHostAddress(), program.classPath(), authority, door, token, left);
        } catch (IOException e) {
            if (left != null) {
                left.close();
            }
            throw new Usage("--listen " + at + ": " + e.getMessage());
        }
    }

    /** This machine's address, as others may know it, and any port. */
    static HostPort here() {
        try {
            InetAddress own = InetAddress.getLocalHost();
            if (!own.isLoopbackAddress()) {
                return new HostPort(own.getHostAddress(), 0);
            }
            List<InetAddress> known = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
                    .toList();
            if (known.size() == 1) {
                return new HostPort(known.get(0).getHostAddress(), 0);
            }
            throw new Usage("this machine's name stands for " + own.getHostAddress()
                    + ", which no other machine reaches, and it has the addresses " + known
                    + "; say by --listen ADDRESS:0 where tasks reach it");
        } catch (UnknownHostException | SocketException e) {
            throw new Usage("this machine's address isn't known (" + e.getMessage()
                    + "); say by --listen ADDRESS:0 where tasks reach it");
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
        return new Starter.Plan(member, host, port, classPath, javaOptions, identity(member), false, 0);
    }

    /** A place of any machine. */
    Starter.Plan plan(Member member, String at, int workers) {
        return new Starter.Plan(member, at, 0, "", List.of(), identity(member), false, workers);
    }

    private Network.@Nullable Identity identity(Member member) {
        return authority == null ? null : authority.identity(member.place());
    }

    /** Has tasks of Slurm come in, so many at first. */
    SlurmStarter slurm(int first, @Nullable File directory, boolean outputToError, @Nullable RunLog kept) {
        if (token == null) {
            throw new IllegalStateException("tasks need a door to come to");
        }
        SlurmStarter made = new SlurmStarter(first, address(), token, directory, outputToError, kept);
        slurm = made;
        return made;
    }

    /**
     * Lets in those who come.
     *
     * @param keeps what their places print; null if nobody does
     */
    void open(Launcher places, Comings comings, @Nullable RunLog keeps) {
        if (door != null) {
            door.open(places::line, (wish, by) -> arrives(comings, wish, by), keeps);
        }
    }

    private CompletableFuture<Member> arrives(Comings comings, Wish wish, Starter by) throws IOException {
        check(wish.host());
        SlurmStarter tasks = slurm;
        if (tasks != null && tasks.comes(wish.place(), by)) {
            return new CompletableFuture<>(); // whoever awaits it is told
        }
        return comings.arrives(wish.place(), member -> plan(member, wish.host(), wish.workers()), by);
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
        SlurmStarter tasks = slurm;
        if (tasks != null) {
            tasks.close();
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
