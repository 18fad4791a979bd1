package org.sojourn.launch;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.sojourn.host.run.Inquiry;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Chance;
import org.sojourn.net.link.Crowd;
import org.sojourn.net.link.Refusals;

/**
 * Answers those who know a run's secret, on a port of this machine's own.
 *
 * <p>Any process of the machine can connect. So connections whose other end hasn't proved that it knows the secret are bounded, and
 * one of them, whichever chance picks, gives way to the next ({@link Crowd} says why): an honest asker proves itself within
 * milliseconds, and strangers who say nothing, however many, can't keep it out.
 *
 * <p>The desk stays open until it is closed. What fails for one connection costs that one; if none can be accepted, as when the process
 * has no file descriptor left, that is logged, ever more rarely ({@link Refusals}), and tried again a little later.
 */
final class Askers implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Askers.class.getName());

    /** So many connections may be without a proof. */
    static final int UNPROVEN = 64;

    /** So many who have proved themselves are answered at once; others wait. */
    private static final int ANSWERED = 8;

    /** So many may wait for an answer that may take as long as it takes, besides the others; more are turned away. */
    static final int PATIENT = 64;

    /** How long those who have asked are waited for at the end of the run. */
    private static final int SETTLE_MILLIS = 2_000;

    /** A listener that can accept nobody is left alone for so long. */
    private static final int AGAIN_MILLIS = 100;

    private final ServerSocket server;
    private final byte[] secret;
    private final Function<RunQuestion, RunState> state;
    private final Semaphore answered = new Semaphore(ANSWERED);
    private final Semaphore patient = new Semaphore(PATIENT);

    /** Who has proved itself and has no answer yet has one. */
    private final Semaphore open = new Semaphore(Integer.MAX_VALUE);

    private final Refusals refusals = new Refusals(LOG);

    /** Guarded by itself. */
    private final Crowd<Socket> unproven;

    Askers(byte[] secret, Function<RunQuestion, RunState> state) throws IOException {
        this(
                new ServerSocket(0, UNPROVEN, InetAddress.getLoopbackAddress()),
                new SecureRandom()::nextLong,
                secret,
                state);
    }

    Askers(ServerSocket server, Chance chance, byte[] secret, Function<RunQuestion, RunState> state) {
        this.server = server;
        this.unproven = new Crowd<>(UNPROVEN, chance);
        this.secret = secret;
        this.state = state;
    }

    int port() {
        return server.getLocalPort();
    }

    void start() {
        Thread.ofPlatform().daemon().name("sojourn-desk").start(this::accept);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                admit(server.accept());
            } catch (IOException
                    | OutOfMemoryError e) { // the latter is how a machine without room for a thread says so
                if (!server.isClosed()) {
                    refusals.refused("a command that asks about this run couldn't be let in; the next is tried in "
                            + AGAIN_MILLIS + " ms: " + e);
                    pause();
                }
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(AGAIN_MILLIS);
        } catch (InterruptedException e) {
            LOG.log(DEBUG, "the desk was interrupted", e);
        }
    }

    private void admit(Socket socket) {
        Socket evicted;
        synchronized (unproven) {
            evicted = unproven.add(socket);
        }
        if (evicted != null) {
            closeQuietly(evicted);
        }
        boolean started = false;
        try {
            Thread.ofPlatform().daemon().name("sojourn-asker").start(() -> answer(socket));
            started = true;
        } finally {
            if (!started) {
                forget(socket);
                closeQuietly(socket);
            }
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(DEBUG, "a connection that has to go could not be closed", e);
        }
    }

    private void answer(Socket socket) {
        AtomicBoolean isProven = new AtomicBoolean();
        try {
            Inquiry.answer(socket, secret, question -> {
                open.acquireUninterruptibly();
                isProven.set(true);
                return answer(socket, question);
            });
        } catch (IOException e) {
            LOG.log(DEBUG, "an asker went without an answer: {0}", e.getMessage());
        } finally {
            if (isProven.get()) {
                open.release();
            }
            forget(socket);
        }
    }

    private RunState answer(Socket proven, RunQuestion question) {
        forget(proven);
        if (question.isPatient() && !patient.tryAcquire()) {
            LOG.log(
                    WARNING,
                    "{0} commands wait for something in this run already; another one was turned away",
                    PATIENT);
            return new RunState(Map.of(), Map.of());
        }
        Semaphore kind = question.isPatient() ? patient : answered;
        if (kind == answered) {
            answered.acquireUninterruptibly();
        }
        try {
            return question.isPatient() ? patiently(proven, question) : state.apply(question);
        } finally {
            kind.release();
        }
    }

    /** Waits as long as the asker does: one that goes, as on Ctrl-C, has its connection closed, and this thread is interrupted then. */
    private RunState patiently(Socket socket, RunQuestion question) {
        Thread waits = Thread.currentThread();
        AtomicBoolean isOver = new AtomicBoolean();
        Thread.ofPlatform().daemon().name("sojourn-asker-gone").start(() -> {
            try {
                socket.setSoTimeout(0);
                while (socket.getInputStream().read() >= 0) {
                    LOG.log(DEBUG, "an asker that waits has sent more than its question");
                }
            } catch (IOException e) {
                LOG.log(DEBUG, "the connection of an asker that waits has ended: {0}", e.getMessage());
            }
            synchronized (isOver) {
                if (!isOver.get()) {
                    waits.interrupt();
                }
            }
        });
        try {
            return state.apply(question);
        } finally {
            synchronized (isOver) {
                isOver.set(true);
            }
        }
    }

    /** Waits until those have their answers who have asked, but not for long. */
    void settle() {
        try {
            if (!open.tryAcquire(Integer.MAX_VALUE, SETTLE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.log(DEBUG, "the run ends before every asker has its answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
