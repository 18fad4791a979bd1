package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/** The thread of the links while it is lent: what becomes of the links if that lasts, fails, or leaves it interrupted. */
class LentThreadTest {
    private static final long PATIENCE_MILLIS = 20_000;
    private static final int ROUNDS = 200;

    private NettyPort port;
    private Wire wire;
    private Loop loop;

    @BeforeEach
    void bind() throws IOException {
        port = new NettyPort("lent-thread-test", "127.0.0.1", 0, null);
        wire = port.links();
        loop = wire.loop();
    }

    @AfterEach
    void close() {
        port.close();
    }

    /** Has the thread of the loop run something. */
    private void lend(Runnable task) {
        loop.execute(() -> loop.lend(task));
    }

    private static boolean isDone(CountDownLatch latch) {
        return isDone(latch, PATIENCE_MILLIS);
    }

    private static boolean isDone(CountDownLatch latch, long millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while it waits", e);
        }
    }

    @Test
    void wireThatIsClosed_whileItsThreadIsLent_isClosedBeforeThatComesBack() {
        CountDownLatch isLent = new CountDownLatch(1);
        CountDownLatch mayComeBack = new CountDownLatch(1);
        CountDownLatch isClosed = new CountDownLatch(1);
        lend(() -> {
            isLent.countDown();
            isDone(mayComeBack, 10 * PATIENCE_MILLIS);
        });
        assertThat(isDone(isLent)).isTrue();
        try {
            port.close();
            loop.execute(isClosed::countDown); // behind that

            wire.awaitClosed(PATIENCE_MILLIS);

            assertThat(isDone(isClosed)).isTrue();
        } finally {
            mayComeBack.countDown();
        }
    }

    /** A log that has no memory left, say. */
    private static final class Failing extends Handler {
        @Override
        public void publish(LogRecord entry) {
            throw new OutOfMemoryError("planted");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void loop_whenWhatItsThreadWasLentToFails_andSoDoesTheLogOfThat_goesOn() {
        Logger logger = Logger.getLogger(LendingLoop.class.getName());
        Handler failing = new Failing();
        CountDownLatch goesOn = new CountDownLatch(1);
        logger.addHandler(failing);
        logger.setUseParentHandlers(false);
        try {
            lend(() -> {
                loop.execute(goesOn::countDown);
                throw new IllegalStateException("planted");
            });

            assertThat(isDone(goesOn)).isTrue();
        } finally {
            logger.removeHandler(failing);
            logger.setUseParentHandlers(true);
        }
    }

    /** Has the thread of the loop leave itself interrupted, when it next looks at the network without waiting for it. On the loop. */
    private void lendToInterrupt() {
        loop.lend(() -> {
            loop.execute(() -> {});
            Thread.currentThread().interrupt();
        });
    }

    /** Sends each byte back; its thread is interrupted when it does, which is counted, and when it reads the next. */
    private final class Echo implements Connection.Listener {
        private final Connection connection;
        private final AtomicInteger left;
        private final CompletableFuture<String> how;

        Echo(Connection connection, AtomicInteger left, CompletableFuture<String> how) {
            this.connection = connection;
            this.left = left;
            this.how = how;
        }

        @Override
        public void received(ByteBuffer bytes) {
            lendToInterrupt();
            loop.execute(() -> {
                if (Thread.currentThread().isInterrupted() && left.getAndDecrement() == 0) {
                    how.complete("as it should");
                } else {
                    connection.write(List.of(new byte[] {1}));
                    lendToInterrupt();
                }
            });
        }

        @Override
        public void writable() {}

        @Override
        public void closed(String cause) {
            how.complete(cause);
        }
    }

    /** An interrupt of a turn may come when that is over; a channel that blocks would be closed. */
    @Test
    void threadOfTheLinks_thatIsInterrupted_closesNoConnection() {
        AtomicInteger left = new AtomicInteger(ROUNDS);
        CompletableFuture<String> how = new CompletableFuture<>();
        loop.execute(() -> {
            wire.start(accepted -> accepted.listen(new Echo(accepted, left, how)));
            wire.dial("127.0.0.1", port.port(), new Wire.Dial() {
                @Override
                public void connected(Connection connection) {
                    connection.listen(new Echo(connection, left, how));
                    connection.write(List.of(new byte[] {1}));
                }

                @Override
                public void failed(String cause) {
                    how.complete(cause);
                }
            });
        });

        assertThat(how.orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join()).isEqualTo("as it should");
    }
}
