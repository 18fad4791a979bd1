package org.sojourn.host.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * The line between a launcher and one of its places: a connection on the loopback interface that the place makes. It is
 * also the place's lifeline: when it closes, the place ends, so nothing outlives a launcher that crashed.
 *
 * <p><b>Opening.</b> The launcher listens on a free port for as long as places are missing, at most. Each place has a ticket
 * of its own in its environment, which lets one connection in, once (see {@link Tickets}); all are of fixed size:
 *
 * <pre>
 *   place --&gt; launcher     4 bytes: its number, SHA-256(ticket, "place")
 *   launcher --&gt; place     SHA-256(ticket, "launcher"), 32 bytes: the cluster's secret, 4 bytes: the line's silence in ms
 * </pre>
 *
 * A connection that doesn't show a ticket within {@link Bound#CONTROL_OPEN_MILLIS} is closed, and so is one whose ticket is spent. So
 * a place tells nothing to, and takes no order from, somebody who listens at the port of a launcher that is gone; and if that one says
 * nothing for as long, the place ends. The secret is in no environment: whatever a program starts inherits that of its place, and the ticket in it was spent before the program
 * began.
 *
 * <p><b>Messages.</b> A length of 4 bytes, at most {@link Bound#CONTROL_BYTES}, checked before anything is allocated, then the
 * message.
 *
 * <p><b>Signs of life.</b> A connection to another machine, or one that is forwarded by way of one, may be dead without a word. A line of
 * such a place ({@link Starter#isFar}) has a silence, told at the opening, after which it is broken for the end that hears nothing: the
 * place ends, and the launcher ends its process. Whoever has nothing to say sends a length of 0, {@value #SIGNS} times in that time. The
 * line of a child has none: the system closes it when either process ends, and a process that is stopped for a while may go on.
 */
public final class Control implements Closeable {
    /** Names the launcher's port, in the environment of a place. */
    public static final String PORT = "SOJOURN_CONTROL_PORT";

    /** The place's ticket in hexadecimal, in its environment. */
    public static final String TICKET = "SOJOURN_TICKET";

    /** The place's number, in its environment. */
    public static final String PLACE = "SOJOURN_PLACE";

    /** In the environment of a launcher that shows a progress bar, and so of its places. */
    public static final String TERMINAL = "SOJOURN_TERMINAL";

    /** Names the folder in which a place is to keep what it prints, in the environment of one that has its launcher's streams. */
    public static final String LOGS = "SOJOURN_LOGS";

    static final int OPEN_MILLIS = Bound.CONTROL_OPEN_MILLIS.intValue();
    static final int MAX_BYTES = Bound.CONTROL_BYTES.intValue();
    /** So many signs of life are sent in the time after which a silent line is broken. */
    static final int SIGNS = 6;

    private static final int PROOF_BYTES = 32;
    static final String FROM_PLACE = "place";
    static final String FROM_LAUNCHER = "launcher";

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    /** After so long without a word from the other end the line is broken; 0: never. Set before anything is read. */
    private volatile int silenceMillis;

    private Control(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /**
     * A place's end of an open line.
     *
     * @param control the line
     * @param secret the cluster's secret, which the launcher has told
     */
    public record Entered(Control control, byte[] secret) {}

    /**
     * Connects a place to its launcher.
     *
     * @param port the launcher's port
     * @param place this place's number
     * @param ticket the place's ticket
     * @return the open line, and the secret
     * @throws IOException if the launcher isn't there, says nothing for {@link Bound#CONTROL_OPEN_MILLIS}, or doesn't take the
     *     ticket
     */
    public static Entered connect(int port, int place, byte[] ticket) throws IOException {
        return connect(port, place, ticket, OPEN_MILLIS);
    }

    /** Connects a place to a launcher that may take so many milliseconds for each of its words. */
    static Entered connect(int port, int place, byte[] ticket, int patienceMillis) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), patienceMillis);
            socket.setSoTimeout(patienceMillis);
            Control control = new Control(socket);
            control.out.writeInt(place);
            control.out.write(proof(ticket, FROM_PLACE));
            control.out.flush();
            byte[] proof = control.in.readNBytes(PROOF_BYTES);
            byte[] secret = control.in.readNBytes(Secret.BYTES);
            if (secret.length < Secret.BYTES || !MessageDigest.isEqual(proof, proof(ticket, FROM_LAUNCHER))) {
                throw new ProtocolException("whoever listens at port " + port + " doesn't take this place's ticket");
            }
            control.live(control.in.readInt());
            return new Entered(control, secret);
        } catch (SocketTimeoutException e) {
            socket.close();
            SocketTimeoutException silent = new SocketTimeoutException(
                    "whoever listens at port " + port + " hasn't let this place in within " + patienceMillis + " ms");
            silent.initCause(e);
            throw silent;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** An accepted connection: its place and ticket; -1 and none if it has shown no ticket that is good. */
    record Opened(Control control, int place, byte[] ticket) {
        /**
         * Lets the place in.
         *
         * @param secret the cluster's secret
         * @param silenceMillis how long either end of the line may be silent; 0 for as long as it likes
         */
        void admit(byte[] secret, int silenceMillis) throws IOException {
            control.out.write(proof(ticket, FROM_LAUNCHER));
            control.out.write(secret);
            control.out.writeInt(silenceMillis);
            control.out.flush();
            control.live(silenceMillis);
        }
    }

    static Opened accept(Socket socket, Tickets tickets) throws IOException {
        socket.setSoTimeout(OPEN_MILLIS);
        Control control = new Control(socket);
        int place = control.in.readInt();
        byte[] proof = control.in.readNBytes(PROOF_BYTES);
        byte[] ticket = tickets.spend(place, each -> MessageDigest.isEqual(proof, proof(each, FROM_PLACE)));
        return ticket == null ? new Opened(control, -1, new byte[0]) : new Opened(control, place, ticket);
    }

    /** From here on the other end may be silent for so long; 0: for as long as it likes. */
    private void live(int allowedMillis) throws IOException {
        if (allowedMillis < 0) {
            throw new ProtocolException("a line whose ends may be silent for " + allowedMillis + " ms; 0 is the least");
        }
        silenceMillis = allowedMillis;
        socket.setSoTimeout(allowedMillis);
        if (allowedMillis > 0) {
            Threads.daemon("sojourn-signs", () -> signs(Math.max(1, allowedMillis / SIGNS)));
        }
    }

    /** Sends signs of life for as long as the line is up. */
    private void signs(int everyMillis) {
        try {
            while (!socket.isClosed()) {
                TimeUnit.MILLISECONDS.sleep(everyMillis);
                synchronized (this) {
                    out.writeInt(0);
                    out.flush();
                }
            }
        } catch (IOException e) {
            // The reader learns of it, and tells.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static byte[] proof(byte[] ticket, String who) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(ticket);
            return digest.digest(who.getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /**
     * Sends an order.
     *
     * @param order the order
     * @throws IOException if the line is down
     */
    public void send(Order order) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ControlCodec.write(new DataOutputStream(bytes), order);
        send(bytes);
    }

    /**
     * Sends a notice.
     *
     * @param notice the notice
     * @throws IOException if the line is down
     */
    public void send(Notice notice) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ControlCodec.write(new DataOutputStream(bytes), notice);
        send(bytes);
    }

    private synchronized void send(ByteArrayOutputStream bytes) throws IOException {
        write(out, bytes);
    }

    /** Writes one message with its length. */
    static void write(DataOutputStream out, ByteArrayOutputStream bytes) throws IOException {
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        out.flush();
    }

    /**
     * Waits for the next order.
     *
     * @return the order, or null when the line has closed
     * @throws IOException if what came is malformed
     */
    public @Nullable Order nextOrder() throws IOException {
        DataInputStream message = next();
        try {
            return message == null ? null : ControlCodec.readOrder(message);
        } catch (IllegalArgumentException e) {
            throw malformed(e);
        }
    }

    /**
     * Waits for the next notice.
     *
     * @return the notice, or null when the line has closed
     * @throws IOException if what came is malformed
     */
    public @Nullable Notice nextNotice() throws IOException {
        DataInputStream message = next();
        try {
            return message == null ? null : ControlCodec.readNotice(message);
        } catch (IllegalArgumentException e) {
            throw malformed(e);
        }
    }

    private static ProtocolException malformed(IllegalArgumentException cause) {
        ProtocolException malformed =
                new ProtocolException("a message with a value out of bounds: " + cause.getMessage());
        malformed.initCause(cause);
        return malformed;
    }

    private @Nullable DataInputStream next() throws IOException {
        try {
            return next(in, silenceMillis > 0);
        } catch (SocketTimeoutException e) {
            SocketTimeoutException silent = new SocketTimeoutException(
                    "nothing was heard by it for " + TimeUnit.MILLISECONDS.toSeconds(silenceMillis) + " s");
            silent.initCause(e);
            throw silent;
        }
    }

    /** Reads one message with its length; null when the line has closed. */
    static @Nullable DataInputStream next(DataInputStream in) throws IOException {
        return next(in, false);
    }

    private static @Nullable DataInputStream next(DataInputStream in, boolean hasSigns) throws IOException {
        int length;
        try {
            do {
                length = in.readInt();
            } while (length == 0 && hasSigns);
        } catch (EOFException | java.net.SocketException closed) {
            return null;
        }
        if (length < 1 || length > MAX_BYTES) {
            throw new ProtocolException("a message of " + length + " bytes; 1 to " + MAX_BYTES + " are allowed");
        }
        byte[] bytes = in.readNBytes(length);
        return bytes.length < length ? null : new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
