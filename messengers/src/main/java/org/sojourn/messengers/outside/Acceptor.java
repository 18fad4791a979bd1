package org.sojourn.messengers.outside;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sojourn.host.run.OwnersFolder;

/**
 * Takes the connections at a place's socket. Each client has a virtual thread of its own. Beyond {@link OutsideBound#CLIENTS} of them a newcomer is told
 * so and closed: whoever can come here is the same user, so there is nobody to be kept out but by mistake.
 */
final class Acceptor implements AutoCloseable {
    static final int MOST = OutsideBound.CLIENTS.intValue();

    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());

    /** What the system has room for in the address of a socket. */
    private static final int MOST_PATH_BYTES = 107;

    /** After a connection that couldn't be accepted; what it lacked, such as a free file descriptor, may be there again then. */
    private static final long PAUSE_MILLIS = 100;

    /** So long clients may take to read that the run is over. */
    private static final long FAREWELL_NANOS = TimeUnit.MILLISECONDS.toNanos(OutsideBound.FAREWELL.value());

    private final Path path;
    private final ServerSocketChannel server;

    /** Guarded by itself. */
    private final Map<Integer, Client> clients = new HashMap<>();

    private Acceptor(Path path, ServerSocketChannel server) {
        this.path = path;
        this.server = server;
    }

    /** Makes the socket. Nobody comes in yet. One of that name, which a killed process with this one's number has left, is replaced. */
    static Acceptor open(Path path) throws IOException {
        int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_PATH_BYTES) {
            throw new IOException("the socket " + path + " has a path of " + bytes + " bytes; the system takes at most "
                    + MOST_PATH_BYTES + ". Name a folder with a shorter one by " + OwnersFolder.RUNS);
        }
        Files.deleteIfExists(path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path));
            Files.setPosixFilePermissions(path, OwnersFolder.FILE.value());
        } catch (IOException e) {
            server.close();
            Files.deleteIfExists(path);
            throw e;
        }
        return new Acceptor(path, server);
    }

    void start(Hatch hatch) {
        Thread.ofPlatform()
                .daemon()
                .name("sojourn-outside-" + hatch.identity().place())
                .start(() -> accept(hatch));
    }

    private void accept(Hatch hatch) {
        int last = 0;
        long failures = 0;
        while (server.isOpen()) {
            try {
                enter(hatch, server.accept(), ++last);
            } catch (IOException | OutOfMemoryError e) {
                failures++;
                if (server.isOpen() && Long.bitCount(failures) == 1) {
                    LOG.log(
                            WARNING,
                            "{0} couldn''t accept a connection (failure {1} of that kind): {2}",
                            path,
                            failures,
                            e.getMessage());
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void enter(Hatch hatch, SocketChannel channel, int number) throws IOException {
        Client client = new Client(hatch, number, channel);
        synchronized (clients) {
            if (clients.size() < MOST && server.isOpen()) {
                clients.put(number, client);
                hatch.exchange().came(number);
            } else {
                client = null;
            }
        }
        if (client == null) {
            turnAway(channel);
            return;
        }
        Client its = client;
        Thread.ofVirtual().name("sojourn-" + its).start(() -> serve(its));
    }

    private void serve(Client client) {
        try {
            client.run();
        } finally {
            synchronized (clients) {
                clients.remove(client.number());
                clients.notifyAll();
            }
        }
    }

    /** The socket of a newcomer has room for a line. */
    private static void turnAway(SocketChannel channel) throws IOException {
        try (channel) {
            channel.configureBlocking(false);
            channel.write(ByteBuffer.wrap(("refused there are " + MOST
                            + " clients, which is the most that a place has; come again when one has gone\n")
                    .getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** {@return how many clients are connected} */
    int count() {
        synchronized (clients) {
            return clients.size();
        }
    }

    /** Closes the socket and all connections, and removes the socket's file. Clients hear that the run is over, if they read. */
    @Override
    public void close() throws IOException {
        server.close();
        synchronized (clients) {
            clients.values().forEach(Client::end);
            await();
            clients.values().forEach(Client::close);
        }
        Files.deleteIfExists(path);
    }

    /** Until all have heard it, or for a while: one may not read. */
    private void await() {
        long until = System.nanoTime() + FAREWELL_NANOS;
        try {
            for (long left = FAREWELL_NANOS; !clients.isEmpty() && left > 0; left = until - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(clients, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
