package org.sojourn.launch.ssh;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import org.apache.sshd.agent.common.AbstractAgentClient;
import org.apache.sshd.agent.local.AgentImpl;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** An agent with one key, behind a socket as ssh-agent is. */
final class TestAgent implements AutoCloseable {
    private final Path path;
    private final ServerSocketChannel server;

    TestAgent(Path path, KeyPair key) throws IOException {
        this.path = path;
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        AgentImpl keys = new AgentImpl();
        keys.addIdentity(key, "a key of the agent");
        Thread.ofVirtual().start(() -> accept(keys));
    }

    Path path() {
        return path;
    }

    private void accept(AgentImpl keys) {
        try {
            while (true) {
                SocketChannel socket = server.accept();
                Thread.ofVirtual().start(() -> serve(keys, socket));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private static void serve(AgentImpl keys, SocketChannel socket) {
        AbstractAgentClient client = new AbstractAgentClient(keys) {
            @Override
            protected void reply(Buffer answer) throws IOException {
                socket.write(ByteBuffer.wrap(answer.getCompactData()));
            }
        };
        try (DataInputStream in = new DataInputStream(Channels.newInputStream(socket))) {
            while (true) {
                int length = in.readInt();
                Buffer asked = new ByteArrayBuffer(Integer.BYTES + length);
                asked.putInt(length);
                asked.putRawBytes(in.readNBytes(length));
                client.messageReceived(asked);
            }
        } catch (IOException e) {
            return; // whoever asked has gone
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(path);
    }
}
