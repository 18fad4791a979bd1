package org.sojourn.bench.remote;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;

/**
 * What the machine can do: blocking sockets without delay, a thread at each end. A payload to and fro goes as it is; a stream
 * goes through the codec of a place and is written in batches of {@value RawPeer#BATCH_BYTES} bytes.
 */
public final class RawSockets implements AutoCloseable {
    private static final double NANOS_PER_MICRO = 1e3;

    private final ChildJvm peer;
    private final int port;
    private final Codec codec = RawPeer.codec();

    /**
     * Starts the other JVM.
     *
     * @param heapMegabytes its heap, in MiB
     * @throws IOException if that can't be started
     */
    public RawSockets(int heapMegabytes) throws IOException {
        peer = new ChildJvm(ChildJvm.flags(heapMegabytes), RawPeer.class);
        port = Integer.parseInt(peer.line());
    }

    @Override
    public void close() {
        peer.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /**
     * Has a payload go to and fro, again and again.
     *
     * @param size its bytes, 4 at least
     * @param rounds how often
     * @return the median round trip in microseconds
     * @throws IOException if a socket fails
     */
    public double roundTrip(int size, int rounds) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            new DataOutputStream(out).writeInt(size);
            RoundTrips trips = new RoundTrips(rounds);
            byte[] back = new byte[size];
            for (int i = 0; i < rounds; i++) {
                byte[] payload = Payload.of(size, i);
                trips.begin();
                out.write(payload);
                in.readFully(back);
                trips.end();
                Payload.check(back, size, i);
            }
            return trips.median();
        }
    }

    /** Returns how long a message takes, in microseconds, until it is known that all have come. */
    double stream(int messages) throws IOException {
        try (Socket socket = connect();
                DataOutputStream out =
                        new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), RawPeer.BATCH_BYTES))) {
            int[] classes = codec.encode(Payload.of(Stream.BYTES, 0)).classes();
            out.writeInt(RawPeer.STREAM);
            out.writeInt(classes.length);
            for (int number : classes) {
                out.writeInt(number);
                out.writeUTF(codec.className(number));
            }
            out.writeInt(messages);
            long start = System.nanoTime();
            for (int i = 0; i < messages; i++) {
                Encoded encoded = codec.encode(Payload.of(Stream.BYTES, i));
                out.writeInt(encoded.bytes().length);
                out.write(encoded.bytes());
            }
            out.flush();
            if (socket.getInputStream().read() != 1) {
                throw new IllegalStateException("the other side of the raw stream found it wrong");
            }
            return (System.nanoTime() - start) / NANOS_PER_MICRO / messages;
        }
    }
}
