package org.sojourn.net.membership;

import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sojourn.kernel.port.Bound;
import org.sojourn.net.link.Crowd;
import org.sojourn.net.link.Refusals;

/**
 * A server socket that hands out only links whose other end has proved that it knows the cluster secret.
 *
 * <p>It is bound when made, so that its port is known, and taken, before JGroups asks for it. Each new link gives its
 * proof on a thread of its own, so a silent stranger holds up nobody. As many as {@link Bound#UNPROVEN_CONNECTIONS} says do so at
 * once; a further one takes the place of one of them, so many strangers keep no peer out ({@link Crowd} has the arithmetic). What is refused is logged, ever more rarely
 * ({@link Refusals}).
 */
final class GuardedServerSocket extends ServerSocket {
    private static final System.Logger LOG = System.getLogger(GuardedServerSocket.class.getName());
    private static final int BACKLOG = 128;
    private static final int AT_ONCE = Bound.UNPROVEN_CONNECTIONS.intValue();

    /** A link that gives way keeps its thread for a moment. */
    private static final int THREADS = 2 * AT_ONCE;

    private final SecretProof proof;
    private final Refusals refusals = new Refusals(LOG);

    /** Guarded by itself. */
    private final Crowd<Socket> unproven = new Crowd<>(AT_ONCE, new SecureRandom()::nextLong);

    private final Thread acceptor;
    private final ThreadPoolExecutor provers;
    private final BlockingQueue<Socket> admitted = new LinkedBlockingQueue<>();
    private final AtomicBoolean accepting = new AtomicBoolean();

    GuardedServerSocket(InetSocketAddress address, SecretProof proof, ThreadFactory threads) throws IOException {
        super();
        this.proof = proof;
        acceptor = threads.newThread(this::acceptAll);
        provers = new ThreadPoolExecutor(0, THREADS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
        super.bind(address, BACKLOG);
    }

    /** Does nothing: the socket is bound already. */
    @Override
    public void bind(SocketAddress endpoint) {}

    /** Does nothing: the socket is bound already. */
    @Override
    public void bind(SocketAddress endpoint, int backlog) {}

    /** Returns the next link that has proved the secret. */
    @Override
    public Socket accept() throws IOException {
        if (accepting.compareAndSet(false, true)) {
            acceptor.start();
        }
        try {
            return admitted.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SocketException("interrupted while waiting for a link");
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        provers.shutdownNow();
        for (Socket link = admitted.poll(); link != null; link = admitted.poll()) {
            link.close();
        }
    }

    private void acceptAll() {
        while (!isClosed()) {
            try {
                take(super.accept());
            } catch (IOException e) {
                if (!isClosed()) {
                    refusals.refused("accepting a link on port " + describe(getLocalPort()) + " failed: " + e);
                }
            }
        }
    }

    private void take(Socket link) {
        Socket evicted;
        synchronized (unproven) {
            evicted = unproven.add(link);
        }
        if (evicted != null) {
            turnAway(evicted, AT_ONCE + " were giving their proof, which is the bound, when another one came");
        }
        try {
            provers.execute(() -> admit(link));
        } catch (RejectedExecutionException e) {
            proved(link);
            turnAway(link, THREADS + " threads hadn't ended yet, most of them of closed links, which is the bound");
        }
    }

    private void turnAway(Socket link, String why) {
        if (!isClosed()) {
            refusals.refused("link from " + describe(link) + " closed: " + why);
        }
        closeQuietly(link);
    }

    private void proved(Socket link) {
        synchronized (unproven) {
            unproven.remove(link);
        }
    }

    private void admit(Socket link) {
        try {
            proof.admit(link);
            admitted.add(link);
            if (isClosed()) {
                link.close();
            }
        } catch (IOException e) {
            // A link that its other end gave up is no news, nor is the last word of a place that has left.
            boolean isOrdinary = link.isClosed()
                    || e instanceof EOFException
                    || (e instanceof LinkRefusedException refused && refused.isOutForGood());
            String line = "link from " + describe(link) + " to port " + describe(getLocalPort()) + " closed: "
                    + e.getMessage();
            if (isOrdinary) {
                LOG.log(Level.DEBUG, line);
            } else {
                refusals.refused(line);
            }
            closeQuietly(link);
        } finally {
            proved(link);
        }
    }

    private static void closeQuietly(Socket link) {
        try {
            link.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing a refused link failed", e);
        }
    }

    private static String describe(Socket link) {
        return String.valueOf(link.getRemoteSocketAddress());
    }

    /** Keeps the log from printing a port with a thousands separator. */
    private static String describe(int port) {
        return Integer.toString(port);
    }
}
