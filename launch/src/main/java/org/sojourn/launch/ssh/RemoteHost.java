package org.sojourn.launch.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * A machine that is reached by ssh, and the connections to it. The first one carries the lines of its places to their launcher; since
 * sshd allows ten channels of a connection by default, there are more connections if many places live there.
 *
 * <p>If the connections are lost, so are the places behind them. Whoever starts another place there connects anew: the machine may be
 * back, with an empty disk, so it is asked again what it has.
 */
final class RemoteHost implements AutoCloseable {
    private static final int MOST_CHANNELS = Bound.SSH_CONNECTION_PLACES.intValue();
    private static final Duration KILL = Duration.ofSeconds(Bound.STATUS_ANSWER_SECONDS.value());
    private static final String LOOPBACK = "127.0.0.1";

    /** A connection, and how many places use it. */
    private static final class Connection {
        final ClientSession session;

        /** Given back by the thread that reads the connection, which must never wait for the lock of whoever opens another channel. */
        final AtomicInteger places = new AtomicInteger();

        Connection(ClientSession session) {
            this.session = session;
        }
    }

    private final Machine machine;
    private final Login login;
    private final Cargo cargo;
    private final int leastJava;
    private final PrintStream progress;

    /** Guarded by this, as what follows. */
    private final List<Connection> connections = new ArrayList<>();

    /** Ports there by the ports here to which they lead. */
    private final Map<Integer, Integer> ports = new HashMap<>();

    private @Nullable Probe probe;
    private boolean isClosed;

    RemoteHost(Machine machine, Login login, Cargo cargo, int leastJava, PrintStream progress) {
        this.machine = machine;
        this.login = login;
        this.cargo = cargo;
        this.leastJava = leastJava;
        this.progress = progress;
    }

    Machine machine() {
        return machine;
    }

    /**
     * Sees to it that there is a connection, and that all that places need is there.
     *
     * @throws IOException if that isn't possible; a sentence that names the host
     */
    synchronized Probe open() throws IOException {
        connections.removeIf(each -> !each.session.isOpen());
        Probe known = probe;
        if (!connections.isEmpty() && known != null) {
            return known;
        }
        ports.clear();
        ClientSession session = connect().session;
        Probe asked = Probe.of(machine, session, cargo.pieces(), leastJava);
        Staging.bring(machine, session, asked, cargo.pieces(), progress);
        probe = asked;
        return asked;
    }

    private Connection connect() throws IOException {
        if (isClosed) {
            throw new IOException("the run ends, and " + machine + " isn't needed any more");
        }
        Connection made = new Connection(login.at(machine));
        connections.add(made);
        return made;
    }

    /** The Java there, of a machine that was opened. */
    synchronized String java() {
        return Objects.requireNonNull(probe).java();
    }

    /** The address of this machine as seen on the way to that one. */
    synchronized String addressHere() throws IOException {
        open();
        return connections.get(0).session.getIoSession().getLocalAddress() instanceof InetSocketAddress here
                ? here.getAddress().getHostAddress()
                : LOOPBACK;
    }

    /** The port there that leads to a port of this machine. */
    synchronized int leadingTo(int port) throws IOException {
        open();
        Integer known = ports.get(port);
        if (known != null) {
            return known;
        }
        ClientSession session = connections.get(0).session;
        try {
            int there = session.startRemotePortForwarding(
                            new SshdSocketAddress(LOOPBACK, 0), new SshdSocketAddress(LOOPBACK, port))
                    .getPort();
            List<Integer> stale = List.copyOf(ports.values());
            ports.clear();
            ports.put(port, there);
            for (int each : stale) { // lines that are open stay so
                session.stopRemotePortForwarding(new SshdSocketAddress(LOOPBACK, each));
            }
            return there;
        } catch (IOException e) {
            throw new IOException(
                    machine
                            + (session.isOpen()
                                    ? " forbids to forward a port, by which its places reach their launcher; its sshd"
                                            + " has to allow it (AllowTcpForwarding remote, or yes, and no"
                                            + " DisableForwarding)"
                                    : " has ended the connection"),
                    e);
        }
    }

    /** Opens a channel for a place, on a connection that has room. */
    synchronized ChannelExec channel(InputStream input) throws IOException {
        open();
        for (Connection each : connections) {
            if (each.places.get() < MOST_CHANNELS) {
                try {
                    return channel(each, input);
                } catch (SshChannelOpenException e) {
                    each.places.addAndGet(MOST_CHANNELS); // its sshd allows fewer
                }
            }
        }
        return channel(connect(), input);
    }

    private ChannelExec channel(Connection on, InputStream input) throws IOException {
        ChannelExec channel = on.session.createExecChannel(Shell.COMMAND);
        channel.setIn(input);
        try {
            channel.open().verify(Login.PATIENCE);
        } catch (IOException e) {
            channel.close(true);
            Throwable cause = e.getCause();
            if (cause instanceof SshChannelOpenException refused) {
                throw refused;
            }
            throw e;
        }
        on.places.incrementAndGet();
        channel.addCloseFutureListener(closed -> on.places.decrementAndGet());
        return channel;
    }

    /**
     * Ends a process there by force. If that can't be had done, the connection is closed instead: what is behind it ends by itself.
     *
     * @param channel that of the process
     * @param pid its number there
     */
    void kill(ChannelExec channel, long pid) {
        ClientSession session = (ClientSession) channel.getSession();
        try {
            Shell.Done done = Shell.run(session, "kill -9 " + pid, InputStream.nullInputStream(), KILL);
            if (done.status() >= 0) {
                return;
            }
        } catch (SshChannelOpenException e) {
            // It has as many channels as it may have.
        } catch (IOException e) {
            session.close(true);
            return;
        }
        if (channel.isOpen()) {
            channel.close(true);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        connections.forEach(each -> each.session.close(true));
        connections.clear();
    }
}
