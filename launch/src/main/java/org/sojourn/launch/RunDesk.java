package org.sojourn.launch;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.sojourn.host.local.Inquiry;
import org.sojourn.host.local.RunQuestion;
import org.sojourn.host.local.RunState;
import org.sojourn.host.local.Secret;

/**
 * Answers {@code ./sojourn status}, {@code get} and {@code drain} for one run, which is listed among this user's until this is closed.
 *
 * <p>A run doesn't depend on it: if the folder can't be used, that is logged and the run goes on unlisted.
 */
final class RunDesk implements RunsFolder.Listing {
    private static final System.Logger LOG = System.getLogger(RunDesk.class.getName());

    /** So many may ask at once; others are turned away. */
    private static final int ASKERS = 8;

    private final ServerSocket server;
    private final byte[] secret = Secret.fresh();
    private final Function<RunQuestion, RunState> state;
    private final Semaphore askers = new Semaphore(ASKERS);
    private final RunsFolder.Listing listing;

    private RunDesk(RunsFolder folder, String program, Function<RunQuestion, RunState> state) throws IOException {
        this.state = state;
        this.server = new ServerSocket(0, ASKERS, InetAddress.getLoopbackAddress());
        try {
            folder.runs(); // removes what is left of others
            this.listing = folder.list(new RunsFolder.Listed(
                    ProcessHandle.current().pid(), program, Instant.now(), server.getLocalPort(), secret));
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Lists a run and answers for it.
     *
     * @param program what was typed
     * @param state says how the run is; gets what is asked
     * @return to be closed when the run is over
     */
    static RunsFolder.Listing open(String program, Function<RunQuestion, RunState> state) {
        try {
            RunDesk desk = new RunDesk(RunsFolder.ofUser(), program, state);
            Thread.ofPlatform().daemon().name("sojourn-desk").start(desk::accept);
            return desk;
        } catch (IOException e) {
            LOG.log(WARNING, "./sojourn status won''t show this run: {0}", e.getMessage());
            return () -> {};
        }
    }

    private void accept() {
        try (server) {
            while (true) {
                Socket socket = server.accept();
                if (askers.tryAcquire()) {
                    Thread.ofPlatform().daemon().name("sojourn-asker").start(() -> {
                        answer(socket);
                        askers.release();
                    });
                } else {
                    socket.close();
                }
            }
        } catch (IOException e) {
            LOG.log(DEBUG, "nobody answers for this run any more: {0}", e.getMessage());
        }
    }

    private void answer(Socket socket) {
        try {
            Inquiry.answer(socket, secret, state);
        } catch (IOException e) {
            LOG.log(DEBUG, "an asker went without an answer: {0}", e.getMessage());
        }
    }

    @Override
    public void close() {
        listing.close();
        try {
            server.close();
        } catch (IOException e) {
            LOG.log(DEBUG, "the desk could not be closed", e);
        }
    }
}
