package org.sojourn.messengers.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a place's interface says to well-behaved clients, and to others. */
class HatchTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private final Room room = new Room();
    private Hatch hatch;
    private Path socket = folder;

    @BeforeEach
    void setUp() throws IOException {
        hatch = Hatch.open(
                new HatchSettings(folder.resolve("home/profile"), folder, 4, 64), new Identity(47, "p1", 1, 99), room);
        socket = folder.resolve("47-p1.socket");
    }

    @AfterEach
    void tearDown() {
        hatch.close();
    }

    @Test
    void open_andClose_leaveFilesForTheirOwnerAndThenNone() throws IOException {
        for (String each : List.of("47-p1.socket", "47-p1.shared", "home/profile")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(each))))
                    .as(each)
                    .isEqualTo("rw-------");
        }
        assertThat(Files.readString(folder.resolve("home/profile")))
                .contains("47\tp1\t" + ProcessHandle.current().pid() + "\t", "47-p1.shared\t", "47-p1.socket\t");
        hatch.close();
        assertThat(folder.resolve("home/profile")).doesNotExist();
        assertThat(folder.resolve("47-p1.socket")).doesNotExist();
        assertThat(folder.resolve("47-p1.shared")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        status                  | ok nodes=3 messengers=5 hops=8 faults=1 waiting=0 messages=0 clients=1
        get                     | ok loop-seconds=5
        get nothing             | refused there is no parameter 'nothing'; there are [loop-seconds]
        set loop-seconds 7      | ok
        set loop-seconds        | refused set takes a parameter and its value
        read 0                  | ok empty
        read 4                  | refused there is no slot 4; there are 4, numbered from 0 (sojourn.outside.slots)
        read -1                 | refused '-1' isn't a slot, which is a whole number from 0 to 2147483647
        write 0 long 1 two      | refused "1 two" should be whole numbers of 64 bits, with spaces between
        write 0 text            | refused write takes a slot, long, double or text, and the value
        write 0 int 3           | refused there is no kind 'int'; take long, double or text
        write 0 long 1 2 3 4 5 6 7 | refused a slot has room for 48 bytes, and the value has 56 (sojourn.outside.slot-bytes)
        send 6 x                | refused the priority 6 is the system's; messages have 0 to 5
        send high x             | refused 'high' isn't a priority, which is a whole number from 0 to 7
        send 3 a\\qb            | refused there is a \\\\ before 'q'; write \\\\\\\\ for a backslash, \\\\n for a line break, \\\\x07 for another control character, \\\\" for a quote
        recv                    | none
        recv 60001              | refused '60001' isn't a time in milliseconds, which is a whole number from 0 to 60000
        inject                  | refused inject takes the name of a script, and values as VARIABLE=VALUE
        inject no.mc            | refused there is no script 'no.mc'
        inject "no.mc           | refused a quote is opened and not closed
        dance                   | refused there is no command 'dance'; help shows those that there are
        ''                      | refused there is no command ''; help shows those that there are
        """)
    void command_byItself_isAnsweredByALine(String line, String answer) throws IOException {
        try (Caller caller = new Caller(socket)) {
            assertThat(caller.greeting).startsWith("sojourn 1 run 47 place p1 client ");
            assertThat(caller.say(line)).isEqualTo(answer);
            assertThat(caller.say("recv")).isEqualTo("none");
        }
    }

    @Test
    void messages_ofSeveralPriorities_areTakenHighestFirstThenOldest() throws IOException {
        Room.Taker taker = new Room.Taker(100);
        try (Caller caller = new Caller(socket)) {
            for (String each : List.of("0 a", "3 b", "5 c", "3 d\\n\\\\e", "0 f")) {
                assertThat(caller.say("send " + each)).isEqualTo("ok");
            }
            for (int i = 0; i < 5; i++) {
                assertThat(hatch.receive(taker, false)).isTrue();
            }
            assertThat(taker.taken).containsExactly("c", "b", "d\n\\e", "a", "f");
            hatch.send(0, 2, "low");
            hatch.send(1, 4, "high\nup");
            hatch.send(1, 2, "later");
            assertThat(List.of(caller.say("recv"), caller.say("recv"), caller.say("recv 10")))
                    .containsExactly("message 4 high\\nup", "message 2 low", "message 2 later");
        }
    }

    @Test
    void message_thatDoesNotFit_goesBackAndTheMessengerWaitsOn() throws IOException {
        Room.Taker waits = new Room.Taker(3);
        try (Caller caller = new Caller(socket)) {
            caller.say("send 5 much too long");
            assertThat(hatch.receive(waits, true)).isFalse();
            assertThat(caller.say("recv")).isEqualTo("message 7 refused it takes 3 characters");
            assertThat(caller.say("send 0 longer")).isEqualTo("refused it takes 3 characters");
            assertThat(caller.say("send 0 fit")).isEqualTo("ok");
            assertThat(waits.taken).containsExactly("fit");
            assertThat(hatch.waiting(9)).isEmpty();
        }
    }

    @Test
    void message_forTheSecondThatWaits_isTakenByThatOne() throws IOException {
        Room.Taker small = new Room.Taker(3);
        Room.Taker large = new Room.Taker(9);
        assertThat(hatch.receive(small, true) || hatch.receive(large, true)).isFalse();
        try (Caller caller = new Caller(socket)) {
            assertThat(caller.say("send 0 much too long"))
                    .isEqualTo("refused it takes 3 characters; nor does it fit the 1 that have waited next longest");
            assertThat(caller.say("send 0 longer")).isEqualTo("ok");
            assertThat(caller.say("send 0 fit")).isEqualTo("ok");
        }
        assertThat(large.taken).containsExactly("longer");
        assertThat(small.taken).containsExactly("fit");
    }

    /** The first one is gone before it is sent something, the second one with the line's first byte read. */
    @ParameterizedTest
    @CsvSource({"recv 20000, 0", "recv, 1"})
    void message_forWhoeverComes_outlivesAClientThatDies(String command, int read) throws IOException {
        if (read > 0) {
            hatch.send(0, 2, "first");
        }
        try (Caller caller = new Caller(socket)) {
            try (Caller dies = new Caller(socket)) {
                dies.raw((command + "\n").getBytes(StandardCharsets.UTF_8));
                dies.skip(read);
            }
            if (read == 0) {
                hatch.send(0, 2, "first");
            }
            hatch.send(0, 2, "second");
            List<String> all = new ArrayList<>(List.of(caller.say("recv 20000"), caller.say("recv 20000")));
            assertThat(all).containsExactlyInAnyOrder("message 2 first", "message 2 second");
            assertThat(caller.say("recv")).isEqualTo("none");
        }
    }

    @Test
    void message_givenBack_goesBeforeLaterOnes() {
        Box box = new Box();
        for (int age = 1; age <= 4; age++) {
            box.offer(new Box.Message(3, age, 0, "x", null));
        }
        box.poll();
        Box.Message second = box.poll();
        box.poll();
        box.restore(new Box.Message(3, 1, 0, "x", null));
        box.restore(java.util.Objects.requireNonNull(second));
        assertThat(java.util.stream.Stream.generate(box::poll)
                        .takeWhile(java.util.Objects::nonNull)
                        .map(Box.Message::age))
                .containsExactly(1L, 2L, 4L);
        assertThat(box.messages()).isZero();
    }

    @Test
    void queues_thatAreFull_refuse() throws IOException {
        try (Caller caller = new Caller(socket)) {
            for (int i = 0; i < Box.MOST_MESSAGES; i++) {
                assertThat(caller.say("send 1 x")).isEqualTo("ok");
            }
            assertThat(caller.say("send 5 x"))
                    .startsWith("refused the queue of this place is full: it has 1024 messages");
            for (int i = 0; i < Box.MOST_MESSAGES; i++) {
                assertThat(hatch.send(0, 1, "x")).isTrue();
            }
            assertThat(hatch.send(0, 1, "x")).isFalse();
            assertThat(hatch.send(77, 1, "x")).isFalse();
        }
    }

    @Test
    void source_sentAndInjected_beginsAndItsEndIsTold() throws IOException {
        try (Caller caller = new Caller(socket)) {
            assertThat(define(caller, "counts.node", "int visits = 0;")).isEqualTo("ok");
            assertThat(define(caller, "a.mc", "#node \"counts.node\"\nchar whom[16]; int n = 1; visits += n;"))
                    .isEqualTo("ok");
            assertThat(define(caller, "b.mc", "int n = 1"))
                    .startsWith("refused b.mc:1:10: E13: ")
                    .contains("\\n");
            assertThat(caller.say("inject a.mc --at far n=3 whom=\"Ada Lovelace\""))
                    .isEqualTo("ok 1");
            assertThat(caller.say("inject a.mc m=3")).startsWith("refused there is no variable m to be given");
            assertThat(caller.say("inject a.mc")).isEqualTo("ok 2");
            assertThat(room.begun).containsExactly("a.mc at far with {n=3, whom=Ada Lovelace}", "a.mc at null with {}");
            room.ends.get(1).complete(null);
            room.ends.get(0).completeExceptionally(new IllegalStateException("it has failed"));
            assertThat(caller.say("recv")).isEqualTo("message 6 ended 2");
            assertThat(caller.say("recv")).isEqualTo("message 6 failed 1 it has failed");
        }
    }

    private static String define(Caller caller, String name, String source) throws IOException {
        int bytes = source.getBytes(StandardCharsets.UTF_8).length;
        caller.raw(("define " + name + " " + bytes + "\n" + source).getBytes(StandardCharsets.UTF_8));
        return String.valueOf(caller.line());
    }

    @Test
    void injection_whoseClientHasGone_failsForTheRun() throws IOException {
        try (Caller caller = new Caller(socket)) {
            define(caller, "a.mc", "int n;");
            caller.say("inject a.mc");
            caller.say("hold");
            caller.say("hold");
            assertThat(room.holding).hasSize(1);
        }
        await().atMost(LONG).until(room.holding::isEmpty);
        await().atMost(LONG).until(() -> !hatch.send(1, 1, "x"));
        room.ends.get(0).completeExceptionally(new IllegalStateException("it has failed"));
        assertThat(room.unheard).containsExactly("it has failed");
    }

    @Test
    void failure_thatAClientHasNotFetched_failsForTheRun() throws IOException {
        try (Caller caller = new Caller(socket)) {
            define(caller, "a.mc", "int n;");
            caller.say("inject a.mc");
            caller.say("hold");
            room.ends.get(0).completeExceptionally(new IllegalStateException("it has failed"));
        }
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(room.heardBefore)
                        .as("before the run may end")
                        .containsExactly("it has failed"));
    }

    @Test
    void hold_thatIsRefused_isReleasedByNobody() throws IOException {
        room.isLeaving = true;
        try (Caller caller = new Caller(socket)) {
            assertThat(caller.say("hold")).isEqualTo("refused the place leaves");
            assertThat(caller.say("release")).isEqualTo("ok");
            assertThat(caller.say("hold")).isEqualTo("refused the place leaves");
            room.isLeaving = false;
            assertThat(caller.say("hold")).isEqualTo("ok");
            assertThat(room.holding).hasSize(1);
        }
        await().atMost(LONG).untilAsserted(() -> assertThat(room.holding).isEmpty());
        assertThat(room.released).hasValue(1);
    }

    /** The last words to clients of a place that ends. */
    private interface Farewell {
        /** {@return whether the place has waited until all had heard it} */
        boolean isHeard() throws IOException;
    }

    /** Begins anew, with another place, if the machine has stood still for longer than a place waits for its clients. */
    private void untilHeard(Farewell farewell) throws IOException {
        int tries = 1;
        while (!farewell.isHeard()) {
            assertThat(++tries)
                    .as("places that didn't wait until all had heard it")
                    .isLessThan(6);
            setUp();
        }
    }

    /** Ends the place. Returns whether all clients have heard that; if they take long, it goes without. */
    private boolean isHeardByAll() {
        long begun = System.nanoTime();
        hatch.close();
        return System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(OutsideBound.FAREWELL.value());
    }

    @Test
    void run_thatEnds_isTheLastWordToEachClient() throws IOException {
        untilHeard(() -> {
            try (Caller idle = new Caller(socket);
                    Caller waits = new Caller(socket)) {
                define(waits, "a.mc", "int n;");
                assertThat(waits.say("inject a.mc")).isEqualTo("ok 1");
                waits.raw("recv 60000\n".getBytes(StandardCharsets.UTF_8));
                if (!isHeardByAll()) {
                    return false;
                }
                String answer = String.valueOf(waits.line());
                String last = answer.equals("none") ? waits.line() : answer; // its command may have come too late
                assertThat(last).isEqualTo("refused the run is over; it has ended before injection 1");
                assertThat(idle.line()).isEqualTo("refused the run is over");
                assertThat(idle.line()).isNull();
                return true;
            }
        });
    }

    @Test
    void scriptsThatDoNotCompile_countForNothing() throws Refused {
        Sources sources = new Sources(room);
        String wrong = "int n = ;//" + "x".repeat(1_000_000);
        for (int i = 0; i < 70; i++) {
            assertThatThrownBy(() -> sources.add("w.mc", wrong)).hasMessageContaining("w.mc:1");
        }
        assertThat(sources.add("r.mc", "int n;")).isEmpty();
    }

    @Test
    void nonsense_ofAllKinds_closesItsConnectionAndNoOther() throws IOException {
        byte[] longLine = new byte[Lines.MOST_BYTES + 10];
        java.util.Arrays.fill(longLine, (byte) 'x');
        try (Caller other = new Caller(socket)) {
            assertThat(lastWords(longLine)).isEqualTo("refused a line has at most 65536 bytes, and this one is longer");
            assertThat(lastWords(new byte[] {'s', 0, '\n'}))
                    .isEqualTo("refused a line is text, and this one has a byte 0 at position 2");
            assertThat(lastWords(new byte[] {'s', (byte) 0xC3, '\n'}))
                    .isEqualTo("refused a line is text in UTF-8, and this one isn't");
            assertThat(lastWords("define a.mc 9999999\n".getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo("refused '9999999' isn't a number of bytes, which is a whole number from 0 to 1048576");
            Random random = new Random(42);
            for (int i = 0; i < 200; i++) {
                byte[] junk = new byte[random.nextInt(3_000)];
                random.nextBytes(junk);
                try (Caller caller = new Caller(socket)) {
                    caller.raw(junk);
                } catch (IOException e) {
                    // The place has closed the connection before all was written.
                }
            }
            // Until the place has seen that they are gone there may be as many clients as it has room for.
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(other.say("status")).endsWith(" clients=1"));
            try (Caller half = new Caller(socket)) {
                half.raw("send 3 half a li".getBytes(StandardCharsets.UTF_8));
                assertThat(other.say("recv")).isEqualTo("none");
            }
            assertThat(other.say("status")).startsWith("ok ");
        }
    }

    private String lastWords(byte[] sent) throws IOException {
        try (Caller caller = new Caller(socket)) {
            caller.raw(sent);
            String last = String.valueOf(caller.line());
            try {
                assertThat(caller.line()).isNull();
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("reset"); // there was more that nobody has read
            }
            return last;
        }
    }

    @Test
    void connections_inThousands_areTurnedAwayUntilSomeGo() throws IOException {
        List<Caller> all = new ArrayList<>();
        try {
            for (int i = 0; i < Acceptor.MOST; i++) {
                all.add(new Caller(socket));
            }
            for (int i = 0; i < 2_000; i++) {
                try (Caller caller = new Caller(socket)) {
                    assertThat(caller.greeting).startsWith("refused there are 64 clients");
                }
            }
            all.remove(0).close();
            await().atMost(LONG).untilAsserted(() -> {
                try (Caller caller = new Caller(socket)) {
                    assertThat(caller.greeting).startsWith("sojourn 1");
                }
            });
        } finally {
            for (Caller each : all) {
                each.close();
            }
        }
    }

    @Test
    void client_thatReadsNothing_keepsNobodyElseWaiting() throws IOException {
        hatch.write(0, new byte[48]);
        try (Caller slow = new Caller(socket);
                Caller quick = new Caller(socket)) {
            Thread flood = Thread.ofVirtual().start(() -> {
                byte[] reads = "help\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
                try {
                    while (true) {
                        slow.raw(reads); // until the place doesn't read any more, and then until the end
                    }
                } catch (IOException e) {
                    // Closed below.
                }
            });
            assertThat(quick.say("status")).contains("clients=2");
            assertThat(flood.isAlive()).isTrue();
        }
        await().atMost(LONG).until(() -> !hatch.send(1, 0, "x") && !hatch.send(2, 0, "x"));
    }

    @Test
    void close_whileClientsWait_endsThem() throws IOException {
        untilHeard(() -> {
            try (Caller caller = new Caller(socket)) {
                caller.raw("recv 60000\n".getBytes(StandardCharsets.UTF_8));
                if (!isHeardByAll()) {
                    return false;
                }
                String said = caller.line();
                // The place may have read the line before it ended, or not.
                assertThat("none".equals(said) ? caller.line() : said).isEqualTo("refused the run is over");
                return true;
            }
        });
    }

    @Test
    void sharedFile_cutOffByAnother_isRefusedFromThenOn() throws IOException {
        hatch.write(3, new long[] {1, -2});
        assertThat(hatch.read(3)).isEqualTo(new long[] {1, -2});
        try (FileChannel file = FileChannel.open(folder.resolve("47-p1.shared"), StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
        assertThatThrownBy(() -> hatch.read(3))
                .hasMessageContaining("47-p1.shared was made shorter by another process: it has 0 bytes of 4352");
        assertThatThrownBy(() -> hatch.write(3, new byte[1])).hasMessageContaining("made shorter by another process");
        assertThat(hatch.look()).isFalse();
        try (Caller caller = new Caller(socket)) {
            assertThat(caller.say("read 3"))
                    .startsWith("refused the shared file ")
                    .contains("made shorter");
        }
    }
}
