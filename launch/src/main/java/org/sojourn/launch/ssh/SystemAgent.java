package org.sojourn.launch.ssh;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.SshAgentFactory;
import org.apache.sshd.agent.SshAgentServer;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.jspecify.annotations.Nullable;

/** The agent that holds a user's keys, behind a Unix-domain socket. */
final class SystemAgent extends AbstractAgentProxy {
    /** The longest answer that an agent of OpenSSH gives. */
    private static final int MOST_BYTES = 256 << 10;

    private final SocketChannel socket;
    private final DataInputStream in;

    private SystemAgent(SocketChannel socket) {
        super(null);
        this.socket = socket;
        this.in = new DataInputStream(Channels.newInputStream(socket));
    }

    /** Connects to the agent at a socket whenever somebody logs in; one that doesn't answer is as good as none. */
    static SshAgentFactory at(Path path, Attempts attempts) {
        return new SshAgentFactory() {
            @Override
            public List<ChannelFactory> getChannelForwardingFactories(FactoryManager manager) {
                return List.of();
            }

            @Override
            public @Nullable SshAgent createClient(Session session, FactoryManager manager) {
                try {
                    SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
                    socket.connect(UnixDomainSocketAddress.of(path));
                    return new SystemAgent(socket);
                } catch (IOException e) {
                    attempts.note(session, "the agent at " + path + " doesn't answer");
                    return null;
                }
            }

            @Override
            public SshAgentServer createServer(ConnectionService service) {
                throw new UnsupportedOperationException("agents aren't forwarded");
            }
        };
    }

    @Override
    protected synchronized Buffer request(Buffer asked) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(asked.array(), asked.rpos(), asked.available());
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
        int length = in.readInt();
        if (length < 1 || length > MOST_BYTES) {
            throw new IOException("the agent has answered with " + length + " bytes");
        }
        return new ByteArrayBuffer(in.readNBytes(length));
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        super.close();
    }
}
