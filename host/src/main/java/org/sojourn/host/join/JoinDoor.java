package org.sojourn.host.join;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Door;
import org.sojourn.host.run.LauncherAddress;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.host.run.Wire;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/**
 * Where other machines come to a launcher: by TLS 1.3, by which the launcher shows that it is the one of the {@link Token}. The first byte
 * says what for.
 *
 * <p><b>The line of a place</b> ({@link LauncherAddress#LINE}) goes on as any other, with a ticket.
 *
 * <p><b>A process that wants to join</b> has a wire of its own. All before the proof is of fixed size; the launcher has proved itself by
 * TLS:
 *
 * <pre>
 *   joiner --&gt; door   'J', 4 bytes: version, SHA-256(token's secret, "joiner")
 *   door --&gt; joiner   Welcome, or Refused and the end
 *   joiner --&gt; door   Asks: as which place, at which address
 *   door --&gt; joiner   Admitted: the place's ticket and number, what it is begun with, which files; or Refused and the end
 *   joiner --&gt; door   Wants a file that it hasn't; door --&gt; joiner: its Pieces
 *   door --&gt; joiner   Joined; Kill
 *   joiner --&gt; door   Said, Printed, Ended: of the process, which has a line of its own
 * </pre>
 *
 * From the proof on the wire has signs of life. If it breaks the process counts as ended, since nobody is left who could tell.
 *
 * <p>So many strangers at once have room as at a launcher's loopback port, see {@link Door}, and each has {@link
 * Bound#CONTROL_HANDSHAKE_MILLIS} until its proof.
 */
public final class JoinDoor implements Closeable {
    static final int JOINER = 'J';
    private static final int BACKLOG = 64;
    private static final System.Logger LOG = System.getLogger(JoinDoor.class.getName());

    /** Where lines go that come by this door, as {@link org.sojourn.host.run.Launcher#line} takes them. */
    public interface Lines {
        /**
         * Takes a line.
         *
         * @param wire a connection that has said that it is a line, and nothing else yet
         * @param proven called when it is no stranger's any more
         */
        void comes(Wire wire, Runnable proven);
    }

    /** Decides who joins. */
    public interface Arrivals {
        /**
         * Lets somebody join who has shown the token, or doesn't.
         *
         * @param wish as what
         * @param by begins its process
         * @return done when the place runs; exceptionally if it ends before
         * @throws IOException if it can't be begun
         * @throws RuntimeException if it can't join; the message is a sentence
         */
        CompletableFuture<Member> arrives(Wish wish, Starter by) throws IOException;
    }

    private final ServerSocket server;
    private final Door door;
    private final Network.Authority authority;
    private final Token token;
    private final Program program;
    private final Surroundings surroundings;
    private final CompletableFuture<Lines> lines = new CompletableFuture<>();
    private final CompletableFuture<Arrivals> arrivals = new CompletableFuture<>();

    /** Keeps what places print that have come by this door. Set before it opens. */
    private volatile @Nullable RunLog log;

    /**
     * Listens; whoever comes waits until the door is {@linkplain #open opened}.
     *
     * @param host the address to listen at
     * @param port its port, 0 for a free one
     * @param authority that of the run
     * @param token what is to be shown
     * @param program what joiners run
     * @param surroundings what their processes have around them
     * @throws IOException if it can't listen there; a sentence
     */
    public JoinDoor(
            InetAddress host,
            int port,
            Network.Authority authority,
            Token token,
            Program program,
            Surroundings surroundings)
            throws IOException {
        this.authority = authority;
        this.token = token;
        this.program = program;
        this.surroundings = surroundings;
        try {
            server = new ServerSocket(port, BACKLOG, host);
        } catch (BindException e) {
            throw new IOException(
                    host.getHostAddress() + ":" + port + " can't be listened at: " + e.getMessage()
                            + "; it must be an address of this machine and a port that is free",
                    e);
        }
        door = new Door(server, this::enter);
        Thread thread = new Thread(door::accept, "sojourn-door");
        thread.setDaemon(true);
        thread.start();
    }

    /** {@return the port at which it listens} */
    public int port() {
        return server.getLocalPort();
    }

    /**
     * Lets in those who come.
     *
     * @param taken where lines go
     * @param decides says who may join
     * @param keeps what their places print; null if nobody does
     */
    public void open(Lines taken, Arrivals decides, @Nullable RunLog keeps) {
        log = keeps;
        lines.complete(taken);
        arrivals.complete(decides);
    }

    private void enter(Socket socket) {
        try {
            socket.setSoTimeout(Bound.CONTROL_HANDSHAKE_MILLIS.intValue());
            Socket speaks = authority.accept(socket);
            int what = speaks.getInputStream().read();
            if (what == LauncherAddress.LINE) {
                Wire wire = new Wire(socket, speaks, Bound.CONTROL_MESSAGE_BYTES.intValue());
                lines().comes(wire, () -> door.leave(socket));
            } else if (what == JOINER) {
                join(socket, new Wire(socket, speaks, JoinMessage.MOST_BYTES));
            } else {
                throw new IOException("it hasn't said why it came");
            }
        } catch (IOException e) {
            LOG.log(WARNING, "a stranger at the door was refused: {0}", e.getMessage());
            Door.closeQuietly(socket);
        }
    }

    /** Where lines go. No place begins to come long before the door opens; a stranger that says it is one doesn't wait for ever. */
    private Lines lines() throws IOException {
        try {
            return lines.get(Bound.CONTROL_HANDSHAKE_MILLIS.value(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("nobody waits for it any more", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no place is awaited yet", e);
        }
    }

    private void join(Socket socket, Wire wire) throws IOException {
        int version = wire.in().readInt();
        if (version != JoinMessage.VERSION) {
            refuse(
                    wire,
                    "it speaks version " + version + " of the door's protocol, and this run version "
                            + JoinMessage.VERSION + "; use the same Sojourn at both ends");
            return;
        }
        byte[] proof = wire.in().readNBytes(Token.PROOF_BYTES);
        if (!MessageDigest.isEqual(proof, token.proof())) {
            refuse(wire, "its token isn't this run's");
            return;
        }
        door.leave(socket);
        new JoinMessage.Welcome().to(wire);
        wire.live(Bound.CONTROL_SILENCE_MILLIS.intValue());
        if (!(JoinMessage.next(wire) instanceof JoinMessage.Asks asks)) {
            throw new IOException("it has shown the token and asked for nothing");
        }
        Arrivals decides = arrivals.join();
        Applicant applicant = new Applicant(wire, program, surroundings, log);
        try {
            decides.arrives(asks.wish(), applicant).whenComplete(applicant::joined);
        } catch (IOException | RuntimeException e) {
            refuse(wire, Cause.sentence(e));
            return;
        }
        applicant.hear();
    }

    private static void refuse(Wire wire, String why) {
        LOG.log(WARNING, "an applicant at the door was refused: {0}", why);
        try (wire) {
            new JoinMessage.Refused(why).to(wire);
            wire.drain();
        } catch (IOException e) {
            LOG.log(DEBUG, "an applicant that was refused is gone", e);
        }
    }

    /** Nobody comes in any more. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            LOG.log(DEBUG, "the door could not be closed", e);
        }
    }
}
