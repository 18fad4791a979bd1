package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.link.Logs;

/**
 * Each byte that a place writes on a real connection, the first one, the handshake's and the frames', is changed on its way, one in each
 * conversation. What is hit is that conversation; a third place and the port don't notice.
 */
@ExtendWith(Logs.class)
class SocketFuzzTest {
    private static final long SEED = Long.getLong("sojourn.seed", 31);
    private static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PARALLEL = 8;
    private static final int PACKETS = 3;
    private static final int PACKET = 40;
    private static final int HEADER = 21;
    private static final int HANDSHAKE = 1 + 98 + 40;

    /** All packets wait for the connection, and go in one frame, each with its length. */
    private static final int CONVERSATION = HANDSHAKE + HEADER + PACKETS * (2 + PACKET);

    private static final int[] CHANGES = {0x01, 0x80, 0xFF};
    private static final Member VICTIM = new Member(0, 1);
    private static final Member BYSTANDER = new Member(1, 1);

    /** One place. */
    private static final class Place implements Links.Listener {
        final NettyPort port;
        final LinkMesh mesh;
        final Map<Member, AtomicInteger> received = new ConcurrentHashMap<>();
        final List<Member> left = new CopyOnWriteArrayList<>();
        final List<Integer> numbers = new CopyOnWriteArrayList<>();

        Place(Member self, long seed) throws IOException {
            port = new NettyPort("socket-fuzz-" + self, HOST, 0, null);
            SplittableRandom random = new SplittableRandom(seed);
            mesh = new LinkMesh(LinkOptions.of(self, new byte[16], new byte[32], random::nextLong), port.links());
        }

        void start(int victimPort) {
            mesh.addresses(Map.of(VICTIM, new Network.Address(HOST, victimPort)));
            mesh.start(this);
        }

        void stop() {
            mesh.stop();
            port.close();
        }

        int from(Member sender) {
            AtomicInteger count = received.get(sender);
            return count == null ? 0 : count.get();
        }

        @Override
        public void ready() {}

        @Override
        public void message(Member from, byte[] payload) {
            if (from.equals(BYSTANDER)) {
                numbers.add(ByteBuffer.wrap(payload).getInt());
            }
            received.computeIfAbsent(from, member -> new AtomicInteger()).incrementAndGet();
        }

        @Override
        public void joined(Member peer) {}

        @Override
        public void left(Member peer, String cause) {
            left.add(peer);
        }
    }

    /** Changes one byte of the first connection, closes that one when nothing follows, and passes all others on untouched. */
    private static final class ChangingProxy {
        private static final int QUIET_MILLIS = 50;
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Socket> open = new CopyOnWriteArrayList<>();
        private final int target;
        private final int at;
        private final int change;
        volatile boolean hasChanged;

        ChangingProxy(int target, int at, int change) throws IOException {
            this.target = target;
            this.at = at;
            this.change = change;
            thread(this::accept);
        }

        int port() {
            return server.getLocalPort();
        }

        private void accept() {
            boolean isFirst = true;
            while (!server.isClosed()) {
                try {
                    Socket here = server.accept();
                    Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
                    open.addAll(List.of(here, there));
                    int changed = isFirst ? at : -1;
                    isFirst = false;
                    thread(() -> pass(here, there, changed));
                    thread(() -> pass(there, here, -1));
                } catch (IOException e) {
                    continue; // the proxy is closed, or the connection was already
                }
            }
        }

        private void pass(Socket from, Socket to, int changed) {
            byte[] buffer = new byte[4096];
            int passed = 0;
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    int index = changed - passed;
                    if (index >= 0 && index < count) {
                        buffer[index] ^= (byte) change;
                        hasChanged = true;
                        from.setSoTimeout(QUIET_MILLIS);
                    }
                    out.write(buffer, 0, count);
                    passed += count;
                }
            } catch (SocketTimeoutException e) {
                // Nothing follows: whatever still waits for a rest is to see the end.
            } catch (IOException e) {
                // One end has closed.
            }
            end(from);
            end(to);
        }

        private static void end(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new IllegalStateException("a socket that can't be closed", e);
            }
        }

        private static void thread(Runnable body) {
            Thread thread = new Thread(body, "changing-proxy");
            thread.setDaemon(true);
            thread.start();
        }

        void close() throws IOException {
            server.close();
            open.forEach(ChangingProxy::end);
        }
    }

    /** One conversation with one byte changed; returns when it has recovered or ended. */
    private static void converse(Place victim, int at, int change) throws IOException {
        Member self = new Member(2, 1000 + at);
        Place place = new Place(self, SEED + at);
        ChangingProxy proxy = new ChangingProxy(victim.port.port(), at, change);
        try {
            place.start(proxy.port());
            byte[] packet = new byte[PACKET];
            Arrays.fill(packet, (byte) 0xFF);
            for (int i = 0; i < PACKETS; i++) {
                place.mesh.send(VICTIM, i == 1 ? Lane.CONTROL : Lane.DATA, 1, packet.clone());
            }
            await("byte " + at + " changed by " + change + ", seed " + SEED)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> proxy.hasChanged
                            && (victim.from(self) >= PACKETS
                                    || victim.left.contains(self)
                                    || place.left.contains(VICTIM)));
        } finally {
            place.stop(); // through the proxy, so that what it sent can still be acknowledged
            proxy.close();
        }
        assertThat(victim.from(self)).as("packets delivered, byte %d", at).isLessThanOrEqualTo(PACKETS);
    }

    @Test
    void conversation_eachByteChangedOnTheWay_isAllThatIsHit(Logs logs) throws Exception {
        Place victim = new Place(VICTIM, SEED);
        Place bystander = new Place(BYSTANDER, SEED + 1);
        ExecutorService attackers = Executors.newFixedThreadPool(PARALLEL);
        try {
            victim.mesh.start(victim);
            bystander.start(victim.port.port());
            List<Future<?>> conversations = new ArrayList<>();
            for (int i = 0; i < CONVERSATION; i++) {
                int at = i;
                conversations.add(attackers.submit(() -> {
                    converse(victim, at, CHANGES[at % CHANGES.length]);
                    return null;
                }));
            }
            int number = 0;
            for (Future<?> conversation : conversations) {
                conversation.get();
                int sent = number++;
                bystander.mesh.send(
                        VICTIM,
                        Lane.DATA,
                        1,
                        ByteBuffer.allocate(Integer.BYTES).putInt(sent).array());
                await("the bystander is served")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(2))
                        .until(() -> victim.numbers.size() == sent + 1);
            }
            assertThat(victim.numbers).isSorted().doesNotHaveDuplicates();
            assertThat(victim.left).doesNotContain(BYSTANDER);
            assertThat(bystander.left).isEmpty();
            assertThat(logs.lines()).hasSizeBetween(20, CONVERSATION);
        } finally {
            attackers.shutdownNow();
            bystander.stop();
            victim.stop();
        }
        await("threads end")
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("socket-fuzz")
                                || thread.getName().equals("changing-proxy")));
    }
}
