package org.sojourn.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.PlaceReport;

/** Which processes of places that were put out are places again. */
class ReturnsTest {
    private static final Member INIT = new Member(0, 100);
    private static final Member PLACE = new Member(1, 101);
    private static final Network.Address ADDRESS = new Network.Address(Launcher.LOOPBACK, 1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final PlaceReport REPORT = new PlaceReport(
            Map.of(),
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            new Links.Traffic(0, 0, 0, 0),
            0,
            Map.of());

    private static final class Process implements PlaceProcess {
        @Override
        public long pid() {
            return 1;
        }

        @Override
        public void kill() {}

        @Override
        public CompletableFuture<Integer> end() {
            return new CompletableFuture<>();
        }

        @Override
        public void hearOut(long until) {}
    }

    private final Seats seats = new Seats();
    private final Questions questions = new Questions(seats);
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Seat init = seat(INIT);
    private final Seat place = seat(PLACE);

    ReturnsTest() {
        seats.first(List.of(init, place));
        seats.roster(); // nobody has told where it listens, so that isn't known
    }

    private static Seat seat(Member member) {
        Seat seat = new Seat(new Starter.Plan(member, Launcher.LOOPBACK, 0, "", List.of()), true, 0);
        seat.process = new Process();
        return seat;
    }

    private final Launcher.Listener listener = new Launcher.Listener() {
        @Override
        public void notice(Member from, Notice notice) {
            told.add(from + " says " + notice.getClass().getSimpleName());
        }

        @Override
        public void ended(Member ended, int status, String how) {}

        @Override
        public void out(Member out) {
            told.add(out + " is out");
        }

        @Override
        public void returns(Member member, CompletableFuture<Member> runs) {
            told.add(member + " returns");
        }
    };

    private static RunPlan run(int returns) {
        return new RunPlan(
                INIT,
                Duration.ofSeconds(1),
                new byte[0],
                new PlaceSettings(1, false, "fory", "", List.of()),
                "",
                List.of(),
                true,
                "",
                Beginning.USUAL,
                returns);
    }

    private Returns returns(int times) {
        return new Returns(run(times), seats, questions, listener, (seat, process) -> told.add("followed"));
    }

    private Hearing hearing() {
        RunPlan run = run(1);
        Returns returns = returns(1);
        return new Hearing(
                run,
                seats,
                questions,
                new Verdicts(run, seats, questions, returns, listener),
                returns,
                new Departures(seats, INIT, questions),
                listener,
                null,
                all -> {});
    }

    /** Both ends of the line of a place. */
    private record Line(Control launchers, Control places) implements AutoCloseable {
        @Override
        public void close() {
            places.close();
            launchers.close();
        }
    }

    private static Line line(int place) throws IOException {
        Tickets tickets = new Tickets();
        byte[] ticket = HexFormat.of().parseHex(tickets.mint(place));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Control> its = new CompletableFuture<>();
            Threads.daemon("connects", () -> {
                try {
                    its.complete(Control.connect(LauncherAddress.here(server.getLocalPort()), place, ticket)
                            .control());
                } catch (IOException e) {
                    its.completeExceptionally(e);
                }
            });
            Socket socket = server.accept();
            Control.Opened opened = Control.accept(new Wire(socket, socket, Control.MAX_BYTES), tickets);
            opened.admit(Secret.fresh(), 0);
            return new Line(opened.control(), its.join());
        }
    }

    /** Has the init place answer what it is asked. */
    private Control initAnswers() throws IOException {
        Line line = line(0);
        init.line = line.launchers;
        Threads.daemon("init", () -> {
            try {
                for (Order each = line.places.nextOrder(); each != null; each = line.places.nextOrder()) {
                    if (each instanceof Order.Tell asked) {
                        line.places.send(new Notice.Told(asked.question(), REPORT, new Dump("", Map.of())));
                    }
                }
            } catch (IOException e) {
                told.add(String.valueOf(e.getMessage()));
            }
        });
        Threads.daemon("reader", () -> {
            try {
                for (Notice each = line.launchers.nextNotice(); each != null; each = line.launchers.nextNotice()) {
                    questions.answered(each);
                }
            } catch (IOException e) {
                told.add(String.valueOf(e.getMessage()));
            }
        });
        return line.places;
    }

    @Test
    void place_thatBelievesToBeOutWhileTheInitPlaceIsSilent_isNoPlaceAgain() {
        assertThat(returns(1).takes(place)).isNull();
        assertThat(place.isThere()).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void place_putOut_isAnotherMemberAndSoAsOftenAsItMay() throws IOException {
        try (Control line = initAnswers()) {
            assertThat(line).isNotNull();
            Returns returns = returns(1);
            assertThat(returns.lets(place)).isTrue();
            assertThat(returns.lets(place)).isTrue();
            assertThat(told).containsExactly("p1 is out");
            assertThat(place.isOutcastProcess()).isTrue();

            Seat heir = Objects.requireNonNull(returns.takes(place));

            assertThat(heir.member().place()).isEqualTo(1);
            assertThat(heir.member().incarnation()).isGreaterThan(PLACE.incarnation());
            assertThat(heir.process).isSameAs(place.process);
            assertThat(place.isOutcastProcess()).isFalse();
            assertThat(told).containsExactly("p1 is out", "followed", "p1 returns");
            assertThat(returns.lets(heir)).as("once more").isFalse();
            assertThat(returns.takes(heir)).isNull();
        }
    }

    /** It was put out just before it could say that it runs, and says so nevertheless. */
    @Test
    void place_putOutAsItBegins_isNotTakenForTheOneThatItsProcessIsNext() throws IOException {
        Notice up = new Notice.Up(1, 2, 3, 4);
        Hearing hearing = hearing();
        try (Control line = initAnswers();
                Line its = line(1)) {
            assertThat(line).isNotNull();
            place.line = its.launchers;
            hearing.arrived(place, its.launchers);
            assertThat(its.places.nextOrder()).isInstanceOf(Order.Assign.class);
            its.places.send(new Notice.Bound(ADDRESS, 1));
            assertThat(its.places.nextOrder()).isInstanceOf(Order.Roster.class);

            its.places.send(new Notice.Out("on purpose"));
            its.places.send(up);
            its.places.send(new Notice.Progress("before", 0, 1));
            assertThat(its.places.nextOrder()).isInstanceOf(Order.Assign.class);
            await().atMost(PATIENCE).until(() -> told.contains("p1 says Progress"));
            assertThat(told).doesNotContain("p1 says Up");
            Seat heir = Objects.requireNonNull(place.heir);
            assertThat(heir.up).isNotDone();

            its.places.send(new Notice.Bound(ADDRESS, 1));
            its.places.send(up);
            assertThat(heir.up.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
                    .isEqualTo(heir.member());
        }
    }

    @Test
    void process_whoseNumberIsAnothers_isNoPlaceAgain() throws IOException {
        try (Control line = initAnswers()) {
            assertThat(line).isNotNull();
            Returns returns = returns(1);
            assertThat(returns.lets(place)).isTrue();
            seats.add(seat(seats.next(1)));
            assertThat(seats.outcasts(1)).containsExactly(place);
            assertThat(returns.takes(place)).isNull();
        }
    }
}
