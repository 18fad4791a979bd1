package org.sojourn.net.netty;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.net.tls.Credentials;

/**
 * A connection that hasn't said which wire it is for. Its first byte says so: then it goes to the loop of that wire, with whatever has come
 * behind. Nothing of it is decoded before.
 */
final class Entrance extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(Entrance.class.getName());
    private static final byte TLS_HANDSHAKE = 0x16;

    private final Door door;
    private final Channel channel;
    private final Future<?> deadline;
    private @Nullable NettyWire wire;
    private ByteBuf rest = Unpooled.EMPTY_BUFFER;
    private boolean isOver;

    Entrance(Door door, Channel channel) {
        this.door = door;
        this.channel = channel;
        long millis = Bound.HANDSHAKE_MILLIS.value();
        this.deadline = door.loop()
                .schedule(
                        () -> refuse("it didn't say its purpose within " + millis + " ms"),
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (isOver || !bytes.isReadable()) {
            bytes.release();
            return;
        }
        if (wire != null) {
            rest = Unpooled.wrappedBuffer(rest, bytes); // of the same read
            return;
        }
        byte first = bytes.readByte();
        wire = door.wire(first);
        if (wire == null) {
            bytes.release();
            boolean isTls = first == TLS_HANDSHAKE && !door.isEncrypted();
            refuse(
                    isTls
                            ? "it speaks TLS, and this place speaks in clear; give all places certificates, or none"
                            : "it begins with 0x" + HexFormat.of().toHexDigits(first) + ", as no place does");
            return;
        }
        channel.config().setAutoRead(false);
        rest = bytes;
        door.loop().execute(this::enter);
    }

    /** Goes through, if the wire is started. */
    void enter() {
        NettyWire named = wire;
        if (isOver || named == null) {
            return;
        }
        if (!named.isStarted()) {
            door.await(this);
            return;
        }
        OptionalInt certified = OptionalInt.empty();
        if (door.isEncrypted()) {
            certified = OptionalInt.of(Credentials.place(
                    channel.pipeline().get(SslHandler.class).engine().getSession()));
        }
        ByteBuf behind = rest;
        rest = Unpooled.EMPTY_BUFFER;
        leave();
        channel.pipeline().remove(this);
        named.take(channel, certified, behind);
    }

    private void leave() {
        isOver = true;
        deadline.cancel(false);
        door.left(this);
        rest.release();
    }

    /** Closes the connection, and says why. */
    void refuse(String why) {
        if (!isOver) {
            leave();
            door.refusals().refused("a connection from " + channel.remoteAddress() + " was refused: " + why);
            channel.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!isOver) {
            leave();
            LOG.log(DEBUG, "{0} closed its connection before it said its purpose", channel.remoteAddress());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (Failures.isRefusal(failure)) {
            refuse(Failures.sentence(failure));
            return;
        }
        if (!Failures.isOfTheNetwork(failure)) {
            LOG.log(ERROR, "a connection from " + channel.remoteAddress() + " could not be served", failure);
        }
        channel.close();
    }
}
