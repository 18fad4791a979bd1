package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.net.link.Logs;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.tls.RunAuthority;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Wire;

/** The first byte of a connection says which wire it is for, and the connection is then that wire's. */
class EntranceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String HOST = "127.0.0.1";
    private static final byte[] HELLO = {'h', 'e', 'l', 'l', 'o'};

    @RegisterExtension
    final Logs refusals = new Logs(NettyPort.class);

    private final List<NettyPort> ports = new ArrayList<>();
    private final List<Socket> sockets = new ArrayList<>();

    /** What was heard, with the name of the thread. */
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket each : sockets) {
            each.close();
        }
        ports.forEach(NettyPort::close);
        await("threads end")
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("entrance-test")));
    }

    private NettyPort port(@Nullable Credentials credentials) throws IOException {
        NettyPort port = new NettyPort("entrance-test", HOST, 0, credentials);
        ports.add(port);
        return port;
    }

    private void start(Wire wire) {
        wire.loop()
                .execute(() -> wire.start(connection -> connection.listen(new Connection.Listener() {
                    private int count;

                    @Override
                    public void received(ByteBuffer bytes) {
                        count += bytes.remaining();
                        bytes.position(bytes.limit());
                        if (count == HELLO.length) {
                            heard.add(Thread.currentThread().getName());
                        }
                    }

                    @Override
                    public void writable() {}

                    @Override
                    public void closed(String cause) {}
                })));
    }

    private Socket stranger(NettyPort port, int first) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port());
        sockets.add(socket);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.getOutputStream().write(first);
        socket.getOutputStream().write(HELLO);
        return socket;
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true; // reset, since it had said more
        }
    }

    @Test
    void firstByte_ofEachValue_namesAWireOrIsRefused() throws IOException {
        NettyPort port = port(null);
        start(port.links());
        start(port.membership());
        for (int first = 0; first < 256; first++) {
            int before = heard.size();
            Socket socket = stranger(port, first);
            if (first == 'L' || first == 'm') {
                await("its listener").atMost(PATIENCE).until(() -> heard.size() > before);
            } else {
                assertThat(isClosed(socket)).as("%d is refused", first).isTrue();
            }
        }
        assertThat(heard).containsExactly("entrance-test-links", "entrance-test-membership");
        assertThat(refusals.lines().get(0)).contains("was refused: it begins with 0x00, as no place does");
    }

    @Test
    void connection_forAWireThatIsNotStarted_waitsForIt() throws IOException {
        NettyPort port = port(null);
        start(port.membership());
        stranger(port, 'L');
        stranger(port, 'm');
        await("the other wire's").atMost(PATIENCE).until(() -> heard.size() == 1);

        start(port.links());

        await("both").atMost(PATIENCE).until(() -> heard.size() == 2);
        assertThat(heard).containsExactly("entrance-test-membership", "entrance-test-links");
        assertThat(refusals.lines()).isEmpty();
    }

    @Test
    void connections_whileTheLinksAreHeldUp_areTakenAndHeard() throws IOException {
        NettyPort port = port(null);
        start(port.links());
        start(port.membership());
        CountDownLatch slow = new CountDownLatch(1);
        port.links().loop().execute(() -> {
            try {
                slow.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; i < 10; i++) {
            stranger(port, 'L');
            stranger(port, 'm');
        }
        await("the membership's").atMost(PATIENCE).until(() -> heard.size() == 10);
        assertThat(heard).containsOnly("entrance-test-membership");

        slow.countDown();

        await("the links'").atMost(PATIENCE).until(() -> heard.size() == 20);
    }

    @Test
    void encryptedPort_givenAnyBeginning_letsNothingThrough() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        NettyPort port = port(Credentials.of(RunAuthority.of(Duration.ofDays(1)).identity(0), 0));
        start(port.links());
        start(port.membership());
        byte[] record = {0x16, 3, 1, 0, 100, 1, 0, 0, 96, 3, 3};
        for (int i = 0; i < 500; i++) {
            byte[] said = new byte[1 + random.nextInt(300)];
            random.nextBytes(said);
            if (i % 2 == 0) {
                System.arraycopy(record, 0, said, 0, Math.min(said.length, 1 + random.nextInt(record.length)));
            }
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
                socket.getOutputStream().write(said);
            }
        }
        assertThat(isClosed(stranger(port, 'm'))).isTrue();
        assertThat(heard).as("seed %d", seed).isEmpty();
        assertThat(refusals.lines()).isNotEmpty();
    }
}
