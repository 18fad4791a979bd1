package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DoorTest {
    private static final int PATIENCE_SECONDS = 30;

    /** Can't accept its first connection. */
    private static final class Exhausted extends ServerSocket {
        private boolean hasFailed;

        Exhausted() throws IOException {
            super(0, 100, InetAddress.getLoopbackAddress());
        }

        @Override
        public Socket accept() throws IOException {
            if (!hasFailed) {
                hasFailed = true;
                throw new IOException("Too many open files");
            }
            return super.accept();
        }
    }

    private static Thread begin(Door door) {
        Thread thread = new Thread(door::accept, "door");
        thread.start();
        return thread;
    }

    private static Socket connect(ServerSocket server) throws IOException {
        return new Socket(server.getInetAddress(), server.getLocalPort());
    }

    @Test
    void door_afterAConnectionThatItCouldntAccept_takesTheNextOne() throws IOException, InterruptedException {
        BlockingQueue<Socket> opened = new LinkedBlockingQueue<>();
        Thread thread;
        try (ServerSocket server = new Exhausted()) {
            thread = begin(new Door(server, opened::add));
            try (Socket first = connect(server);
                    Socket taken = opened.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                assertThat(taken).isNotNull();
                assertThat(taken.getPort()).isEqualTo(first.getLocalPort());
            }
        }
        thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(thread.isAlive()).as("after its port was closed").isFalse();
    }

    /** A bound for each read would never be met. */
    @Test
    void stranger_whoSaysABitNowAndThen_isClosedWhenItsTimeIsOver() throws Exception {
        BlockingQueue<Boolean> over = new LinkedBlockingQueue<>();
        try (ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            Door door = new Door(
                    server,
                    socket -> {
                        try {
                            while (socket.getInputStream().read() >= 0) {} // as if an opening had no end
                        } catch (IOException e) {
                            // it was closed here
                        }
                        over.add(socket.isClosed());
                    },
                    200);
            begin(door);
            try (Socket stranger = connect(server)) {
                Boolean isClosed = null;
                for (int i = 0; i < 50 * PATIENCE_SECONDS && isClosed == null; i++) {
                    isClosed = over.poll(20, TimeUnit.MILLISECONDS);
                    if (isClosed == null) {
                        stranger.getOutputStream().write(1);
                    }
                }
                assertThat(isClosed).isTrue();
            } catch (SocketException e) {
                assertThat(over.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue(); // it was closed while this was said
            }
        }
    }

    @Test
    void newcomer_whereIdleStrangersTakeUpAllRoom_isOpenedInPlaceOfOneOfThem() throws Exception {
        BlockingQueue<Socket> opened = new LinkedBlockingQueue<>();
        List<Socket> strangers = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            begin(new Door(server, socket -> {
                opened.add(socket);
                try {
                    while (socket.getInputStream().read() >= 0) {} // until it is closed
                } catch (IOException e) {
                    assertThat(socket.isClosed()).isTrue();
                }
            }));
            for (int i = 0; i <= Door.ROOM; i++) {
                strangers.add(connect(server));
            }
            List<Socket> taken = new ArrayList<>();
            for (int i = 0; i <= Door.ROOM; i++) {
                taken.add(opened.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            assertThat(taken).doesNotContainNull();
            // Each is opened on a thread of its own, so an earlier one may have shown itself after the newcomer.
            int newcomer = strangers.get(Door.ROOM).getLocalPort();
            assertThat(taken.stream().filter(Socket::isClosed))
                    .singleElement()
                    .satisfies(closed -> assertThat(closed.getPort()).isNotEqualTo(newcomer));
        } finally {
            for (Socket each : strangers) {
                each.close();
            }
        }
    }
}
