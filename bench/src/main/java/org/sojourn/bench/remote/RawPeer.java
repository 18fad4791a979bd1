package org.sojourn.bench.remote;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ServiceLoader;
import java.util.Set;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Network;

/**
 * The other JVM of the raw sockets: it serves one connection after the other until its standard input ends. A connection's
 * first number says what it is for: {@link #STREAM}, or to send back what comes, so many bytes each time.
 */
public final class RawPeer {
    static final int STREAM = 0;

    /** What has gathered is written at once: so many bytes. */
    static final int BATCH_BYTES = 64 << 10;

    private RawPeer() {}

    /** The codec of a place, with nothing around it. */
    static Codec codec() {
        return ServiceLoader.load(Network.class)
                .findFirst()
                .orElseThrow()
                .codec(new Network.CodecSettings(
                        "fory", Set.of(), Set.of(), type -> false, ClassLoader.getSystemClassLoader()));
    }

    /**
     * Serves.
     *
     * @param args none
     * @throws IOException if loopback doesn't work
     */
    public static void main(String[] args) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread serving = new Thread(() -> serve(server, codec()), "raw-peer");
        serving.setDaemon(true);
        serving.start();
        ChildJvm.say(Integer.toString(server.getLocalPort()));
    }

    private static void serve(ServerSocket server, Codec codec) {
        while (true) {
            try (Socket socket = server.accept()) {
                socket.setTcpNoDelay(true);
                DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BATCH_BYTES));
                int size = in.readInt();
                if (size == STREAM) {
                    take(in, socket, codec);
                } else {
                    echo(in, socket, size);
                }
            } catch (IOException e) {
                continue; // the turn is over
            }
        }
    }

    private static void echo(DataInputStream in, Socket socket, int size) throws IOException {
        byte[] bytes = new byte[size];
        while (true) {
            in.readFully(bytes);
            socket.getOutputStream().write(bytes);
        }
    }

    /** Decodes and checks each message, and sends a byte when all have come. */
    private static void take(DataInputStream in, Socket socket, Codec codec) throws IOException {
        Codec.Inbound inbound = codec.inbound(wire -> {
            throw new IllegalArgumentException("there are no references in a stream of bytes");
        });
        for (int classes = in.readInt(); classes > 0; classes--) {
            inbound.define(in.readInt(), in.readUTF());
        }
        int messages = in.readInt();
        for (int i = 0; i < messages; i++) {
            byte[] encoded = in.readNBytes(in.readInt());
            Payload.check((byte[]) inbound.decode(encoded, 0, encoded.length), Stream.BYTES, i);
        }
        socket.getOutputStream().write(1);
    }
}
