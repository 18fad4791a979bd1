package org.sojourn.net.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Chance;
import org.sojourn.net.link.Crowd;
import org.sojourn.net.link.Refusals;
import org.sojourn.net.tls.Credentials;

/**
 * Where accepted connections are until they have said which wire they are for: at most {@link Bound#UNPROVEN_CONNECTIONS}, each
 * for at most {@link Bound#HANDSHAKE_MILLIS}. All happens on the port's loop.
 */
@ChannelHandler.Sharable
final class Door extends ChannelInitializer<Channel> {
    private static final int ROOM = Bound.UNPROVEN_CONNECTIONS.intValue();

    private final EventLoop loop;
    private final @Nullable Credentials credentials;
    private final Refusals refusals;
    private final List<NettyWire> wires;
    private final Crowd<Entrance> crowd;

    /** Those that have named a wire that isn't started yet. */
    private final List<Entrance> waiting = new ArrayList<>();

    Door(EventLoop loop, @Nullable Credentials credentials, Refusals refusals, Chance chance, NettyWire... wires) {
        this.loop = loop;
        this.credentials = credentials;
        this.refusals = refusals;
        this.wires = List.of(wires);
        this.crowd = new Crowd<>(ROOM, chance);
    }

    @Override
    protected void initChannel(Channel channel) {
        Entrance entrance = new Entrance(this, channel);
        if (credentials != null) {
            SslHandler tls = new SslHandler(credentials.engine(false));
            tls.setHandshakeTimeoutMillis(0); // the entrance sees to that
            channel.pipeline().addLast(tls);
        }
        channel.pipeline().addLast(entrance);
        Entrance evicted = crowd.add(entrance);
        if (evicted != null) {
            evicted.refuse(ROOM + " connections hadn't said their purpose, which is the bound, when another one came");
        }
    }

    EventLoop loop() {
        return loop;
    }

    boolean isEncrypted() {
        return credentials != null;
    }

    Refusals refusals() {
        return refusals;
    }

    @Nullable
    NettyWire wire(byte code) {
        for (NettyWire each : wires) {
            if (each.code() == code) {
                return each;
            }
        }
        return null;
    }

    void await(Entrance entrance) {
        waiting.add(entrance);
    }

    /** One has gone through, or away. */
    void left(Entrance entrance) {
        crowd.remove(entrance);
        waiting.remove(entrance);
    }

    /** A wire was started. */
    void letIn() {
        List.copyOf(waiting).forEach(Entrance::enter);
    }
}
