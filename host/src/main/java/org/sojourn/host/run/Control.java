package org.sojourn.host.run;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * The line between a launcher and one of its places: a {@link Wire} that the place connects. It is also the place's lifeline: when it
 * closes, the place ends, so nothing outlives a launcher that crashed.
 *
 * <p><b>Opening.</b> For places of its own machine the launcher listens on loopback, on a free port, for as long as places are missing,
 * at most; for others where {@link LauncherAddress} says, by TLS. Each place has a ticket of its own in its environment, which lets one
 * connection in, once (see {@link Tickets}); all are of fixed size:
 *
 * <pre>
 *   place --&gt; launcher     4 bytes: its number, SHA-256(ticket, "place")
 *   launcher --&gt; place     SHA-256(ticket, "launcher"), 32 bytes: the cluster's secret, 4 bytes: the line's silence in ms
 * </pre>
 *
 * A connection that doesn't show a ticket within {@link Bound#CONTROL_HANDSHAKE_MILLIS} is closed, and so is one whose ticket is spent. So
 * a place tells nothing to, and takes no order from, somebody who listens at the port of a launcher that is gone; and if that one says
 * nothing for as long, the place ends. The secret is in no environment: whatever a program starts inherits that of its place, and the
 * ticket in it was spent before the program began.
 *
 * <p><b>Signs of life.</b> The line of a place that is far ({@link Starter#isFar}) has a silence, told at the opening, after which it is
 * broken for the end that hears nothing: the place ends, and the launcher ends its process. The line of a child has none: the system
 * closes it when either process ends, and a process that is stopped for a while may go on.
 */
public final class Control implements Closeable {
    /** The place's ticket in hexadecimal, in its environment. */
    public static final String TICKET = "SOJOURN_TICKET";

    /** The place's number, in its environment. */
    public static final String PLACE = "SOJOURN_PLACE";

    /** In the environment of a launcher that shows a progress bar, and so of its places. */
    public static final String TERMINAL = "SOJOURN_TERMINAL";

    /** Names the folder in which a place is to keep what it prints, in the environment of one that has its launcher's streams. */
    public static final String LOGS = "SOJOURN_LOGS";

    static final int OPEN_MILLIS = Bound.CONTROL_HANDSHAKE_MILLIS.intValue();
    static final int MAX_BYTES = Bound.CONTROL_MESSAGE_BYTES.intValue();
    private static final int PROOF_BYTES = 32;
    static final String FROM_PLACE = "place";
    static final String FROM_LAUNCHER = "launcher";

    private final Wire wire;

    private Control(Wire wire) {
        this.wire = wire;
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
     * @param launcher where it listens
     * @param place this place's number
     * @param ticket the place's ticket
     * @return the open line, and the secret
     * @throws IOException if the launcher isn't there, says nothing for {@link Bound#CONTROL_HANDSHAKE_MILLIS}, or doesn't take the
     *     ticket
     */
    public static Entered connect(LauncherAddress launcher, int place, byte[] ticket) throws IOException {
        return connect(launcher, place, ticket, OPEN_MILLIS);
    }

    /** Connects a place to a launcher that may take so many milliseconds for each of its words. */
    static Entered connect(LauncherAddress launcher, int place, byte[] ticket, int patienceMillis) throws IOException {
        try {
            Wire wire = launcher.connect(patienceMillis, MAX_BYTES);
            try {
                return open(wire, launcher, place, ticket);
            } catch (IOException e) {
                wire.close();
                throw e;
            }
        } catch (SocketTimeoutException e) {
            SocketTimeoutException silent = new SocketTimeoutException("the process that listens at " + launcher
                    + " hasn't let this place in within " + patienceMillis + " ms");
            silent.initCause(e);
            throw silent;
        }
    }

    private static Entered open(Wire wire, LauncherAddress launcher, int place, byte[] ticket) throws IOException {
        if (launcher.pin() != null) {
            wire.out().writeByte(LauncherAddress.LINE);
        }
        wire.out().writeInt(place);
        wire.out().write(proof(ticket, FROM_PLACE));
        wire.out().flush();
        byte[] proof = wire.in().readNBytes(PROOF_BYTES);
        byte[] secret = wire.in().readNBytes(Secret.BYTES);
        if (secret.length < Secret.BYTES || !MessageDigest.isEqual(proof, proof(ticket, FROM_LAUNCHER))) {
            throw new ProtocolException(
                    "the process that listens at " + launcher + " doesn't take this place's ticket");
        }
        wire.live(wire.in().readInt());
        return new Entered(new Control(wire), secret);
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
            DataOutputStream out = control.wire.out();
            out.write(proof(ticket, FROM_LAUNCHER));
            out.write(secret);
            out.writeInt(silenceMillis);
            out.flush();
            control.wire.live(silenceMillis);
        }
    }

    static Opened accept(Wire wire, Tickets tickets) throws IOException {
        int place = wire.in().readInt();
        byte[] proof = wire.in().readNBytes(PROOF_BYTES);
        byte[] ticket = tickets.spend(place, each -> MessageDigest.isEqual(proof, proof(each, FROM_PLACE)));
        Control control = new Control(wire);
        return ticket == null ? new Opened(control, -1, new byte[0]) : new Opened(control, place, ticket);
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
        wire.send(bytes);
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
        wire.send(bytes);
    }

    /**
     * Waits for the next order.
     *
     * @return the order, or null when the line has closed
     * @throws IOException if what came is malformed
     */
    public @Nullable Order nextOrder() throws IOException {
        DataInputStream message = wire.next();
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
        DataInputStream message = wire.next();
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

    /** This end's address. */
    String ownHost() {
        return wire.ownHost();
    }

    @Override
    public void close() {
        wire.close();
    }
}
