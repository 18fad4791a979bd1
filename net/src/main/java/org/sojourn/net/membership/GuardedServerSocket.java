package org.sojourn.net.membership;

import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server socket that hands out only links whose other end has proved that it knows the cluster secret.
 *
 * <p>It is bound when made, so that its port is known, and taken, before JGroups asks for it. Each new link gives its
 * proof on a thread of its own, at most {@value #AT_ONCE} at once: a silent stranger holds up nobody.
 */
final class GuardedServerSocket extends ServerSocket {
    private static final System.Logger LOG = System.getLogger(GuardedServerSocket.class.getName());
    private static final int BACKLOG = 128;
    private static final int AT_ONCE = 32;

    private final SecretProof proof;
    private final Thread acceptor;
    private final ThreadPoolExecutor provers;
    private final BlockingQueue<Socket> admitted = new LinkedBlockingQueue<>();
    private final AtomicBoolean accepting = new AtomicBoolean();

    GuardedServerSocket(InetSocketAddress address, SecretProof proof, ThreadFactory threads) throws IOException {
        super();
        this.proof = proof;
        acceptor = threads.newThread(this::acceptAll);
        provers = new ThreadPoolExecutor(0, AT_ONCE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
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
                Socket link = super.accept();
                try {
                    provers.execute(() -> admit(link));
                } catch (RejectedExecutionException e) {
                    LOG.log(
                            Level.WARNING,
                            "link from {0} closed: {1} others are giving their proof",
                            describe(link),
                            AT_ONCE);
                    link.close();
                }
            } catch (IOException e) {
                if (!isClosed()) {
                    LOG.log(
                            Level.WARNING,
                            "accepting a link on port {0} failed: {1}",
                            describe(getLocalPort()),
                            e.toString());
                }
            }
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
            boolean ordinary =
                    e instanceof EOFException || (e instanceof LinkRefusedException refused && refused.isOutForGood());
            Level level = ordinary ? Level.DEBUG : Level.WARNING;
            LOG.log(
                    level,
                    "link from {0} to port {1} closed: {2}",
                    describe(link),
                    describe(getLocalPort()),
                    e.getMessage());
            try {
                link.close();
            } catch (IOException closing) {
                LOG.log(Level.DEBUG, "closing a refused link failed", closing);
            }
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
