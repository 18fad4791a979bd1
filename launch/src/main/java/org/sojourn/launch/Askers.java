package org.sojourn.launch;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.sojourn.host.local.Inquiry;
import org.sojourn.host.local.RunQuestion;
import org.sojourn.host.local.RunState;

/**
 * Answers those who know a run's secret, on a port of this machine's own.
 *
 * <p>Any process of the machine can connect. So connections whose other end hasn't proved that it knows the secret are bounded, and the
 * oldest of them gives way to the next: an honest asker proves itself within milliseconds, and strangers who say nothing, however
 * many, can't keep it out.
 */
final class Askers implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Askers.class.getName());

    /** So many connections may be without a proof. */
    static final int UNPROVEN = 64;

    /** So many who have proved themselves are answered at once; others wait. */
    private static final int ANSWERED = 8;

    private final ServerSocket server;
    private final byte[] secret;
    private final Function<RunQuestion, RunState> state;
    private final Semaphore answered = new Semaphore(ANSWERED);

    /** The oldest first. Guarded by itself. */
    private final Set<Socket> unproven = new LinkedHashSet<>();

    Askers(byte[] secret, Function<RunQuestion, RunState> state) throws IOException {
        this.secret = secret;
        this.state = state;
        this.server = new ServerSocket(0, UNPROVEN, InetAddress.getLoopbackAddress());
    }

    int port() {
        return server.getLocalPort();
    }

    void start() {
        Thread.ofPlatform().daemon().name("sojourn-desk").start(this::accept);
    }

    private void accept() {
        try (server) {
            while (true) {
                Socket socket = server.accept();
                admit(socket);
                Thread.ofPlatform().daemon().name("sojourn-asker").start(() -> answer(socket));
            }
        } catch (IOException e) {
            LOG.log(DEBUG, "nobody answers for this run any more: {0}", e.getMessage());
        }
    }

    private void admit(Socket socket) throws IOException {
        synchronized (unproven) {
            if (unproven.size() == UNPROVEN) {
                Iterator<Socket> oldest = unproven.iterator();
                oldest.next().close();
                oldest.remove();
            }
            unproven.add(socket);
        }
    }

    private void answer(Socket socket) {
        try {
            Inquiry.answer(socket, secret, question -> answer(socket, question));
        } catch (IOException e) {
            LOG.log(DEBUG, "an asker went without an answer: {0}", e.getMessage());
        } finally {
            forget(socket);
        }
    }

    private RunState answer(Socket proven, RunQuestion question) {
        forget(proven);
        answered.acquireUninterruptibly();
        try {
            return state.apply(question);
        } finally {
            answered.release();
        }
    }

    private void forget(Socket socket) {
        synchronized (unproven) {
            unproven.remove(socket);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            LOG.log(DEBUG, "the desk could not be closed", e);
        }
    }
}
