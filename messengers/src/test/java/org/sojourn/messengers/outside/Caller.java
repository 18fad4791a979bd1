package org.sojourn.messengers.outside;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client for tests. */
public final class Caller implements AutoCloseable {
    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(1 << 17).limit(0);
    final @Nullable String greeting;

    public Caller(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        greeting = line();
    }

    /** Sends bytes as they are. */
    public void raw(byte[] bytes) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        while (all.hasRemaining()) {
            channel.write(all);
        }
    }

    /** Reads so many bytes, and leaves the others where they are. */
    void skip(int bytes) throws IOException {
        ByteBuffer some = ByteBuffer.allocate(bytes);
        while (some.hasRemaining() && channel.read(some) >= 0) {
            // goes on
        }
    }

    /** {@return the answer to a line} */
    public String say(String line) throws IOException {
        raw((line + "\n").getBytes(StandardCharsets.UTF_8));
        return Objects.requireNonNull(line(), "the place has closed the connection");
    }

    /** {@return the next line; null if the connection is closed} */
    public @Nullable String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            while (!in.hasRemaining()) {
                in.clear();
                int count = channel.read(in);
                in.flip();
                if (count < 0) {
                    return null;
                }
            }
            char each = (char) (in.get() & 0xFF);
            if (each == '\n') {
                return line.toString();
            }
            line.append(each);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
