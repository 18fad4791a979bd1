package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.outside.Caller;
import org.sojourn.messengers.outside.HatchSettings;
import org.sojourn.testkit.SimulatedCluster;

/** Scripts at a place that deal with a process outside. */
class OutdoorsTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private Sojourn sojourn;
    private Nodes place;
    private Caller caller;

    @BeforeEach
    void setUp() throws IOException {
        sojourn = Sojourn.start(Config.local());
        place = ((PlaceNetwork) sojourn.guest(Network.class)).nodes();
        place.outdoors().open(new HatchSettings(folder.resolve("home/profile"), folder, 4, 64));
        caller = new Caller(folder.resolve(ProcessHandle.current().pid() + "-p0.socket"));
    }

    @AfterEach
    void tearDown() throws IOException {
        caller.close();
        sojourn.close();
    }

    private CompletableFuture<Void> run(String script) {
        return sojourn.guest(Network.class)
                .inject(NetworkTest.compile(script))
                .start()
                .toCompletableFuture()
                .orTimeout(LONG.toSeconds(), java.util.concurrent.TimeUnit.SECONDS);
    }

    @Test
    void messages_ofAllKinds_areTakenAsTheirVariablesAre() throws IOException {
        var end = run("""
            int numbers[3], n, c; double real; float parts[2]; char word[4]; long big; short small[2];
            c = m_outside_recv(numbers);
            m_outside_recv(real); m_outside_recv(parts); m_outside_recv(word); m_outside_recv(big);
            m_outside_recv(small);
            n = m_outside_send(c, 5, numbers[0] + numbers[1] + numbers[2], " ", real, " ", parts[1], " ", word, " ", big,
                " ", small[1], " ", m_outside_tryrecv(n));
            if (n != 1) m_outside_send(0, 5, "not sent");
            """);
        for (String each : new String[] {"1 -2 30", "2.5", "0.5 1e3", "day", "-9000000000", "7 -8"}) {
            assertThat(caller.say("send 3 " + each)).isEqualTo("ok");
        }
        assertThat(caller.say("recv 20000")).isEqualTo("message 5 29 2.5 1000.0 day -9000000000 -8 0");
        end.join();
    }

    @Test
    void message_thatNoVariableCanTake_endsNobody() throws IOException {
        var end = run(
                "int n; short pair[2]; m_outside_recv(n); m_outside_recv(pair); m_outside_send(0, 1, n + pair[1]);");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(caller.say("status")).contains("waiting=1"));
        assertThat(caller.say("send 3 one")).startsWith("refused \"one\" should be whole numbers of 64 bits");
        assertThat(caller.say("send 3 5000000000")).startsWith("refused the script wants ");
        assertThat(caller.say("send 3 1 2"))
                .startsWith("refused the script wants 1 number, and there are 2 (test.mc:1: ");
        assertThat(caller.say("send 3 40")).isEqualTo("ok");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(caller.say("send 3 1 2")).isEqualTo("ok"));
        assertThat(caller.say("recv 20000")).isEqualTo("message 1 42");
        end.join();
    }

    @Test
    void slots_writtenAndRead_keepNumbersAndTexts() throws IOException {
        run("""
            double real = 2.5, reals[2]; int whole[2] = {7, -8}; char text[8] = "day", letter = 'a', back[8]; long n;
            m_shared_write(0, reals[1]); m_shared_write(1, whole); m_shared_write(2, text); m_shared_write(3, letter);
            if (m_shared_read(2, back) && back == "day" && m_shared_read(3, n) && n == 97) m_shared_write(0, real);
            """).join();
        assertThat(new String[] {caller.say("read 0"), caller.say("read 1"), caller.say("read 2"), caller.say("read 3")
                })
                .containsExactly("ok double 2.5", "ok long 7 -8", "ok text day", "ok long 97");
        assertThatThrownBy(() -> run("int n; m_shared_read(2, n);").join())
                .hasMessageContaining("slot 2: the script wants numbers, and there is a text");
        assertThatThrownBy(() -> run("int n; m_shared_read(9, n);").join()).hasMessageContaining("there is no slot 9");
        assertThatThrownBy(() -> run("m_outside_send(1, 6, 0);").join())
                .hasMessageContaining("a message has a priority from 0 to 5, not 6");
    }

    @Test
    void messenger_thatWaits_canBeKilled() throws IOException {
        var end = run("""
            int n; messenger_t child = m_fork();
            if (child == none) { m_outside_recv(n); exit; }
            m_outside_recv(n);
            kill(child);
            """);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(caller.say("status")).contains("waiting=2"));
        assertThat(caller.say("send 1 1")).isEqualTo("ok");
        assertThat(caller.say("send 1 1")).isEqualTo("ok");
        end.join();
        assertThat(caller.say("status")).contains("messengers=0").contains("waiting=0");
    }

    @Test
    void node_thatWasLeftByDelete_goesWithTheLastThatWaitsThere() throws IOException {
        var end = run("""
            int n, pair[2]; messenger_t child;
            create(node = "x");
            child = m_fork();
            if (child == none) { m_outside_recv(pair); exit; }
            delete(node = "init");
            m_outside_recv(n);
            kill(child);
            """);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(caller.say("status")).contains("waiting=2"));
        assertThat(place.census().nodes()).isEqualTo(2);
        assertThat(caller.say("send 1 1")).isEqualTo("ok");
        end.join();
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(place.census().nodes()).isEqualTo(1));
    }

    @Test
    void parameter_set_isInForceAtOnce() throws IOException {
        assertThat(caller.say("get"))
                .isEqualTo("ok batch-micros=200 batch-packets=1 loop-seconds=5 messengers=10000000");
        assertThat(caller.say("set messengers 0"))
                .isEqualTo("refused messengers can't be '0': it is a whole number of messengers, at least 1");
        assertThat(caller.say("set loop-seconds 100000")).contains("at least 1 and at most 86400");
        assertThat(caller.say("set messengers 1")).isEqualTo("ok");
        assertThat(place.tuning().most()).isEqualTo(1);
        var waits = run("int n; m_outside_recv(n);");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(caller.say("status")).contains("waiting=1"));
        String source = "int k;";
        caller.raw(
                ("define k.mc " + source.length() + "\n" + source).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(caller.line()).isEqualTo("ok");
        assertThat(caller.say("inject k.mc")).startsWith("refused p0 has 1 of the 1 messengers that it may have");
        assertThat(caller.say("send 1 1")).isEqualTo("ok");
        waits.join();
    }

    @Test
    void run_thatIsOver_leavesNothing() throws IOException {
        sojourn.close();
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("home"));
        }
        assertThat(folder.resolve("home/profile")).doesNotExist();
    }

    @Test
    void outside_thatIsSwitchedOff_isSaidAtTheCall() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(1).start()) {
            var end = cluster.guest(0, Network.class)
                    .inject(NetworkTest.compile("int n;\nm_outside_recv(n);"))
                    .start();
            cluster.run();
            assertThatThrownBy(() -> end.toCompletableFuture().join())
                    .hasMessageContaining("test.mc:2: there is no outside: the run was started without it;"
                            + " ./sojourn run --outside has scripts deal with other processes");
        }
    }
}
