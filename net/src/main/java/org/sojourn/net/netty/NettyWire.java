package org.sojourn.net.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/** The connections of one use, by the port that all share, on an event loop of their own. */
final class NettyWire implements Wire {
    private static final System.Logger LOG = System.getLogger(NettyWire.class.getName());
    static final WriteBufferWaterMark WATER = new WriteBufferWaterMark(256 << 10, 1 << 20);
    private static final long STEP_MILLIS = 10;
    private static final int CONNECT_MILLIS = 5_000;

    private final NettyPort port;
    private final byte code;
    private final ChannelFactory<? extends Channel> channels;
    private final EventLoop events;
    private final NettyLoop loop;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Set on this loop; the port's reads it, and leaves connections waiting until it sees it. */
    private volatile boolean started;

    /** Used on the loop only, as all that follows. */
    private final Set<NettyConnection> open = new HashSet<>();

    private @Nullable Acceptor acceptor;
    private boolean closing;

    /**
     * A wire that nobody has started.
     *
     * @param code the first byte of its connections
     * @param lends whether its loop lends its thread
     */
    NettyWire(NettyPort port, String name, byte code, boolean lends) {
        this(port, name, code, lends, OpenChannel::new);
    }

    NettyWire(NettyPort port, String name, byte code, boolean lends, ChannelFactory<? extends Channel> channels) {
        this.port = port;
        this.code = code;
        this.channels = channels;
        if (lends) {
            LendingLoop lending = new LendingLoop(name);
            this.events = lending;
            this.loop = new Lending(lending);
        } else {
            this.events = new SingleThreadIoEventLoop(null, LendingLoop.threads(name), NioIoHandler.newFactory());
            this.loop = new NettyLoop(events);
        }
    }

    byte code() {
        return code;
    }

    EventLoop events() {
        return events;
    }

    @Override
    public Loop loop() {
        return loop;
    }

    boolean isStarted() {
        return started;
    }

    @Override
    public void start(Acceptor accepts) {
        acceptor = accepts;
        started = true;
        port.started();
    }

    // ---- accepting ------------------------------------------------------------------------------------------------

    /** Takes a channel over from the loop of the port, which has read its first byte, and perhaps more. */
    void take(Channel channel, OptionalInt certified, ByteBuf rest) {
        if (channel.eventLoop() == events) {
            accept(channel, certified, rest);
            return;
        }
        channel.deregister().addListener((ChannelFutureListener) left -> {
            if (events.isShuttingDown()) { // Netty would log that it may not register
                rest.release();
                channel.unsafe().closeForcibly();
                return;
            }
            try {
                events.register(channel).addListener(there -> accept(channel, certified, rest));
            } catch (RejectedExecutionException e) { // this place is stopping
                rest.release();
                channel.unsafe().closeForcibly();
            }
        });
    }

    private void accept(Channel channel, OptionalInt certified, ByteBuf rest) {
        Acceptor told = acceptor;
        if (told == null || closing || !channel.isActive()) {
            rest.release();
            channel.close();
            return;
        }
        NettyConnection connection = connection(channel, certified);
        connection.take(rest);
        told.accepted(connection);
        channel.config().setAutoRead(true);
    }

    private NettyConnection connection(Channel channel, OptionalInt certified) {
        NettyConnection connection = new NettyConnection(channel, certified, port.refusals());
        channel.pipeline().addLast(connection);
        open.add(connection);
        channel.closeFuture().addListener(future -> {
            open.remove(connection);
            endWhenClosed();
        });
        return connection;
    }

    // ---- dialling -------------------------------------------------------------------------------------------------

    @Override
    public void dial(String host, int to, Dial dial) {
        Credentials credentials = port.credentials();
        ChannelInboundHandlerAdapter first = credentials == null
                ? new ChannelInboundHandlerAdapter()
                : new Shaking(credentials, host + ":" + to, dial);
        new Bootstrap()
                .group(events)
                .channelFactory(channels)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER)
                .handler(first)
                .connect(host, to)
                .addListener((ChannelFutureListener) future -> connected(future, first, dial));
    }

    private void connected(ChannelFuture future, ChannelInboundHandlerAdapter first, Dial dial) {
        if (!events.inEventLoop()) {
            // There is no channel, for want of a file descriptor perhaps, and so none that is on the loop.
            loop.execute(() -> connected(future, first, dial));
        } else if (!future.isSuccess()) {
            dial.failed(String.valueOf(future.cause().getMessage()));
        } else if (!(first instanceof Shaking)) {
            future.channel().pipeline().remove(first);
            dialled(future.channel(), OptionalInt.empty(), dial);
        }
    }

    /** Says what the connection is for. That goes out with the first that is said by it. */
    private void dialled(Channel channel, OptionalInt certified, Dial dial) {
        NettyConnection connection = connection(channel, certified);
        channel.write(Unpooled.wrappedBuffer(new byte[] {code}));
        if (closing) {
            connection.close();
        }
        dial.connected(connection);
    }

    /** Waits until a connection that was dialled is encrypted. */
    private final class Shaking extends ChannelInboundHandlerAdapter {
        private final Credentials credentials;
        private final String target;
        private final Dial dial;

        Shaking(Credentials credentials, String target, Dial dial) {
            this.credentials = credentials;
            this.target = target;
            this.dial = dial;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            SslHandler tls = new SslHandler(credentials.engine(true));
            tls.setHandshakeTimeoutMillis(Bound.HANDSHAKE_MILLIS.value());
            context.pipeline().addFirst(tls);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (!(event instanceof SslHandshakeCompletionEvent done)) {
                return;
            }
            if (done.isSuccess()) {
                SslHandler tls = context.pipeline().get(SslHandler.class);
                context.pipeline().remove(this);
                int place = Credentials.place(tls.engine().getSession());
                dialled(context.channel(), OptionalInt.of(place), dial);
            } else {
                String sentence = Failures.sentence(done.cause());
                if (Failures.isRefusal(done.cause())) {
                    port.refusals().refused("the connection to " + target + " is closed: " + sentence);
                }
                context.close();
                dial.failed(sentence);
            }
        }

        /** Its cause is that of the event. */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            context.close();
        }
    }

    // ---- closing --------------------------------------------------------------------------------------------------

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        List.copyOf(open).forEach(NettyConnection::close);
        endWhenClosed();
    }

    private void endWhenClosed() {
        if (closing && open.isEmpty() && closed.getCount() > 0) {
            closed.countDown();
            port.closed();
        }
    }

    /** The loop closes what is open at once, so it must not end before connections have written out what they keep. */
    void end() {
        events.shutdownGracefully(0, NettyConnection.CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void awaitClosed(long millis) {
        try {
            // A turn that its thread was lent to may last until the end, and nobody tends any more.
            for (long left = millis; left > 0; left -= STEP_MILLIS) {
                if (closed.await(Math.min(left, STEP_MILLIS), TimeUnit.MILLISECONDS)) {
                    return;
                }
                loop().goOn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The event loop as the protocol sees it. After the end, nothing runs any more, and nobody is told. */
    private static class NettyLoop implements Loop {
        private final EventLoop events;

        NettyLoop(EventLoop events) {
            this.events = events;
        }

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
                Future<?> future = events.schedule(Loop.telling(task, LOG), delayNanos, TimeUnit.NANOSECONDS);
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

    /** The same of one that lends its thread. */
    private static final class Lending extends NettyLoop {
        private final LendingLoop lending;

        Lending(LendingLoop lending) {
            super(lending);
            this.lending = lending;
        }

        @Override
        public boolean lends() {
            return true;
        }

        @Override
        public void lend(Runnable task) {
            lending.lend(task);
        }

        @Override
        public void goOn() {
            lending.goOn();
        }
    }
}
