package org.sojourn.net.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.link.Refusals;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.wire.Port;
import org.sojourn.net.wire.Wire;

/**
 * The one port of a place, bound by the constructor, and the wires by which all connections go: that of the links and that of the
 * membership. Connections are accepted from when the first of them is started on.
 *
 * <p><b>Which wire.</b> Who dials says it by the first byte, within TLS if there is any ({@link Entrance}).
 *
 * <p><b>Threads.</b> Each wire has an event loop of its own, since the links' decodes what the program has sent, and may take its time. Its
 * thread is also lent to parts, for turns that are expected to be short ({@link LendingLoop}).
 * That of the membership, which never does, also accepts, shakes hands for TLS and reads the first byte; the connection then goes
 * over to the loop of its wire. So a slow program keeps neither signs of life waiting nor connections.
 *
 * <p>NIO, which every JVM has: the measured floor is reached with it, and a native transport would be one more library to
 * load at each start. TLS is the JDK's for the same reason.
 */
public final class NettyPort implements Port {
    private static final System.Logger LOG = System.getLogger(NettyPort.class.getName());
    private static final int BACKLOG = 256;
    private static final int WIRES = 2;

    /** More than one bit apart, so that damage on the way makes neither of the other. */
    private static final byte LINKS = 'L';

    private static final byte MEMBERSHIP = 'm';

    private final @Nullable Credentials credentials;
    private final Refusals refusals = new Refusals(LOG);
    private final NettyWire links;
    private final NettyWire membership;
    private final Door door;
    private final Channel server;
    private final InetSocketAddress address;
    private final AtomicInteger open = new AtomicInteger(WIRES);

    /**
     * Binds.
     *
     * @param name names the threads
     * @param host the address to bind to
     * @param port the port, or 0 for a free one
     * @param credentials what connections are encrypted with; null if they aren't
     * @throws IOException if the port is taken or the address isn't this machine's; a sentence for people
     */
    public NettyPort(String name, String host, int port, @Nullable Credentials credentials) throws IOException {
        this.credentials = credentials;
        this.links = new NettyWire(this, name + "-links", LINKS, true);
        this.membership = new NettyWire(this, name + "-membership", MEMBERSHIP, false);
        this.door =
                new Door(membership.events(), credentials, refusals, new SecureRandom()::nextLong, links, membership);
        ChannelFuture bound = new ServerBootstrap()
                .group(membership.events())
                .channelFactory(OpenChannel.Server::new)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, NettyWire.WATER)
                .childHandler(door)
                .bind(host, port)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            links.end();
            membership.end();
            Throwable cause = bound.cause();
            throw new IOException(
                    "port " + port + " on " + host + " can't be used: " + cause.getMessage()
                            + "; choose another port, or 0 for a free one",
                    cause);
        }
        this.server = bound.channel();
        this.address = (InetSocketAddress) server.localAddress();
    }

    @Override
    public int port() {
        return address.getPort();
    }

    @Override
    public Wire links() {
        return links;
    }

    @Override
    public Wire membership() {
        return membership;
    }

    @Nullable
    Credentials credentials() {
        return credentials;
    }

    Refusals refusals() {
        return refusals;
    }

    /** A wire accepts from now on. On its loop. */
    void started() {
        membership.loop().execute(() -> {
            server.config().setAutoRead(true);
            door.letIn();
        });
    }

    /** A wire is closed: with the last one, the port and the threads go. */
    void closed() {
        if (open.decrementAndGet() == 0) {
            server.close();
            links.end();
            membership.end();
        }
    }

    @Override
    public void close() {
        for (NettyWire each : new NettyWire[] {links, membership}) {
            each.loop().execute(each::close);
        }
    }
}
