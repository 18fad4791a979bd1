package org.sojourn.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.Hammer;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;
import org.sojourn.net.link.Logs;
import org.sojourn.net.tls.Credentials;

/** Links over real sockets on loopback, in clear or not. */
@ExtendWith(Logs.class)
abstract class LinkContract {
    private static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long SEED = Long.getLong("sojourn.seed", 99);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Place> places = new ArrayList<>();
    private final List<CuttingProxy> proxies = new ArrayList<>();

    /** By how much less is sent: encryption takes its time where it isn't compiled. */
    int less() {
        return 1;
    }

    /** What a place shows; null if it shows nothing. */
    abstract @Nullable Credentials credentials(int place) throws IOException;

    /** One place, which checks that numbers from each sender come in order and once. */
    private final class Place implements Links.Listener {
        final Member self;
        final NettyPort port;
        final LinkMesh mesh;
        final Map<Member, AtomicInteger> received = new ConcurrentHashMap<>();
        final List<String> wrong = new CopyOnWriteArrayList<>();
        final List<String> left = new CopyOnWriteArrayList<>();
        final List<byte[]> large = new CopyOnWriteArrayList<>();

        Place(int number) throws IOException {
            self = new Member(number, 50 + number);
            port = new NettyPort("netty-link-test-" + number, HOST, 0, credentials(number));
            SplittableRandom own = random.split();
            mesh = new LinkMesh(LinkOptions.of(self, new byte[16], new byte[32], own::nextLong), port.links());
        }

        void number(Member to, int number) {
            mesh.send(to, Lane.DATA, 1, ByteBuffer.allocate(100).putInt(number).array());
        }

        int from(Place sender) {
            AtomicInteger count = received.get(sender.self);
            return count == null ? 0 : count.get();
        }

        @Override
        public void ready() {}

        @Override
        public void message(Member from, byte[] payload) {
            if (payload.length > 1000) {
                large.add(payload);
                return;
            }
            int next = received.computeIfAbsent(from, member -> new AtomicInteger())
                    .getAndIncrement();
            int number = ByteBuffer.wrap(payload).getInt();
            if (number != next) {
                wrong.add(number + " from " + from + " instead of " + next);
            }
        }

        @Override
        public void joined(Member peer) {}

        @Override
        public void left(Member peer, String cause) {
            left.add(peer + " " + cause);
        }
    }

    private void places(int count, boolean throughProxies) throws IOException {
        for (int i = 0; i < count; i++) {
            places.add(new Place(i));
        }
        Map<Member, Network.Address> addresses = new HashMap<>();
        for (Place place : places) {
            int port = place.port.port();
            if (throughProxies) {
                CuttingProxy proxy = new CuttingProxy(port);
                proxies.add(proxy);
                port = proxy.port();
            }
            addresses.put(place.self, new Network.Address(HOST, port));
        }
        for (Place place : places) {
            place.mesh.addresses(addresses);
            place.mesh.start(place);
        }
    }

    @AfterEach
    void stop() throws IOException {
        for (Place place : places) {
            place.mesh.stop();
            place.port.close();
        }
        for (CuttingProxy proxy : proxies) {
            proxy.close();
        }
        await("the loops' threads end")
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("netty-link-test")
                                || thread.getName().startsWith("cutting-proxy")));
    }

    private void exchange(int packets, IntConsumer meanwhile) {
        for (int i = 0; i < packets; i++) {
            for (Place from : places) {
                for (Place to : places) {
                    if (from != to) {
                        from.number(to.self, i);
                    }
                }
            }
            if (i % (packets / 20) == packets / 40) {
                meanwhile.accept(i + 1);
            }
        }
        await("all packets")
                .atMost(PATIENCE)
                .until(() -> places.stream()
                        .allMatch(to -> places.stream()
                                .allMatch(from -> from == to || from.from(to) >= packets && to.from(from) >= packets)));
        assertThat(places).as("seed %d", SEED).allSatisfy(place -> {
            assertThat(place.wrong).isEmpty();
            assertThat(place.left).isEmpty();
        });
    }

    @Test
    void packets_betweenTwoPlaces_arriveOnceAndInOrder() throws IOException {
        places(2, false);
        exchange(100_000 / less(), sent -> {});
    }

    @Test
    void packets_betweenThreePlaces_arriveOnceAndInOrder() throws IOException {
        places(3, false);
        exchange(30_000 / less(), sent -> {});
    }

    @Test
    void payload_ofMegabytesWhilePacketsFlow_arrivesWhole() throws IOException {
        places(2, false);
        byte[] payload = new byte[(20 << 20) / less()];
        random.nextBytes(payload);
        places.get(1).mesh.send(places.get(0).self, Lane.BULK, 7, payload.clone());
        exchange(20_000 / less(), sent -> {});
        await("the payload").atMost(PATIENCE).until(() -> places.get(0).large.size() == 1);
        assertThat(places.get(0).large.get(0)).isEqualTo(payload);
    }

    @Test
    void connections_cutAgainAndAgain_loseAndRepeatNothing() throws IOException {
        places(3, true);
        exchange(20_000 / less(), sent -> {
            proxies.forEach(CuttingProxy::cut);
            await("what was on its way")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> places.get(1).from(places.get(0)) == sent);
        });
        assertThat(proxies.stream().mapToInt(CuttingProxy::cuts).sum()).isGreaterThan(10);
    }

    @Test
    void connections_cutWhileAStrangerHammersThePorts_areMadeAgain() throws IOException {
        places(2, true);
        try (Hammer first = new Hammer(places.get(0).port.port());
                Hammer second = new Hammer(places.get(1).port.port())) {
            first.awaitConnections(500);
            second.awaitConnections(500);
            exchange(2_000, sent -> {
                proxies.forEach(CuttingProxy::cut);
                await("what was on its way")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> places.get(1).from(places.get(0)) == sent);
            });
        }
    }

    @Test
    void port_givenGarbageWhilePacketsFlow_servesOn() throws IOException {
        places(2, false);
        exchange(20_000 / less(), sent -> {
            for (int i = 0; i < 20; i++) {
                byte[] garbage = new byte[random.nextInt(3000)];
                random.nextBytes(garbage);
                if (i % 2 == 0 && garbage.length > 8) {
                    ByteBuffer.wrap(garbage).put("SOJOURN\0".getBytes(StandardCharsets.US_ASCII));
                }
                try (Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), places.get(i % 2).port.port())) {
                    socket.getOutputStream().write(garbage);
                } catch (IOException e) {
                    assertThat(e)
                            .hasMessageMatching("(?i).*(reset|broken pipe).*"); // refused while it was being written
                }
            }
        });
    }

    @Test
    void port_taken_isASentence() throws IOException {
        places(1, false);
        int port = places.get(0).port.port();
        assertThatThrownBy(() -> new NettyPort("netty-link-test-taken", HOST, port, null))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("port " + port + " on 127.0.0.1 can't be used: ")
                .hasMessageEndingWith("choose another port, or 0 for a free one");
    }

    @Test
    void stop_rightAfterSends_writesThemOutAndSaysGoodbye() throws IOException {
        places(2, false);
        for (int i = 0; i < 50_000; i++) {
            places.get(0).number(places.get(1).self, i);
        }
        places.get(0).mesh.stop();
        Place receiver = places.get(1);
        await("the goodbye").atMost(PATIENCE).until(() -> receiver.left.contains("p0 it said goodbye"));
        assertThat(receiver.from(places.get(0))).isEqualTo(50_000);
        assertThat(receiver.wrong).isEmpty();
    }
}
