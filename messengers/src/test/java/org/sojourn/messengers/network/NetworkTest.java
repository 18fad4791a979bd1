package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.messengers.Blocking;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.testkit.SimulatedCluster;

@Isolated("counts what all of this JVM log")
class NetworkTest {
    static Form compile(String script) {
        return Compiler.compile(
                new SourceFile("test.mc", script),
                name -> new SourceFile(name, "int visits = 0; int best = 1000; char label[16];"));
    }

    static Map<String, String> results(int places, String script, Object... arguments) {
        return results(places, 1, Ending.Word.QUIESCENT, script, arguments);
    }

    static Map<String, String> results(int places, long seed, Ending.Word word, String script, Object... arguments) {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(places).seed(seed).start()) {
            Network.Injection injection = cluster.guest(0, Network.class).inject(compile(script));
            for (int i = 0; i < arguments.length; i += 2) {
                injection.with((String) arguments[i], arguments[i + 1]);
            }
            var end = injection.start().toCompletableFuture();
            Ending ending = cluster.run();
            assertThat(ending.word()).as(ending.sentences().toString()).isEqualTo(word);
            if (end.isCompletedExceptionally()) {
                end.join();
            }
            return cluster.results();
        }
    }

    @Test
    void ring_walkedOverThreePlaces_countsEachNode() {
        assertThat(results(3, """
            #node "node"
            int n = 5, i; node_t home;
            home = $address;
            for (i = 0; i < n; i++) create(node = "r"; dir = +);
            create(node = home; dir = +);
            for (i = 0; i <= n; i++) { hop(dir = +); visits++; }
            m_result("visits", visits);
            m_result("hops", i);
            m_result("where", $node);
            """, "n", 7))
                .containsEntry("hops", "8")
                .containsEntry("visits", "1")
                .containsEntry("where", "\"init\"");
    }

    @Test
    void fork_andHopToAll_makeCopies() {
        assertThat(results(2, """
            #node "node"
            int k; node_t home; messenger_t child;
            home = $address;
            for (k = 0; k < 3; k++) { create(node = "leaf"); hop(node = home); }
            hop(node = "leaf");
            visits = visits + 10;
            hop(node = home);
            visits++;
            if (visits == 3) m_result("back", visits);
            """)).containsEntry("back", "3");
    }

    @Test
    void m_sched_node_andMailboxes_synchronise() {
        assertThat(results(2, """
            #node "node"
            int got; messenger_t child; node_t home;
            home = $address;
            child = m_fork();
            if (child) {
                m_sched_node(visits, ge, 2);
                m_recv(home, got);
                m_result("got", got);
                exit;
            }
            create(node = "b");
            m_send(home, 42);
            hop(node = home);
            visits++;
            visits++;
            """)).containsEntry("got", "42");
    }

    @Test
    void m_sched_node_otherVariablesAreSet_goesOnWhenItsOwnIs() {
        assertThat(results(1, 1, Ending.Word.FINISHED, """
            #node "node"
            int i; messenger_t child;
            child = m_fork();
            if (child) {
                m_sched_node(visits, eq, 3);
                m_result("first", i);
                m_await(visits == 4 && m_messengers() > 0);
                m_result("second", visits);
                exit;
            }
            for (i = 0; i < 4; i++) {
                best--;
                m_yield();
                visits++;
                m_yield();
            }
            """))
                .containsEntry("first", "0")
                .containsEntry("second", "4");
    }

    @Test
    void m_await_onLinksAndMessengers_goesOnWhenTheyChange() {
        assertThat(results(2, """
            #node "node"
            node_t home;
            messenger_t child;
            home = $address;
            child = m_fork();
            if (child) {
                m_await(visits == 0 && m_links() == 2);
                m_result("links", m_links());
                m_send(home, 1);
                m_await(visits == 0 && m_links() == 1);
                m_result("fewer links", m_links());
                m_await(visits == 0 && m_messengers() == 1);
                m_result("messengers", m_messengers());
                m_await(visits == 0 && m_messengers() == 2);
                m_result("more messengers", m_messengers());
                m_send(home, 2);
                exit;
            }
            create(node = "a"; physical = "p1");
            hop(node = home);
            m_yield();
            create(node = "b");
            int got;
            m_recv(home, got);
            hop(node = home);
            delete(node = "a");
            for (got = 0; got < 5; got++) m_yield();
            hop(node = home);
            m_recv(home, got);
            """))
                .containsEntry("links", "2")
                .containsEntry("fewer links", "1")
                .containsEntry("messengers", "1")
                .containsEntry("more messengers", "2");
    }

    @Test
    void m_await_onMessengers_goesOnWhenOneIsKilled() {
        assertThat(results(1, 1, Ending.Word.FINISHED, """
            #node "node"
            messenger_t child, waits;
            child = m_fork();
            if (child == none) { m_sched_node(visits, ge, 1); exit; }
            waits = m_fork();
            if (waits == none) { m_await(visits == 0 && m_messengers() == 1); m_result("alone", 1); exit; }
            m_yield();
            m_yield();
            kill(child);
            """)).containsEntry("alone", "1");
    }

    @Test
    void m_await_onPlaces_goesOnWhenOneJoins() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            cluster.guest(0, Network.class)
                    .inject(compile("#node \"n\"\nm_await(visits == 0 && m_places() == 3); m_result(\"places\", 3);"))
                    .begin();
            cluster.advance(Duration.ofSeconds(1));
            assertThat(cluster.results()).isEmpty();
            cluster.join();
            cluster.advance(Duration.ofSeconds(1));
            assertThat(cluster.results()).containsEntry("places", "3");
        }
    }

    @Test
    void delete_ofTheLastLink_takesTheNode() {
        assertThat(results(2, 1, Ending.Word.FINISHED, """
            int n; node_t home;
            home = $address;
            create(node = "a");
            delete(node = "init");
            n = m_links();
            m_result("links", n);
            hop(node = "a");
            m_result("never", 1);
            """))
                .containsEntry("links", "0")
                .doesNotContainKey("never");
    }

    /** The one that deletes goes first, and comes to the node before the one that brings the link's end there has run. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "create(node = \"y\"; link = \"l\"; physical = \"p0\");",
                "create(node = \"y\"; link = \"l\"; physical = \"p1\");",
                "create(node = other; link = \"l\");"
            })
    void delete_byAMessengerOfAHigherPriority_leavesNoLinkHalf(String creates) {
        Form script = compile("""
            int n;
            node_t home, other;
            home = $address;
            create(node = "other"; link = "way"; physical = "p1");
            other = $address;
            hop(node = home);
            if (m_fork() == none) { m_priority(7); delete(link = "l"); exit; }
            %s
            n = m_links();
            """.formatted(creates));
        for (int seed = 1; seed <= 20; seed++) {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(2).seed(seed).start()) {
                cluster.guest(0, Network.class).inject(script).begin();
                Ending ending = cluster.run();
                assertThat(ending.word())
                        .as("seed %d: %s", seed, ending.sentences())
                        .isEqualTo(Ending.Word.QUIESCENT);
                Map<Name, Integer> ends = new HashMap<>();
                for (int i = 0; i < 2; i++) {
                    Nodes nodes = ((PlaceNetwork) cluster.guest(i, Network.class)).nodes();
                    for (Sojourner each : nodes.residents().names().residents()) {
                        if (each instanceof Node node) {
                            node.links.forEach(link -> ends.merge(link.id(), 1, Integer::sum));
                        }
                    }
                }
                assertThat(ends).as("seed %d: the end of \"way\"", seed).hasSize(1);
                assertThat(ends.values()).as("seed %d", seed).containsOnly(2);
            }
        }
    }

    @Test
    void hop_thatFindsNothing_endsQuietlyAndIsCounted() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(1).start()) {
            var end = cluster.guest(0, Network.class)
                    .inject(compile("hop(node = \"nowhere\"); m_result(\"never\", 1);"))
                    .start();
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
            assertThat(end.toCompletableFuture()).isCompleted();
            assertThat(cluster.results()).isEmpty();
            assertThat(((PlaceNetwork) cluster.guest(0, Network.class))
                            .nodes()
                            .census()
                            .lostHops())
                    .isEqualTo(1);
        }
    }

    @Test
    void hopToAllNodes_reachesEachPlace() {
        assertThat(results(3, """
            int k; node_t home; int n;
            home = $address;
            for (k = 0; k < 6; k++) { create(node = "x"); hop(node = home); }
            hop(node = *);
            m_send(home, 1);
            hop(node = home);
            if ($last == home) { for (n = 0; n < 9; n++) m_recv(home, k); m_result("heard", n); }
            """)).containsEntry("heard", "9");
    }

    @Test
    void hopByName_toAnyPlace_goesToNeighboursOfThatName() {
        assertThat(results(2, """
            node_t home;
            home = $address;
            create(node = "A");
            hop(node = home);
            create(node = "B");
            create(node = "B"; link = "on");
            hop(node = home);
            hop(node = "B"; physical = *);
            m_result(m_text("at ", $node, " by ", $link), 1);
            """)).containsOnlyKeys("at B by ");
        assertThat(results(2, """
            node_t home;
            home = $address;
            create(node = "A");
            hop(node = home);
            create();
            hop(node = home);
            hop(node = ~; physical = *);
            m_result(m_text("at ", $node), 1);
            """)).containsOnlyKeys("at ");
    }

    @Test
    void remoteReceive_bringsTheMessageHome() {
        assertThat(results(2, """
            int got; node_t home; node_t far; messenger_t child;
            home = $address;
            child = m_fork();
            if (child) { m_recv(home, got); exit; }
            create(node = "far"; physical = "p1");
            far = $address;
            hop(node = home);
            child = m_fork();
            if (child) { m_recv(far, got); m_result("got", got); m_result("at", $node); m_send(home, 0); exit; }
            m_send(far, 7);
            """)).containsEntry("got", "7").containsEntry("at", "\"init\"");
    }

    @Test
    void fault_endsItsMessengerAndTellsWhoeverWaits() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            var failing = network.inject(compile("int a; int b; create(physical = \"p1\");\n a = a / b;"))
                    .start();
            var other =
                    network.inject(compile("create(); m_result(\"other\", 1);")).start();
            cluster.run();
            assertThat(failing.toCompletableFuture())
                    .failsWithin(java.time.Duration.ofSeconds(10))
                    .withThrowableThat()
                    .withMessageContaining("test.mc:2")
                    .withMessageContaining("p1");
            assertThat(other.toCompletableFuture()).isCompleted();
            assertThat(cluster.results()).containsEntry("other", "1");
        }
    }

    @Test
    void messengerThatWaitsForEver_stallsTheRunAndIsNamed() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(1).start()) {
            var unused = cluster.guest(0, Network.class)
                    .inject(compile("#node \"n\"\nint enough = 2;\nm_sched_node(visits, ge, enough);"))
                    .start();
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.STALLED);
            assertThat(ending.sentences())
                    .anyMatch(each -> each.contains("test.mc:3")
                            && each.contains("node init")
                            && each.endsWith("waits for node.visits >= enough, where enough is 2"));
        }
    }

    @Test
    void begin_ofOneThatFails_failsTheRunWithItsLine() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(3).start()) {
            cluster.guest(0, Network.class).inject(compile("""
                int zero;
                m_inject("none of this name.mc", 1 / zero);
                """)).with("zero", 0).begin();
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences()).singleElement().asString().startsWith("test.mc:2: ");
        }
    }

    @Test
    void failures_ofThousands_areAllCountedAndSeldomLogged() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger log = Logger.getLogger("org.sojourn.messengers");
        Handler counting = new Handler() {
            @Override
            public void publish(LogRecord said) {
                logged.add(said.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.setLevel(Level.SEVERE);
        log.setUseParentHandlers(false);
        log.addHandler(counting);
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(1).start()) {
            cluster.guest(0, Network.class)
                    .inject(compile("int i, zero;\nfor (i = 0; i < 1000; i++)\n    if (!m_fork()) m_print(1 / zero);"))
                    .begin();
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences()).hasSize(20).endsWith("981 more failures");
        } finally {
            log.removeHandler(counting);
            log.setUseParentHandlers(true);
            log.setLevel(null);
        }
        assertThat(logged).hasSize(103);
        assertThat(logged.get(102)).contains("(fault 512; most of those since fault 100 aren't logged)");
    }

    @Test
    void endlessLoop_isEndedWithASentence() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(1).start()) {
            Nodes nodes = ((PlaceNetwork) cluster.guest(0, Network.class)).nodes();
            LaneTurn turn = nodes.lanes()[0].turn();
            var end = cluster.guest(0, Network.class)
                    .inject(compile("int i;\nfor (;;) i++;"))
                    .start();
            Thread watch = new Thread(() -> {
                while (turn.begun() == 0) {
                    Thread.onSpinWait();
                }
                turn.stop(turn.begun());
            });
            watch.start();
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.FINISHED);
            assertThat(end.toCompletableFuture())
                    .failsWithin(java.time.Duration.ofSeconds(10))
                    .withThrowableThat()
                    .withMessageContaining("an endless loop?");
        }
    }

    /** What scripts call that may take its time. */
    public static final class Slow {
        private Slow() {}

        @Blocking
        public static int twice(int number) {
            return 2 * number;
        }
    }

    @Test
    void func_thatBlocks_hasTheMessengerWaitAndGoOn() {
        assertThat(results(2, """
            int number = 21;
            create(node = "a");
            func(file = "%s"; name = "twice"; in = number; out = number);
            m_result("number", number);
            """.formatted(Slow.class.getName()))).containsEntry("number", "42");
    }

    @Test
    void link_thatIsFull_holdsUpThoseNodesOnlyThatSendByIt() {
        Form flood = compile("""
            int i; node_t far; char big[100];
            create(node = "far"; physical = "p1");
            far = $address;
            hop(node = "init");
            for (i = 0; i < 50; i++) { m_send(far, big); m_yield(); }
            m_result("flood", i);
            """);
        Form walk = compile("""
            int i; node_t other; node_t home;
            create(node = "a"; physical = "p0");
            home = $address;
            create(node = "b"; physical = "p0");
            for (i = 0; i < 2000; i++) { other = $last; hop(node = other); }
            m_result("walk", i);
            """);
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(2)
                .seed(1)
                .workers(1)
                .linkBytes(300)
                .delays(Duration.ofMillis(10), Duration.ofMillis(20))
                .start()) {
            cluster.guest(0, Network.class).inject(flood).begin();
            cluster.guest(0, Network.class).inject(walk).begin();
            while (!cluster.results().containsKey("walk")) {
                cluster.advance(Duration.ofMillis(1));
            }
            assertThat(cluster.results()).doesNotContainKey("flood");
            cluster.run();
            assertThat(cluster.results()).containsKeys("walk", "flood");
        }
    }

    @Test
    void messengers_withPriorities_goInTheirOrderAlsoWhereTheyCome() {
        Form race = compile("""
            #node "node"
            int i, mine; node_t goal;
            create(node = "goal"; physical = "p1");
            goal = $address;
            hop(node = "init");
            for (i = 1; i <= 6; i++) {
                if (!m_fork()) {
                    mine = i % 3 * 3;
                    m_priority(mine);
                    m_yield();
                    hop(node = goal);
                    m_yield();
                    m_result(m_text("place ", visits), mine);
                    visits++;
                    exit;
                }
            }
            """);
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).workers(1).seed(1).start()) {
            cluster.guest(0, Network.class).inject(race).begin();
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(cluster.results())
                    .containsEntry("place 0", "6")
                    .containsEntry("place 1", "6")
                    .containsEntry("place 4", "0")
                    .containsEntry("place 5", "0");
        }
        assertThatThrownBy(() -> results(1, 1, Ending.Word.FINISHED, "int p = 8; m_priority(p);"))
                .hasMessageContaining("m_priority(8): a priority is 0 to 7, and 7 goes first");
    }
}
