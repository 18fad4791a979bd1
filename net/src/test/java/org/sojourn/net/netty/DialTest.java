package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Wire;

class DialTest {
    @Test
    void dial_thatCanOpenNoSocket_failsOnTheLoop() throws Exception {
        NettyPort port = new NettyPort("dial-test", "127.0.0.1", 0, null);
        NettyWire wire = new NettyWire(port, "dial-test-wire", (byte) 'x', false, () -> {
            throw new ChannelException(new IOException("Too many open files"));
        });
        try {
            CompletableFuture<Thread> loop = new CompletableFuture<>();
            CompletableFuture<Thread> told = new CompletableFuture<>();
            wire.loop().execute(() -> {
                loop.complete(Thread.currentThread());
                wire.dial("127.0.0.1", port.port(), new Wire.Dial() {
                    @Override
                    public void connected(Connection connection) {
                        told.completeExceptionally(new AssertionError("connected"));
                    }

                    @Override
                    public void failed(String cause) {
                        told.complete(Thread.currentThread());
                    }
                });
            });
            assertThat(told.get(60, TimeUnit.SECONDS)).isSameAs(loop.join());
        } finally {
            wire.end();
            port.close();
        }
    }
}
