package org.sojourn.examples.datagram;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.CommunicationLayer;

/**
 * A communication layer of a program's own: each message is a datagram on the loopback interface, to the port of its place. That may lose
 * messages, and needn't do anything about it.
 *
 * <p>The port of p0 is 47000, or what the system property {@code datagram.port} says, and that of p1 is the next one. Two runs at once need
 * different ports.
 */
public final class DatagramLayer implements CommunicationLayer {
    private static final int FIRST_PORT = Integer.getInteger("datagram.port", 47_000);
    private static final int MESSAGE_BYTES = 16 << 10;

    private volatile @Nullable DatagramChannel channel;

    /** For the service loader. */
    public DatagramLayer() {}

    private static SocketAddress address(int place) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), FIRST_PORT + place);
    }

    @Override
    public String name() {
        return "datagram";
    }

    @Override
    public int maxMessageBytes() {
        return MESSAGE_BYTES;
    }

    @Override
    public void start(String run, int place, Listener listener) throws IOException {
        try (DatagramChannel open = DatagramChannel.open()) {
            try {
                open.bind(address(place));
            } catch (IOException e) {
                throw new IOException(
                        "port " + (FIRST_PORT + place) + " can't be used: " + e.getMessage()
                                + "; choose others by -Ddatagram.port=PORT",
                        e);
            }
            channel = open;
            listener.ready();
            ByteBuffer in = ByteBuffer.allocate(MESSAGE_BYTES);
            while (true) {
                SocketAddress from = open.receive(in.clear());
                if (from instanceof InetSocketAddress internet) {
                    listener.message(internet.getPort() - FIRST_PORT, in.flip());
                }
            }
        } catch (ClosedChannelException e) {
            channel = null; // stopped
        }
    }

    @Override
    public boolean send(int to, ByteBuffer message) {
        DatagramChannel open = channel;
        try {
            return open != null && open.send(message.duplicate(), address(to)) > 0;
        } catch (IOException e) {
            return false; // nobody listens there yet, or this layer was stopped
        }
    }

    @Override
    public void stop() {
        DatagramChannel open = channel;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
