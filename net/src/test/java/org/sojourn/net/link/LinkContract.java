package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.wire.Port;

/** What links keep, whatever carries them: all arrives once and in order, though connections break. */
@ExtendWith(Logs.class)
public abstract class LinkContract {
    /** How long something may take, on a busy machine. */
    protected static final Duration PATIENCE = Duration.ofSeconds(60);
    /** That of all that is random. */
    protected static final long SEED = Long.getLong("sojourn.seed", 99);
    /** From that seed. */
    protected final SplittableRandom random = new SplittableRandom(SEED);

    private final List<Place> places = new ArrayList<>();

    /** For those that extend it. */
    protected LinkContract() {}

    /**
     * Returns by how much less is sent, where that takes its time.
     *
     * @return a divisor
     */
    protected int less() {
        return 1;
    }

    /**
     * Opens the port of a place.
     *
     * @param place its number
     * @param isInTrouble whether its connections are to break when that is said
     * @return the port
     * @throws IOException if it can't be opened
     */
    protected abstract Port port(int place, boolean isInTrouble) throws IOException;

    /**
     * Returns where others reach a port.
     *
     * @param port the port
     * @param isInTrouble as above
     * @return its address for the others
     * @throws IOException if there is none
     */
    protected abstract Network.Address address(Port port, boolean isInTrouble) throws IOException;

    /** Breaks all connections, whatever is on its way by them. */
    protected abstract void cut();

    /**
     * Returns how many that were by now.
     *
     * @return a number
     */
    protected abstract int cuts();

    /**
     * Gives up what else was opened.
     *
     * @throws IOException if that fails
     */
    protected abstract void close() throws IOException;

    /**
     * Returns how the threads of ports and of what else was opened are named.
     *
     * @return a regular expression
     */
    protected abstract String threads();

    /** One place, which checks that numbers from each sender come in order and once. */
    private final class Place implements Links.Listener {
        final Member self;
        private final Port port;
        final LinkMesh mesh;
        final Map<Member, AtomicInteger> received = new ConcurrentHashMap<>();
        final List<String> wrong = new CopyOnWriteArrayList<>();
        final List<String> left = new CopyOnWriteArrayList<>();
        final List<byte[]> large = new CopyOnWriteArrayList<>();

        Place(int number, boolean isInTrouble) throws IOException {
            self = new Member(number, 50 + number);
            port = port(number, isInTrouble);
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

    /**
     * Begins with places.
     *
     * @param count how many
     * @param inTrouble whether their connections are to break when that is said
     * @throws IOException if one can't begin
     */
    protected final void places(int count, boolean inTrouble) throws IOException {
        for (int i = 0; i < count; i++) {
            places.add(new Place(i, inTrouble));
        }
        Map<Member, Network.Address> addresses = new HashMap<>();
        for (Place place : places) {
            addresses.put(place.self, address(place.port, inTrouble));
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
        close();
        await("the threads end")
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().matches(threads())));
    }

    /**
     * Returns where a place listens.
     *
     * @param place its number
     * @return the number that others dial
     */
    protected final int portOf(int place) {
        return places.get(place).port.port();
    }

    /**
     * Waits until p1 has so much from p0.
     *
     * @param sent how much
     */
    protected final void awaitArrival(int sent) {
        await("what was on its way")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> places.get(1).from(places.get(0)) == sent);
    }

    /**
     * Has each place send packets to each other one, and waits until all have come, once each and in order.
     *
     * @param packets how many
     * @param meanwhile done some twenty times; gets how many were sent by then
     */
    protected final void exchange(int packets, IntConsumer meanwhile) {
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
            cut();
            awaitArrival(sent);
        });
        assertThat(cuts()).isGreaterThan(10);
    }

    @Test
    void stop_rightAfterSends_writesThemOutAndSaysGoodbye() throws IOException {
        places(2, false);
        for (int i = 0; i < 50_000; i++) {
            places.get(0).number(places.get(1).self, i);
        }
        places.get(0).mesh.stop(PATIENCE.toMillis()); // what is left after the usual time isn't written out
        Place receiver = places.get(1);
        await("the goodbye").atMost(PATIENCE).until(() -> receiver.left.contains("p0 it said goodbye"));
        assertThat(receiver.from(places.get(0))).isEqualTo(50_000);
        assertThat(receiver.wrong).isEmpty();
    }
}
