package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * Takes the connections at a launcher's port. Each has a thread of its own while it is opened, so that a slow stranger keeps no place
 * waiting. If there is no room for a newcomer, one of those that are being opened is closed, whichever chance picks: nothing tells a
 * place from a stranger before it has shown its ticket, and with the newcomers turned away idle strangers would keep all places out.
 * One that isn't opened within {@link Bound#CONTROL_HANDSHAKE_MILLIS} is closed.
 */
public final class Door {
    /** So many connections may be opening at once. */
    static final int ROOM = 64;

    private static final System.Logger LOG = System.getLogger(Door.class.getName());

    /** After a connection that couldn't be accepted; what it lacked, such as a free file descriptor, may be there again then. */
    private static final long PAUSE_MILLIS = 100;

    private final ServerSocket server;
    private final Consumer<Socket> open;

    private final long openMillis;

    /** A connection that is being opened, and what is done when it needs no room any more. */
    private record Opening(Socket socket, CompletableFuture<@Nullable Void> left) {}

    /** Guarded by itself. */
    private final List<Opening> opening = new ArrayList<>();

    /**
     * Nobody comes in yet.
     *
     * @param server where connections come
     * @param open opens one, on a thread of its own
     */
    public Door(ServerSocket server, Consumer<Socket> open) {
        this(server, open, Bound.CONTROL_HANDSHAKE_MILLIS.value());
    }

    Door(ServerSocket server, Consumer<Socket> open, long openMillis) {
        this.server = server;
        this.open = open;
        this.openMillis = openMillis;
    }

    /** Takes connections until the server socket is closed: nothing else ends this. */
    public void accept() {
        long failures = 0;
        while (!server.isClosed()) {
            try {
                enter(server.accept());
            } catch (IOException | OutOfMemoryError e) {
                failures++;
                if (!server.isClosed() && Long.bitCount(failures) == 1) {
                    LOG.log(
                            WARNING,
                            "the launcher couldn''t accept a connection, for the {0}. time: {1}",
                            failures,
                            e.getMessage());
                }
                pause();
            }
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void enter(Socket socket) {
        synchronized (opening) {
            if (opening.size() >= ROOM) {
                Opening evicted = opening.remove(ThreadLocalRandom.current().nextInt(opening.size()));
                evicted.left.complete(null);
                closeQuietly(evicted.socket);
            }
            opening.add(new Opening(socket, bounded(socket)));
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        open.accept(socket);
                    } finally {
                        leave(socket);
                    }
                },
                "sojourn-open");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // there is no thread for it
            leave(socket);
            closeQuietly(socket);
            throw e;
        }
    }

    /**
     * A connection has shown its ticket, or is closed: it takes up no room.
     *
     * @param socket the connection
     */
    public void leave(Socket socket) {
        synchronized (opening) {
            opening.removeIf(each -> {
                boolean isIt = each.socket == socket;
                if (isIt) {
                    each.left.complete(null);
                }
                return isIt;
            });
        }
    }

    /** For each read there is a bound, too; a stranger that sends a byte now and then would never meet that one. */
    private CompletableFuture<@Nullable Void> bounded(Socket socket) {
        CompletableFuture<@Nullable Void> left = new CompletableFuture<>();
        left.orTimeout(openMillis, TimeUnit.MILLISECONDS).exceptionally(late -> {
            closeQuietly(socket);
            return null;
        });
        return left;
    }

    /**
     * Closes a connection that nobody needs.
     *
     * @param socket the connection
     */
    public static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(DEBUG, "a refused connection could not be closed", e);
        }
    }
}
