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
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;

/**
 * A connection that goes to a launcher, or comes from one, by TLS or in clear. After its opening, whose bytes are of fixed number, it
 * carries messages: a length of 4 bytes, checked before anything is allocated, then the message.
 *
 * <p><b>Signs of life.</b> A connection to another machine, or one that is forwarded by way of one, may be dead without a word. A wire
 * with a silence is broken for the end that hears nothing for so long. Whoever has nothing to say sends a length of 0, {@value #SIGNS}
 * times in that time.
 */
public final class Wire implements Closeable {
    /** So many signs of life are sent in the time after which a silent wire is broken. */
    static final int SIGNS = 6;

    private final Socket socket;
    private final int mostBytes;
    private final DataInputStream in;
    private final DataOutputStream out;

    /** After so long without a word from the other end the wire is broken; 0: never. Set before messages are read. */
    private volatile int silenceMillis;

    /**
     * A connection whose opening is to come.
     *
     * @param socket the connection
     * @param speaks what is spoken by: the connection itself, or TLS on it
     * @param mostBytes how long a message may be
     * @throws IOException if it is closed
     */
    public Wire(Socket socket, Socket speaks, int mostBytes) throws IOException {
        this.socket = socket;
        this.mostBytes = mostBytes;
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(new BufferedInputStream(speaks.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(speaks.getOutputStream()));
    }

    /**
     * Returns what the opening is read from.
     *
     * @return the same each time
     */
    public DataInputStream in() {
        return in;
    }

    /**
     * Returns what the opening is written to.
     *
     * @return the same each time; to be flushed
     */
    public DataOutputStream out() {
        return out;
    }

    /**
     * The opening is over: from here on the other end may be silent for so long.
     *
     * @param allowedMillis 0 for as long as it likes
     * @throws IOException if the wire is closed, or no wire may be silent for so long
     */
    public void live(int allowedMillis) throws IOException {
        if (allowedMillis < 0) {
            throw new ProtocolException("a line whose ends may be silent for " + allowedMillis + " ms; 0 is the least");
        }
        silenceMillis = allowedMillis;
        socket.setSoTimeout(allowedMillis);
        if (allowedMillis > 0) {
            Threads.daemon("sojourn-signs", () -> signs(Math.max(1, allowedMillis / SIGNS)));
        }
    }

    /** Sends signs of life for as long as the connection is up. */
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

    /**
     * Sends a message.
     *
     * @param bytes the message
     * @throws IOException if the connection is down
     */
    public synchronized void send(ByteArrayOutputStream bytes) throws IOException {
        write(out, bytes);
    }

    /** Writes one message with its length. */
    static void write(DataOutputStream out, ByteArrayOutputStream bytes) throws IOException {
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        out.flush();
    }

    /**
     * Waits for the next message.
     *
     * @return the message, or null when the connection has closed
     * @throws IOException if what came is malformed, or nothing came for too long; a sentence
     */
    public @Nullable DataInputStream next() throws IOException {
        try {
            return next(in, mostBytes, silenceMillis > 0);
        } catch (SocketTimeoutException e) {
            SocketTimeoutException silent = new SocketTimeoutException(
                    "nothing was heard by it for " + TimeUnit.MILLISECONDS.toSeconds(silenceMillis) + " s");
            silent.initCause(e);
            throw silent;
        }
    }

    /** Reads one message with its length; null when the connection has closed. */
    static @Nullable DataInputStream next(DataInputStream in, int mostBytes, boolean hasSigns) throws IOException {
        int length;
        try {
            do {
                length = in.readInt();
            } while (length == 0 && hasSigns);
        } catch (EOFException | SocketException closed) {
            return null;
        } catch (SSLException e) {
            if (e.getCause() instanceof SocketException) {
                return null;
            }
            throw e;
        }
        if (length < 1 || length > mostBytes) {
            throw new ProtocolException("a message of " + length + " bytes; 1 to " + mostBytes + " are allowed");
        }
        byte[] bytes = in.readNBytes(length);
        return bytes.length < length ? null : new DataInputStream(new ByteArrayInputStream(bytes));
    }

    /**
     * Returns this end's address.
     *
     * @return as others on that network would name it
     */
    public String ownHost() {
        return socket.getLocalAddress().getHostAddress();
    }

    /**
     * Says that nothing more will be said. The connection is to be read until the other end has closed it, or what was said last may not arrive: a
     * connection that is closed while something is on its way here is reset, and takes along what the other end hasn't read.
     *
     * @throws IOException if the connection is down
     */
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /**
     * Says that nothing more will be said ({@link #endOutput}), and reads until the other end has closed, or for as long as anybody has for an answer. Nobody
     * else may be reading.
     *
     * @throws IOException if the connection is down, or the other end doesn't close it
     */
    public void drain() throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Bound.CONTROL_HANDSHAKE_MILLIS.value());
        socket.setSoTimeout(Bound.CONTROL_HANDSHAKE_MILLIS.intValue());
        endOutput();
        byte[] nothing = new byte[1_024];
        while (in.read(nothing) >= 0 && System.nanoTime() < end) {
            // whatever it is, nobody waits for it
        }
    }

    /** The connection is closed at once: TLS says no goodbye, which might wait for a reader that is gone. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
