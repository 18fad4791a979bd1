package org.sojourn.host.local;

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
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * The line between a launcher and one of its places: a connection on the loopback interface that the place makes. It is
 * also the place's lifeline: when it closes, the place ends, so nothing outlives a launcher that crashed.
 *
 * <p><b>Opening.</b> The launcher listens on a free port for as long as places are missing, at most. The place sends its
 * number and SHA-256(secret, number), both of fixed size; a connection that doesn't do so within {@link Bound#CONTROL_OPEN_MILLIS} is
 * closed, and so is one for a place that has connected already. The secret itself goes by the environment of the process and
 * never over the line.
 *
 * <p><b>Messages.</b> A length of 4 bytes, at most {@link Bound#CONTROL_BYTES}, checked before anything is allocated, then the
 * message.
 */
public final class Control implements Closeable {
    /** Names the launcher's port, in the environment of a place. */
    public static final String PORT = "SOJOURN_CONTROL_PORT";

    /** The secret in hexadecimal, in the environment of a place. */
    public static final String SECRET = "SOJOURN_SECRET";

    /** The place's number, in its environment. */
    public static final String PLACE = "SOJOURN_PLACE";

    static final int OPEN_MILLIS = Bound.CONTROL_OPEN_MILLIS.intValue();
    static final int MAX_BYTES = Bound.CONTROL_BYTES.intValue();
    private static final int PROOF_BYTES = 32;

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
     * Connects a place to its launcher.
     *
     * @param port the launcher's port
     * @param place this place's number
     * @param secret the cluster's secret
     * @return the open line
     * @throws IOException if the launcher isn't there
     */
    public static Control connect(int port, int place, byte[] secret) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), OPEN_MILLIS);
        Control control = new Control(socket);
        control.out.writeInt(place);
        control.out.write(proof(secret, place));
        control.out.flush();
        return control;
    }

    /** A place's proof on an accepted connection: its number, or -1 if the proof is wrong. */
    record Opened(Control control, int place) {}

    static Opened accept(Socket socket, byte[] secret) throws IOException {
        socket.setSoTimeout(OPEN_MILLIS);
        Control control = new Control(socket);
        int place = control.in.readInt();
        byte[] proof = control.in.readNBytes(PROOF_BYTES);
        boolean right = MessageDigest.isEqual(proof, proof(secret, place));
        socket.setSoTimeout(0);
        return new Opened(control, right ? place : -1);
    }

    private static byte[] proof(byte[] secret, int place) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(secret);
            return digest.digest(("place " + place).getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /**
     * Reads a secret as the environment carries it.
     *
     * @param hex hexadecimal
     * @return the secret
     */
    public static byte[] secret(String hex) {
        return HexFormat.of().parseHex(hex);
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
