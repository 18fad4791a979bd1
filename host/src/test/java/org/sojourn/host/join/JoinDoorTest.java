package org.sojourn.host.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.place.Networks;
import org.sojourn.host.run.LauncherAddress;
import org.sojourn.host.run.PlaceProcess;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.Starter;
import org.sojourn.host.run.Wire;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/** What is said at the door of a run, by those who may come in and by others. */
class JoinDoorTest {
    private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private final Network.Authority authority = Networks.find().authority(Duration.ofDays(1));
    private final Token token = Token.fresh(authority.pin());

    @SuppressWarnings("NullAway.Init") // set before each test
    private JoinDoor door;

    private RunLog log = new RunLog(Path.of("")); // another before each test

    @BeforeEach
    void open() throws IOException {
        Path jar = folder.resolve("program.jar");
        if (!Files.exists(jar)) {
            Files.writeString(jar, "not really one");
        }
        door = new JoinDoor(
                InetAddress.getLoopbackAddress(),
                0,
                authority,
                token,
                Program.of(jar.toString(), folder),
                new Surroundings(List.of("-Done=1"), Map.of("TWO", "2")));
        Path kept = folder.resolve("kept");
        Files.createDirectories(
                kept, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        log = new RunLog(kept);
    }

    @AfterEach
    void close() {
        door.close();
    }

    private Joiner joiner(Token shown) {
        return new Joiner(
                HOST, door.port(), shown, new ProgramCache(folder.resolve("cache"), List.of()), false, told -> {});
    }

    private void admitNobody() {
        opens((wish, by) -> {
            throw new IllegalStateException("nobody comes in as " + wish.place() + " at " + wish.host());
        });
    }

    /** What is printed is kept in a folder that is there. */
    private void opens(JoinDoor.Arrivals decides) {
        door.open((wire, proven) -> {}, decides, log);
    }

    /** Opens to a process that becomes p4; returns it as soon as it was admitted. */
    private CompletableFuture<PlaceProcess> admits() {
        CompletableFuture<PlaceProcess> begun = new CompletableFuture<>();
        opens((wish, by) -> {
            Starter.Plan plan = new Starter.Plan(new Member(4, 9), wish.host(), 0, "", List.of());
            begun.complete(by.start(plan, Map.of(), line -> {}));
            return new CompletableFuture<>();
        });
        return begun;
    }

    private Wire wire(int first, int version, byte[] proof) throws IOException {
        Wire wire = new LauncherAddress(HOST, door.port(), authority.pin()).connect(60_000, JoinMessage.MOST_BYTES);
        wire.out().writeByte(first);
        wire.out().writeInt(version);
        wire.out().write(proof);
        wire.out().flush();
        return wire;
    }

    private static <M extends JoinMessage> M next(Class<M> kind, Wire wire) throws IOException {
        JoinMessage said = JoinMessage.next(wire);
        assertThat(said).isInstanceOf(kind);
        return Objects.requireNonNull(kind.cast(said));
    }

    @Test
    void joiner_withTheToken_isAskedOfTheRun() {
        admitNobody();
        assertThatThrownBy(() -> joiner(token).join(3, "10.1.2.3", 0, List.of()))
                .hasMessage("the run at " + HOST + ":" + door.port()
                        + " doesn't let this place in: nobody comes in as 3 at 10.1.2.3");
        assertThatThrownBy(() -> joiner(Token.of(token.text() + "\n")).join(-1, null, 0, List.of()))
                .as("the address from which it has come")
                .hasMessageContaining("nobody comes in as -1 at " + HOST);
    }

    @Test
    void joiner_withAnotherToken_isRefusedBeforeItSaysAnything() {
        admitNobody();
        assertThatThrownBy(() -> joiner(Token.fresh(authority.pin())).join(-1, null, 0, List.of()))
                .hasMessageContaining("its token isn't this run's");
        assertThatThrownBy(() -> joiner(Token.fresh(new byte[32])).join(-1, null, 0, List.of()))
                .as("a run that somebody else has put there")
                .hasMessageContaining("it isn't the launcher of this run");
    }

    @Test
    void joiner_ofAnotherVersion_isToldSo() throws IOException {
        admitNobody();
        try (Wire wire = wire(JoinDoor.JOINER, JoinMessage.VERSION + 1, new byte[0])) {
            assertThat(JoinMessage.next(wire))
                    .isEqualTo(new JoinMessage.Refused(
                            "it speaks version 3 of the door's protocol, and this run version 2; use the same"
                                    + " Sojourn at both ends"));
            assertThat(JoinMessage.next(wire)).isNull();
        }
    }

    @Test
    void joiner_whereNobodyListens_isToldSo() throws IOException {
        int closed;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = gone.getLocalPort();
        }
        ProgramCache cache = new ProgramCache(folder.resolve("cache"), List.of());
        assertThatThrownBy(() -> new Joiner(HOST, closed, token, cache, false, told -> {}).join(-1, null, 0, List.of()))
                .hasMessageStartingWith("nothing listens at " + HOST + ":" + closed);
        assertThatThrownBy(() -> new Joiner("no.such.invalid", closed, token, cache, false, told -> {})
                        .join(-1, null, 0, List.of()))
                .hasMessageStartingWith("there is no host no.such.invalid");
    }

    @Test
    void strangers_ofAnyKind_keepNobodyOut() throws IOException {
        admitNobody();
        long seed = Long.getLong("sojourn.seed", 20261123L);
        Random random = new Random(seed);
        List<Socket> strangers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Socket stranger = new Socket(InetAddress.getLoopbackAddress(), door.port());
            strangers.add(stranger);
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            if (i % 2 == 0) {
                stranger.getOutputStream().write(bytes);
            }
        }
        try (Wire other = wire('?', 0, new byte[0]);
                Wire incomplete = wire(JoinDoor.JOINER, JoinMessage.VERSION, new byte[5]);
                Wire hasty = wire(JoinDoor.JOINER, JoinMessage.VERSION, token.proof())) {
            assertThatThrownBy(() -> joiner(token).join(-1, null, 0, List.of()))
                    .as("seed %d", seed)
                    .hasMessageContaining("nobody comes in as -1");
            assertThat(other.in().read()).isEqualTo(-1);
            assertThat(JoinMessage.next(hasty)).isEqualTo(new JoinMessage.Welcome());
            hasty.live(60_000); // there may be signs of life by now
            hasty.out().writeInt(Integer.MAX_VALUE);
            hasty.out().flush();
            assertThat(JoinMessage.next(hasty))
                    .as("a length that no message has")
                    .isNull();
            assertThat(incomplete.ownHost()).isEqualTo(HOST);
        } finally {
            for (Socket each : strangers) {
                each.close();
            }
        }
    }

    @Test
    void admitted_whoFetchesAndTellsOfItsProcess_isHeard() throws Exception {
        CompletableFuture<Member> up = new CompletableFuture<>();
        CompletableFuture<PlaceProcess> begun = new CompletableFuture<>();
        List<String> errors = new ArrayList<>();
        Member member = new Member(4, 9);
        opens((wish, by) -> {
            Starter.Plan plan = new Starter.Plan(member, wish.host(), 0, "", List.of("-Dthree=3"));
            assertThat(by.isFar(plan)).isTrue();
            assertThat(wish).isEqualTo(new Wish(4, HOST, 3));
            begun.complete(by.start(plan, Map.of("TICKET", "t", LauncherAddress.PORT, "1"), errors::add));
            return up;
        });
        try (Wire wire = wire(JoinDoor.JOINER, JoinMessage.VERSION, token.proof())) {
            assertThat(JoinMessage.next(wire)).isEqualTo(new JoinMessage.Welcome());
            wire.live(60_000);
            new JoinMessage.Asks(new Wish(4, HOST, 3)).to(wire);
            JoinMessage.Admitted admitted = next(JoinMessage.Admitted.class, wire);
            assertThat(admitted.javaOptions()).containsExactly("-Done=1", "-Dthree=3");
            assertThat(admitted.environment()).isEqualTo(Map.of("TWO", "2", "TICKET", "t"));
            assertThat(admitted.program()).hasSize(1);
            new JoinMessage.Wants(0).to(wire);
            JoinMessage.Piece piece = next(JoinMessage.Piece.class, wire);
            assertThat(piece.bytes()).asString().isEqualTo("not really one");
            assertThat(next(JoinMessage.Piece.class, wire).bytes()).isEmpty();
            up.complete(member);
            assertThat(JoinMessage.next(wire)).isEqualTo(new JoinMessage.Joined());
            PlaceProcess process = begun.get(60, TimeUnit.SECONDS);
            assertThat(process.pid()).isZero();
            assertThat(admitted.keepsOutput()).isTrue();
            new JoinMessage.Printed("a line".getBytes(StandardCharsets.UTF_8)).to(wire);
            new JoinMessage.Said("last words").to(wire);
            new JoinMessage.Ended(7).to(wire);
            assertThat(process.end().get(60, TimeUnit.SECONDS)).isEqualTo(7);
            assertThat(errors).containsExactly("last words");
            assertThat(process.how()).isEmpty();
            log.settle();
            assertThat(RunLog.file(folder.resolve("kept"), "p4", 1)).content().endsWith(" a line\n");
        }
    }

    /** It was stopped while it fetches: what is given to it is on its way, for as long as the connection takes no more. */
    @Test
    void admitted_whoDoesntRead_isEndedWithoutWaiting() throws Exception {
        Path large = folder.resolve("program.jar");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(64 << 20);
        }
        door.close();
        open();
        CompletableFuture<PlaceProcess> begun = admits();
        try (Wire wire = wire(JoinDoor.JOINER, JoinMessage.VERSION, token.proof())) {
            assertThat(JoinMessage.next(wire)).isEqualTo(new JoinMessage.Welcome());
            wire.live(60_000);
            new JoinMessage.Asks(new Wish(4, HOST, 3)).to(wire);
            next(JoinMessage.Admitted.class, wire);
            new JoinMessage.Wants(0).to(wire);
            next(JoinMessage.Piece.class, wire);
            PlaceProcess process = begun.get(60, TimeUnit.SECONDS);
            await("nothing more goes out").atMost(Duration.ofSeconds(60)).until(JoinDoorTest::isStuck);
            CompletableFuture.runAsync(process::kill).get(10, TimeUnit.SECONDS);
            assertThat(process.end().get(60, TimeUnit.SECONDS)).isEqualTo(137);
            await("the connection is given up").atMost(Duration.ofSeconds(60)).until(() -> !isStuck());
        }
    }

    /** Whether the door gives a file to somebody. */
    private static boolean isStuck() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Stream::of)
                .anyMatch(frame -> frame.getClassName().equals(Applicant.class.getName())
                        && frame.getMethodName().equals("give"));
    }

    @Test
    void admitted_whoIsGone_countsAsEnded() throws Exception {
        CompletableFuture<PlaceProcess> begun = admits();
        try (Wire wire = wire(JoinDoor.JOINER, JoinMessage.VERSION, token.proof())) {
            assertThat(JoinMessage.next(wire)).isEqualTo(new JoinMessage.Welcome());
            new JoinMessage.Asks(new Wish(4, HOST, 3)).to(wire);
            begun.get(60, TimeUnit.SECONDS);
        }
        PlaceProcess process = begun.join();
        assertThat(process.end().get(60, TimeUnit.SECONDS)).isEqualTo(137);
        assertThat(process.how()).contains("the process that has begun it");
        process.kill();
    }
}
