package org.sojourn.net.netty;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/**
 * Connections over TCP, all on one event loop of their own. The port is bound by the constructor, so its number is known
 * before anybody connects; connections are accepted from {@link #start} on.
 *
 * <p>NIO, which every JVM has: the measured floor is reached with it, and a native transport would be one more library to
 * load at each start.
 */
public final class NettyWire implements Wire {
    private static final System.Logger LOG = System.getLogger(NettyWire.class.getName());
    private static final int LOW_WATER = 256 << 10;
    private static final int HIGH_WATER = 1 << 20;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int BACKLOG = 256;

    /** How long a closing connection may take to write out what it keeps: its peer may have stopped to read. */
    private static final int CLOSE_MILLIS = 500;

    /** Up to so many bytes are copied into one buffer; what is larger is gathered. */
    private static final int COPY_BYTES = 1 << 20;

    private final EventLoopGroup group;
    private final NettyLoop loop;
    private final Channel server;
    private final InetSocketAddress address;

    /** Used on the loop only, as all that follows. */
    private final Set<NettyConnection> open = new HashSet<>();

    private @Nullable Acceptor acceptor;
    private boolean closing;

    /**
     * Binds.
     *
     * @param name names the thread
     * @param host the address to bind to
     * @param port the port, or 0 for a free one
     * @throws IOException if the port is taken or the address isn't this machine's; a sentence for people
     */
    public NettyWire(String name, String host, int port) throws IOException {
        this.group =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
        this.loop = new NettyLoop(group.next());
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channelFactory(OpenServerChannel::new)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(LOW_WATER, HIGH_WATER))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        NettyConnection connection = new NettyConnection(channel);
                        channel.pipeline().addLast(connection);
                        Acceptor told = acceptor;
                        if (told == null || closing) {
                            channel.close();
                        } else {
                            told.accepted(connection);
                        }
                    }
                })
                .bind(host, port)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
            Throwable cause = bound.cause();
            throw new IOException(
                    "port " + port + " on " + host + " can't be used: " + cause.getMessage()
                            + "; choose another port, or 0 for a free one",
                    cause);
        }
        this.server = bound.channel();
        this.address = (InetSocketAddress) server.localAddress();
    }

    /**
     * Returns the port.
     *
     * @return the one that was bound
     */
    public int port() {
        return address.getPort();
    }

    @Override
    public Loop loop() {
        return loop;
    }

    @Override
    public void start(Acceptor accepts) {
        acceptor = accepts;
        server.config().setAutoRead(true);
    }

    @Override
    public void dial(String host, int port, Dial dial) {
        NettyConnection[] made = new NettyConnection[1];
        new Bootstrap()
                .group(group)
                .channelFactory(OpenChannel::new)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(LOW_WATER, HIGH_WATER))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        made[0] = new NettyConnection(channel);
                        channel.pipeline().addLast(made[0]);
                    }
                })
                .connect(host, port)
                .addListener((ChannelFutureListener) future -> {
                    if (future.isSuccess()) {
                        dial.connected(made[0]);
                    } else {
                        dial.failed(String.valueOf(future.cause().getMessage()));
                    }
                });
    }

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        server.close();
        List.copyOf(open).forEach(NettyConnection::close);
        endWhenClosed();
    }

    /** The group closes what is open at once, so it must not end before connections have written out what they keep. */
    private void endWhenClosed() {
        if (closing && open.isEmpty()) {
            group.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void awaitClosed(long millis) {
        group.terminationFuture().awaitUninterruptibly(millis);
    }

    /** The event loop as the protocol sees it. After the end, nothing runs any more, and nobody is told. */
    private record NettyLoop(EventLoop events) implements Loop {
        @Override
        public void execute(Runnable task) {
            try {
                events.execute(task);
            } catch (RejectedExecutionException e) {
                // The place has stopped.
            }
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            try {
                Future<?> future = events.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
                return () -> future.cancel(false);
            } catch (RejectedExecutionException e) {
                return () -> {};
            }
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    }

    /**
     * A channel that shows what the system calls it: any thread may write to that, if Netty has nothing kept for it.
     * Netty's own write from another thread would wake its loop, and have that write.
     */
    static final class OpenChannel extends NioSocketChannel {
        OpenChannel() {}

        OpenChannel(Channel parent, SocketChannel accepted) {
            super(parent, accepted);
        }

        SocketChannel system() {
            return javaChannel();
        }
    }

    /** Accepts such channels. */
    static final class OpenServerChannel extends NioServerSocketChannel {
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

    /** One channel. */
    private final class NettyConnection extends ChannelInboundHandlerAdapter implements Connection {
        private final Channel channel;
        private @Nullable Listener listener;
        private @Nullable ByteBuf early;
        private String cause = "closed by the other side";
        private boolean isClosing;
        private boolean isClosed;

        NettyConnection(Channel channel) {
            this.channel = channel;
            open.add(this);
            channel.closeFuture().addListener(future -> {
                open.remove(this);
                endWhenClosed();
            });
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

        @Override
        public boolean writesHere() {
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
                Loop.Timer force = loop.schedule(TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS), channel::close);
                channel.closeFuture().addListener(future -> force.cancel());
                channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            }
        }

        @Override
        public String remote() {
            return String.valueOf(channel.remoteAddress());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
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
            cause = String.valueOf(failure.getMessage());
            if (!(failure instanceof IOException)) { // not the network's doing
                LOG.log(ERROR, "the connection to " + remote() + " is closed, since it could not be served", failure);
            }
            channel.close();
        }
    }
}
