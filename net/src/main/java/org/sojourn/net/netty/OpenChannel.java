package org.sojourn.net.netty;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * A channel that shows what the system calls it: any thread may write to that, if Netty has nothing kept for it.
 * Netty's own write from another thread would wake its loop, and have that write.
 */
final class OpenChannel extends NioSocketChannel {
    OpenChannel() {}

    private OpenChannel(Channel parent, SocketChannel accepted) {
        super(parent, accepted);
    }

    SocketChannel system() {
        return javaChannel();
    }

    /** Accepts such channels. */
    static final class Server extends NioServerSocketChannel {
        @Override
        protected int doReadMessages(List<Object> accepted) throws Exception {
            SocketChannel channel = javaChannel().accept();
            if (channel == null) {
                return 0;
            }
            accepted.add(new OpenChannel(this, channel));
            return 1;
        }
    }
}
