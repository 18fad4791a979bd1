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
 *   launcher --&gt; place     SHA-256(ticket, "launcher"), 32 bytes: the cluster's secret
 * </pre>
 *
 * A connection that doesn't show a ticket within {@link Bound#CONTROL_OPEN_MILLIS} is closed, and so is one whose ticket is spent. So
 * a place tells nothing to, and takes no order from, somebody who listens at the port of a launcher that is gone; and if that one says
 * nothing for as long, the place ends. The secret is in no environment: whatever a program starts inherits that of its place, and the ticket in it was spent before the program
 * began.
 *
 * <p><b>Messages.</b> A length of 4 bytes, at most {@link Bound#CONTROL_BYTES}, checked before anything is allocated, then the
 * message.
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
    private static final int PROOF_BYTES = 32;
    private static final String FROM_PLACE = "place";
    private static final String FROM_LAUNCHER = "launcher";

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

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
            socket.setSoTimeout(0); // from here on the launcher may be silent for as long as it likes
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
        /** Lets the place in. */
        void admit(byte[] secret) throws IOException {
            control.out.write(proof(ticket, FROM_LAUNCHER));
            control.out.write(secret);
            control.out.flush();
        }
    }

    static Opened accept(Socket socket, Tickets tickets) throws IOException {
        socket.setSoTimeout(OPEN_MILLIS);
        Control control = new Control(socket);
        int place = control.in.readInt();
        byte[] proof = control.in.readNBytes(PROOF_BYTES);
        socket.setSoTimeout(0);
        byte[] ticket = tickets.spend(place, each -> MessageDigest.isEqual(proof, proof(each, FROM_PLACE)));
        return ticket == null ? new Opened(control, -1, new byte[0]) : new Opened(control, place, ticket);
    }

    private static byte[] proof(byte[] ticket, String who) {
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
        return next(in);
    }

    /** Reads one message with its length; null when the line has closed. */
    static @Nullable DataInputStream next(DataInputStream in) throws IOException {
        int length;
        try {
            length = in.readInt();
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
