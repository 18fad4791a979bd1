package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;

class ControlTest {
    private static final byte[] SECRET = Secret.fresh();
    private static final Member PLACE = new Member(3, 77);

    private final ServerSocket server;

    private Tickets tickets = new Tickets();
    private byte[] ticket = mint(tickets);

    private static byte[] mint(Tickets of) {
        return HexFormat.of().parseHex(of.mint(3));
    }

    ControlTest() throws IOException {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void everyOrderAndNotice_sent_arrivesEqual() throws IOException {
        PlaceReport report = new PlaceReport(
                Map.of("Kind", 2L),
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                9,
                15,
                16,
                List.of("f"),
                List.of("m"),
                List.of("o"),
                List.of("w"),
                Map.of("Kind \"m\"", 12L),
                new Links.Traffic(10, 11, 12, 13),
                14,
                Map.of("hops", 15L));
        Map<Dump.Sort, List<String>> sentences = new EnumMap<>(Dump.Sort.class);
        for (Dump.Sort sort : Dump.Sort.values()) {
            sentences.put(sort, List.of("one that " + sort.word(), "and more"));
        }
        Dump dump = new Dump("p0 has 1 K", sentences);
        List<Order> orders = List.of(
                new Order.Assign(
                        PLACE,
                        PLACE,
                        "h",
                        1,
                        2,
                        new PlaceSettings(1, true, "kryo", "p", List.of("q")),
                        "Main",
                        List.of("a", "b"),
                        null,
                        true,
                        new Beginning(3, true),
                        true),
                new Order.Roster(Map.of(PLACE, new Network.Address("h", 1))),
                new Order.Lost(PLACE, "gone"),
                new Order.Stop(4),
                new Order.Dump(),
                new Order.Tell(17),
                new Order.Drain(18),
                new Order.Forget(19),
                new Order.Leave(20),
                new Order.Begin(),
                new Order.Finish(),
                new Order.Over(3),
                new Order.AsksForTerminal(),
                new Order.GivesTerminal());
        List<Notice> notices = List.of(
                new Notice.Bound(new Network.Address("h", 1), 3),
                new Notice.Up(1, 2, 3, 4),
                new Notice.Begins(),
                new Notice.Rests(new Ending(Ending.Word.QUIESCENT, List.of("idle: 1 K"), Map.of())),
                new Notice.Resumes(),
                new Notice.Progress("label", 1, 2),
                new Notice.Result("key", "\"value\""),
                new Notice.Ended(new Ending(Ending.Word.STALLED, List.of("why"), Map.of(PLACE, report)), 3),
                new Notice.Sampled(Map.of(PLACE, report)),
                new Notice.Exiting(),
                new Notice.Fatal("sentence", 2),
                new Notice.Lost(PLACE),
                new Notice.Out("silent"),
                new Notice.Told(17, report, dump),
                new Notice.Drained(18, "", 3, Map.of("Kind", 4L), List.of("why")),
                new Notice.AsksForTerminal(),
                new Notice.GivesTerminal(),
                new Notice.Leaves());
        try (Pair pair = new Pair()) {
            for (Order order : orders) {
                pair.launcher.send(order);
                assertThat(pair.place.nextOrder()).isEqualTo(order);
            }
            for (Notice notice : notices) {
                pair.place.send(notice);
                assertThat(pair.launcher.nextNotice()).isEqualTo(notice);
            }
            pair.launcher.close();
            assertThat(pair.place.nextOrder()).isNull();
        }
    }

    private Control.Opened accept(Socket socket) throws IOException {
        return Control.accept(new Wire(socket, socket, Control.MAX_BYTES), tickets);
    }

    private static CompletableFuture<Control.Entered> connecting(int port, byte[] ticket) {
        return connecting(() -> Control.connect(LauncherAddress.here(port), 3, ticket));
    }

    private static CompletableFuture<Control.Entered> connecting(Callable<Control.Entered> place) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return place.call();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }

    @Test
    void ticket_shownByItsPlace_getsTheSecretOnce() throws IOException {
        try (Pair pair = new Pair()) {
            assertThat(pair.secret).isEqualTo(SECRET);
        }
        CompletableFuture<Control.Entered> again = connecting(server.getLocalPort(), ticket);
        Control.Opened opened = accept(server.accept());
        assertThat(opened.place()).as("the ticket is spent").isEqualTo(-1);
        opened.control().close();
        assertThatThrownBy(again::join).hasMessageContaining("doesn't take this place's ticket");
    }

    @Test
    void ticket_ofAnotherRun_isNoPlaceAndSpendsNone() throws IOException {
        CompletableFuture<Control.Entered> stranger = connecting(server.getLocalPort(), mint(new Tickets()));
        Control.Opened opened = accept(server.accept());
        assertThat(opened.place()).isEqualTo(-1);
        opened.control().close();
        assertThatThrownBy(stranger::join).hasMessageContaining("doesn't take this place's ticket");
        try (Pair pair = new Pair()) {
            assertThat(pair.secret).as("the place itself still comes in").isEqualTo(SECRET);
        }
    }

    @Test
    void listener_thatDoesNotKnowTheTicket_isNoLauncher() throws IOException {
        CompletableFuture<Control.Entered> place = connecting(server.getLocalPort(), ticket);
        try (Socket accepted = server.accept()) {
            accepted.getOutputStream().write(new byte[64]);
            assertThatThrownBy(place::join).hasMessageContaining("doesn't take this place's ticket");
        }
    }

    @Test
    void listener_thatSaysNothing_isNoLauncher() {
        int port = server.getLocalPort();
        CompletableFuture<Control.Entered> place =
                connecting(() -> Control.connect(LauncherAddress.here(port), 3, ticket, 50));
        assertThatThrownBy(() -> place.get(60, TimeUnit.SECONDS))
                .hasMessageContaining(":" + port + " hasn't let this place in within 50 ms");
    }

    @Test
    void length_beyondTheBound_isRefusedBeforeAnythingIsAllocated() throws IOException {
        for (int length : new int[] {-1, 0, Integer.MAX_VALUE, Control.MAX_BYTES + 1}) {
            tickets = new Tickets();
            ticket = mint(tickets);
            try (Pair pair = new Pair()) {
                new DataOutputStream(pair.raw.getOutputStream()).writeInt(length);
                assertThatThrownBy(pair.place::nextOrder)
                        .isInstanceOf(ProtocolException.class)
                        .hasMessageContaining(Integer.toString(length));
            }
        }
    }

    @Test
    void place_thatHearsNothingForTheLinesSilence_holdsItToBeBroken() throws IOException {
        CompletableFuture<Control.Entered> place = connecting(server.getLocalPort(), ticket);
        try (Socket launcher = server.accept()) {
            DataOutputStream out = new DataOutputStream(launcher.getOutputStream());
            out.write(Control.proof(ticket, Control.FROM_LAUNCHER));
            out.write(SECRET);
            out.writeInt(200);
            try (Control line = place.join().control()) {
                assertThatThrownBy(line::nextOrder).hasMessageContaining("nothing was heard by it for");
            }
        }
    }

    @Test
    void place_thatShowsSignsOfLife_isHeardUntilItShowsNone() throws IOException {
        try (Socket place = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                DataInputStream in = new DataInputStream(place.getInputStream())) {
            DataOutputStream out = new DataOutputStream(place.getOutputStream());
            out.writeInt(3);
            out.write(Control.proof(ticket, Control.FROM_PLACE));
            Control.Opened opened = accept(server.accept());
            opened.admit(SECRET, 600);
            try (Control launcher = opened.control()) {
                in.readNBytes(32 + Secret.BYTES);
                assertThat(in.readInt()).isEqualTo(600);
                for (int i = 0; i < Wire.SIGNS + 2; i++) {
                    assertThat(in.readInt()).as("a sign of the launcher").isZero();
                    out.writeInt(0);
                }
                assertThatThrownBy(launcher::nextNotice)
                        .as("more signs than come within the silence, and then none")
                        .hasMessageContaining("nothing was heard by it for");
            }
        }
    }

    @Test
    void garbage_ofAnyKind_isARefusalAndNothingElse() throws IOException {
        long seed = Long.getLong("sojourn.seed", 20261120L);
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            tickets = new Tickets();
            ticket = mint(tickets);
            try (Pair pair = new Pair()) {
                byte[] bytes = new byte[random.nextInt(200) + 1];
                random.nextBytes(bytes);
                bytes[0] = (byte) random.nextInt(9);
                DataOutputStream out = new DataOutputStream(pair.raw.getOutputStream());
                out.writeInt(bytes.length);
                out.write(bytes);
                out.flush();
                assertThat(refuses(pair)).as("seed %d, input %d", seed, i).isTrue();
            }
        }
    }

    private static boolean refuses(Pair pair) {
        try {
            return pair.place.nextOrder() != null; // by chance it was a valid one
        } catch (IOException e) {
            return true;
        }
    }

    /** A launcher's end, a place's end, and the launcher's raw socket. */
    private final class Pair implements AutoCloseable {
        final Control place;
        final Socket raw;
        final Control launcher;
        final byte[] secret;

        Pair() throws IOException {
            CompletableFuture<Control.Entered> connecting = connecting(server.getLocalPort(), ticket);
            raw = server.accept();
            Control.Opened opened = accept(raw);
            assertThat(opened.place()).isEqualTo(3);
            opened.admit(SECRET, 0);
            launcher = opened.control();
            place = connecting.join().control();
            secret = connecting.join().secret();
        }

        @Override
        public void close() {
            place.close();
            launcher.close();
        }
    }
}
