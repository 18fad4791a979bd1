package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.Liar;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.link.Logs;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.tls.ForeignTls;
import org.sojourn.net.tls.RunAuthority;
import org.sojourn.net.wire.Connection;
import org.sojourn.net.wire.Wire;

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

    // ---- many of them ---------------------------------------------------------------------------------------------

    private static final long FRAMES = Long.getLong("sojourn.fuzz.sockets", 3_000);
    private static final int LIARS = 4;
    private static final int FIRST_LIAR = 2;

    /** No place comes twice. */
    private static final AtomicLong INCARNATIONS = new AtomicLong(1_000);

    private static final int IN_A_TALK = 1_000;

    /** One frame in so many is a connection of its own, to a place in clear and to one with TLS. */
    private static final int JUNK_ONE_IN = 20;

    /** Beyond that only some buffers are followed, since all of them take most of the time. */
    private static final long FOLLOWED = 20_000;

    private static final byte[] SECRET = new byte[16];
    private static final Duration DAY = Duration.ofDays(1);
    private static final List<byte[]> WORDS = List.of(
            "LSOJOURN\0".getBytes(StandardCharsets.US_ASCII),
            "mSOJOURN\0".getBytes(StandardCharsets.US_ASCII),
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3},
            new byte[] {0x16, 3, 3, 0x7F, -1, 2},
            new byte[] {-1, -1, -1, -1});

    /** What is logged besides refusals and links that are closed, and how many of these there are. */
    private static final class Watch extends Handler {
        final AtomicLong closings = new AtomicLong();
        final List<String> wrong = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord line) {
            String text = new SimpleFormatter().formatMessage(line);
            if (line.getThrown() != null
                    || line.getLevel().intValue() > Level.WARNING.intValue()
                    || text.contains("LEAK")) {
                wrong.add(text + (line.getThrown() == null ? "" : ": " + line.getThrown()));
            } else if (text.startsWith("the link to ")) {
                closings.incrementAndGet();
            }
            if (text.chars().anyMatch(Character::isISOControl) && !text.contains("LEAK")) {
                wrong.add("a line that breaks: " + text);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** A place whose port is met. */
    private static final class Met implements AutoCloseable, Links.Listener {
        final NettyPort port;
        final LinkMesh mesh;
        final AtomicLong packets = new AtomicLong();
        final AtomicLong goodbyes = new AtomicLong();
        private final Links.Listener decoding = Liar.victim(packets);

        Met(@Nullable Credentials credentials) throws IOException {
            port = new NettyPort("socket-fuzz-met", HOST, 0, credentials);
            mesh = new LinkMesh(
                    LinkOptions.of(VICTIM, SECRET, new byte[32], new SplittableRandom(SEED)::nextLong), port.links());
            mesh.start(this);
            Wire membership =
                    port.membership(); // a beginning for it would wait for its start, up to the bound of a handshake
            membership.loop().execute(() -> membership.start(Connection::close));
        }

        @Override
        public void ready() {}

        @Override
        public void message(Member from, byte[] payload) {
            decoding.message(from, payload);
        }

        @Override
        public void joined(Member peer) {}

        @Override
        public void left(Member peer, String cause) {
            decoding.left(peer, cause);
            if (cause.equals("it said goodbye")) {
                goodbyes.incrementAndGet();
            }
        }

        @Override
        public void close() {
            mesh.stop(0);
            port.close();
        }
    }

    /** A way to a port. */
    private interface Way {
        Socket socket() throws IOException;
    }

    /** Places of the run, each by a way of its own, that send frames with changed bytes; they come again when they were refused. */
    private static final class Liars {
        private final Met met;
        private final List<Way> ways;
        private final List<Liar> liars = new ArrayList<>();
        final AtomicLong connections = new AtomicLong();

        Liars(Met met, List<Way> ways) {
            this.met = met;
            this.ways = ways;
            for (int i = 0; i < ways.size(); i++) {
                liars.add(new Liar(SEED + i));
            }
        }

        /** In clear, or by TLS with the certificates of places. */
        static Liars of(Met met, @Nullable RunAuthority authority) throws Exception {
            List<Way> ways = new ArrayList<>();
            for (int i = 0; i < LIARS; i++) {
                if (authority == null) {
                    ways.add(() -> new Socket(HOST, met.port.port()));
                } else {
                    SSLContext own = ForeignTls.context(authority.identity(FIRST_LIAR + i));
                    ways.add(() -> own.getSocketFactory().createSocket(HOST, met.port.port()));
                }
            }
            return new Liars(met, ways);
        }

        /** Until so many packets more have come. Each connection is closed in the end by the place that is met. */
        void send(long count) throws Exception {
            long enough = met.packets.get() + count;
            each(LIARS, lane -> {
                int number = (int) lane;
                while (met.packets.get() < enough) {
                    try {
                        Member self = new Member(FIRST_LIAR + number, INCARNATIONS.incrementAndGet());
                        liars.get(number).converse(ways.get(number).socket(), self, VICTIM, SECRET, IN_A_TALK);
                        connections.incrementAndGet();
                        met.mesh.remove(self, () -> {}); // as the membership does; until then it may come again
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
        }
    }

    private static long descriptors() throws IOException {
        Path folder = Path.of("/proc/self/fd");
        if (!Files.exists(folder)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(folder)) {
            return open.count();
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("socket-fuzz-met"))
                .count();
    }

    /** Somebody who has no certificate, or doesn't want one, says something that begins like something, and goes. */
    private static void junk(int port, SplittableRandom random) throws IOException {
        try (Socket socket = new Socket(HOST, port)) {
            socket.setSoLinger(true, 0); // or this machine's ports are used up
            byte[] junk = new byte[random.nextInt(200)];
            random.nextBytes(junk);
            OutputStream out = socket.getOutputStream();
            try {
                out.write(WORDS.get(random.nextInt(WORDS.size())));
                out.write(junk);
            } catch (IOException e) {
                return; // refused before all was said
            }
        }
    }

    private static void each(long count, LongConsumer what) throws Exception {
        ExecutorService attackers = Executors.newFixedThreadPool(LIARS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < LIARS; i++) {
                int first = i;
                all.add(attackers.submit(() -> {
                    for (long number = first; number < count; number += LIARS) {
                        what.accept(number);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            attackers.shutdownNow();
        }
    }

    private static void junk(Met met, long count, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<SplittableRandom> each = List.of(random.split(), random.split(), random.split(), random.split());
        each(count, number -> {
            try {
                junk(met.port.port(), each.get((int) (number % LIARS)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Of another run: it is refused before it has said a word. */
    private static void strangers(Met met, long count) throws Exception {
        SSLContext foreign = ForeignTls.context(RunAuthority.of(DAY).identity(1));
        each(count, number -> {
            try (Socket socket = foreign.getSocketFactory().createSocket(HOST, met.port.port())) {
                socket.getOutputStream().write(WORDS.get(0));
                assertThat(socket.getInputStream().read()).isNegative();
            } catch (IOException e) {
                assertThat(e).isNotNull(); // told so
            }
        });
    }

    @Test
    void many_beforeAndAfterTls_areRefusedAndLeaveNothingBehind() throws Exception {
        ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(
                FRAMES > FOLLOWED ? ResourceLeakDetector.Level.ADVANCED : ResourceLeakDetector.Level.PARANOID);
        Watch watch = new Watch();
        List<Logger> loggers = Stream.of(
                        "org.sojourn.net",
                        LinkMesh.class.getName(), // which Logs has taken out
                        ResourceLeakDetector.class.getName())
                .map(Logger::getLogger)
                .toList();
        loggers.forEach(each -> {
            each.addHandler(watch);
            each.setUseParentHandlers(false);
        });
        RunAuthority authority = RunAuthority.of(DAY);
        try (Met plain = new Met(null);
                Met encrypted = new Met(Credentials.of(authority.identity(0), 0))) {
            Liars inClear = Liars.of(plain, null);
            Liars byTls = Liars.of(encrypted, authority);
            junk(plain, 20, SEED); // whatever is loaded once
            inClear.send(200);
            byTls.send(200);
            long descriptors = descriptors();
            long threads = threads();
            long heap = used();

            junk(plain, FRAMES / JUNK_ONE_IN, SEED + 1);
            junk(encrypted, FRAMES / JUNK_ONE_IN, SEED + 2);
            strangers(encrypted, Math.min(500, FRAMES / 100));
            inClear.send(FRAMES * 9 / 20);
            byTls.send(FRAMES * 9 / 20);

            System.out.println(FRAMES / JUNK_ONE_IN + " connections that say something in clear, as many to a port with"
                    + " TLS, " + Math.min(500, FRAMES / 100) + " strangers; of places of the run " + plain.packets
                    + " frames in clear by " + inClear.connections + " connections, and " + encrypted.packets
                    + " by TLS by " + byTls.connections);
            long closed = inClear.connections.get() + byTls.connections.get();
            await("a line for each link that is closed, but by a goodbye")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(watch.closings)
                            .hasValue(closed - plain.goodbyes.get() - encrypted.goodbyes.get()));
            await("their sockets are closed").atMost(PATIENCE).until(() -> descriptors() <= descriptors + 8);
            assertThat(threads()).isEqualTo(threads);
            assertThat(used() - heap).as("bytes that stay").isLessThan(MOST_LEFT + 500 * closed);
            assertThat(watch.wrong).isEmpty();
        } finally {
            ResourceLeakDetector.setLevel(before);
            loggers.forEach(each -> {
                each.removeHandler(watch);
                each.setUseParentHandlers(true);
            });
        }
    }

    private static final long MOST_LEFT = 24 << 20;

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
