package org.sojourn.net.link;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A stranger who opens one connection to a port after the other, says nothing by it, and keeps hundreds open for as long as it may. */
public final class Hammer implements AutoCloseable {
    private static final int KEPT = 300;

    /** At most some thousands in a second, so that it leaves some processor time to whom it hammers at. */
    private static final long PAUSE_NANOS = 300_000;

    private final AtomicInteger connections = new AtomicInteger();
    private final Thread thread;
    private final int port;
    private volatile boolean isOver;

    /**
     * Begins.
     *
     * @param port a port of this machine
     */
    public Hammer(int port) {
        this.port = port;
        thread = new Thread(this::run, "hammer");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits until it has opened so many connections.
     *
     * @param count how many, all in all
     */
    public void awaitConnections(int count) {
        await("strangers").atMost(Duration.ofMinutes(1)).until(() -> connections.get() >= count);
    }

    private void run() {
        Deque<SocketChannel> open = new ArrayDeque<>();
        while (!isOver) {
            try {
                SocketChannel newest =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                newest.setOption(StandardSocketOptions.SO_LINGER, 0); // nothing is left of it in the system
                newest.configureBlocking(false);
                open.add(newest);
                connections.incrementAndGet();
                if (open.size() > KEPT) {
                    SocketChannel oldest = open.remove();
                    if (isOpenAtTheOtherEnd(oldest)) {
                        open.add(oldest);
                    } else {
                        oldest.close();
                    }
                    if (open.size() > KEPT) {
                        open.remove(newest);
                        newest.close();
                    }
                }
            } catch (IOException e) {
                LockSupport.parkNanos(PAUSE_NANOS); // nobody takes it at the moment
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        for (SocketChannel each : open) {
            try {
                each.close();
            } catch (IOException e) {
                throw new IllegalStateException("a socket that can't be closed", e);
            }
        }
    }

    private static boolean isOpenAtTheOtherEnd(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        isOver = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
