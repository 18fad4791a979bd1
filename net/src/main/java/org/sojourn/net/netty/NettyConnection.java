package org.sojourn.net.netty;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.link.Refusals;
import org.sojourn.net.wire.Connection;

/** One channel, as the protocol sees it. On the channel's loop, but for what other threads may call. */
final class NettyConnection extends ChannelInboundHandlerAdapter implements Connection {
    private static final System.Logger LOG = System.getLogger(NettyConnection.class.getName());

    /** How long a closing connection may take to write out what it keeps: its peer may have stopped to read. */
    static final int CLOSE_MILLIS = 500;

    /** Up to so many bytes are copied into one buffer; what is larger is gathered. */
    private static final int COPY_BYTES = 1 << 20;

    private final Channel channel;
    private final OptionalInt certified;
    private final Refusals refusals;
    private @Nullable Listener listener;
    private @Nullable ByteBuf early;
    private String cause = "closed by the other side";
    private boolean isClosing;
    private boolean isClosed;

    /**
     * A connection that is open.
     *
     * @param certified the place that its other end has a certificate of
     * @param refusals told if that end refuses this one after all
     */
    NettyConnection(Channel channel, OptionalInt certified, Refusals refusals) {
        this.channel = channel;
        this.certified = certified;
        this.refusals = refusals;
    }

    @Override
    public OptionalInt certified() {
        return certified;
    }

    @Override
    public void listen(Listener told) {
        listener = told;
        ByteBuf waiting = early;
        early = null;
        if (waiting != null) {
            deliver(waiting);
        }
        if (isClosed) {
            told.closed(cause);
        }
    }

    @Override
    public void write(List<byte[]> chunks) {
        long total = 0;
        for (byte[] chunk : chunks) {
            total += chunk.length;
        }
        ByteBuf bytes;
        if (total <= COPY_BYTES) {
            bytes = channel.alloc().directBuffer((int) total);
            ByteBuffer room = bytes.internalNioBuffer(0, (int) total);
            chunks.forEach(room::put);
            bytes.writerIndex((int) total);
        } else {
            bytes = Unpooled.wrappedBuffer(chunks.size(), chunks.toArray(new byte[0][]));
        }
        channel.writeAndFlush(bytes, channel.voidPromise());
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    /** What is written must pass TLS, which is the loop's. */
    @Override
    public boolean writesHere() {
        if (certified.isPresent()) {
            return false;
        }
        ChannelOutboundBuffer kept = channel.unsafe().outboundBuffer();
        // An interrupt would close the channel.
        return kept != null
                && kept.totalPendingWriteBytes() == 0
                && !channel.eventLoop().inEventLoop()
                && !Thread.currentThread().isInterrupted();
    }

    @Override
    public byte[] writeHere(List<byte[]> chunks) {
        ByteBuffer bytes = ByteBuffer.wrap(joined(chunks));
        try {
            ((OpenChannel) channel).system().write(bytes);
        } catch (IOException e) {
            LOG.log(DEBUG, "the connection to {0} can''t be written; its loop will find out: {1}", remote(), e);
        }
        byte[] rest = new byte[bytes.remaining()];
        bytes.get(rest);
        return rest;
    }

    private static byte[] joined(List<byte[]> chunks) {
        int total = 0;
        for (byte[] chunk : chunks) {
            total += chunk.length;
        }
        byte[] joined = new byte[total];
        int at = 0;
        for (byte[] chunk : chunks) {
            System.arraycopy(chunk, 0, joined, at, chunk.length);
            at += chunk.length;
        }
        return joined;
    }

    @Override
    public void close() {
        if (channel.isOpen() && !isClosing) {
            isClosing = true;
            cause = "closed by this side";
            ScheduledFuture<?> force = channel.eventLoop()
                    .schedule(
                            () -> channel.unsafe().close(channel.unsafe().voidPromise()),
                            CLOSE_MILLIS,
                            TimeUnit.MILLISECONDS);
            channel.closeFuture().addListener(future -> force.cancel(false));
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public String remote() {
        return String.valueOf(channel.remoteAddress());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        take((ByteBuf) message);
    }

    /** Takes bytes, also those that came before this was the channel's handler. */
    void take(ByteBuf bytes) {
        if (listener != null) {
            deliver(bytes);
        } else {
            early = early == null ? bytes : Unpooled.wrappedBuffer(early, bytes);
        }
    }

    private void deliver(ByteBuf bytes) {
        try {
            for (ByteBuffer each : bytes.nioBuffers()) {
                while (each.hasRemaining() && listener != null) {
                    int before = each.remaining();
                    listener.received(each);
                    if (each.remaining() == before) {
                        return; // nobody wants the rest
                    }
                }
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable() && listener != null) {
            listener.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        isClosed = true;
        if (early != null) {
            early.release();
            early = null;
        }
        if (listener != null) {
            listener.closed(cause);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        cause = Failures.sentence(failure);
        if (Failures.isRefusal(failure)) {
            refusals.refused("the connection to " + remote() + " is closed: " + cause);
        } else if (!Failures.isOfTheNetwork(failure)) {
            LOG.log(ERROR, "the connection to " + remote() + " is closed, since it could not be served", failure);
        }
        channel.close();
    }
}
