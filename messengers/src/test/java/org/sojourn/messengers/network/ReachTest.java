package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.messengers.MessengerFault;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.look.Inject;
import org.sojourn.testkit.SimulatedCluster;

/** What programs do at nodes of other places: begin messengers there, read and set variables, hear of faults. */
class ReachTest {
    /** Makes the nodes {@code here} at p0 and {@code there} at p1, and stays in neither. */
    private static final String NODES = """
        #node "node"
        create(node = "here"; physical = "p0");
        visits = 1;
        strcpy(label, "first");
        hop(node = "init");
        create(node = "there"; physical = "p1");
        visits = 2;
        """;

    /** By then a run of a few hops is over. */
    private static final long LATEST_NANOS = Duration.ofMillis(60).toNanos();

    /** Runs a script, does something as soon as it has ended, and returns what has come of it at the end of the run. */
    private static <T> CompletableFuture<T> after(
            int places, long seed, String script, Function<Network, CompletionStage<T>> then) {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(places).seed(seed).start()) {
            Network network = cluster.guest(0, Network.class);
            CompletionStage<T> made =
                    network.inject(NetworkTest.compile(script)).start().thenCompose(done -> then.apply(network));
            Ending ending = cluster.run();
            assertThat(ending.word())
                    .as("seed %d: %s", seed, ending.sentences())
                    .isIn(Ending.Word.QUIESCENT, Ending.Word.FINISHED);
            assertThat(made.toCompletableFuture()).isDone();
            return made.toCompletableFuture();
        }
    }

    private static ThrowableAssertAlternative<?> failure(CompletionStage<?> of) {
        return assertThat(of.toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .havingCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void variable_wherever_isReadAndSet(String node) {
        assertThat(after(
                                3,
                                1,
                                NODES,
                                network -> network.get(node, "visits", Integer.class)
                                        .thenCompose(visits -> network.set(node, "visits", visits + 40))
                                        .thenCompose(done -> network.get(node, "visits", Integer.class)))
                        .join())
                .isEqualTo(node.equals("here") ? 41 : 42);
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void variable_wherever_isSetToWhatAScriptCanHave(String node) {
        for (Object each : List.of((short) 40, (byte) 40, '(', 40L)) {
            assertThat(after(
                                    2,
                                    1,
                                    NODES,
                                    network -> network.set(node, "visits", each)
                                            .thenCompose(done -> network.get(node, "visits", Integer.class)))
                            .join())
                    .as("set to a %s", each.getClass())
                    .isEqualTo(40);
        }
        assertThat(after(
                                2,
                                1,
                                NODES,
                                network -> network.set(node, "visits", true)
                                        .thenCompose(done -> network.get(node, "visits", Integer.class)))
                        .join())
                .isEqualTo(1);
        assertThat(after(
                                2,
                                1,
                                NODES,
                                network -> network.set(node, "label", new char[] {'n', 'e', 'w'})
                                        .thenCompose(done -> network.get(node, "label", String.class)))
                        .join())
                .isEqualTo("new");
        failure(after(2, 1, NODES, network -> network.set(node, "visits", Duration.ZERO)))
                .withMessageContaining("the variable 'visits' can't be set to a java.time.Duration");
    }

    @Test
    void text_isReadAsOne_andArraysAreCopies() {
        assertThat(after(2, 1, NODES, network -> network.get("here", "label", String.class))
                        .join())
                .isEqualTo("first");
        assertThat(after(
                                2,
                                1,
                                NODES,
                                network -> network.get("here", "label", byte[].class)
                                        .thenCompose(bytes -> {
                                            bytes[0] = 'F';
                                            return network.get("here", "label", String.class);
                                        }))
                        .join())
                .isEqualTo("first");
    }

    @Test
    void set_wakesMessengersThatWait() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            network.inject(NetworkTest.compile("""
                #node "node"
                create(node = "there"; physical = "p1");
                m_fork();
                if ($node == "there") { m_sched_node(visits, ge, 7); m_result("woken", visits); }
                """)).begin();
            var ready = network.inject(NetworkTest.compile("create(node = \"x\");"))
                    .start()
                    .thenCompose(done -> network.set("there", "visits", 7));
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(ready.toCompletableFuture()).isCompleted();
            assertThat(cluster.results()).containsEntry("woken", "7");
        }
    }

    @Test
    void mistakes_areSaidByWhoeverAsks() {
        failure(after(2, 1, NODES, network -> network.get("nowhere", "visits", Integer.class)))
                .withMessageContaining("there is no node 'nowhere' in the network");
        failure(after(2, 1, NODES, network -> network.get("there", "missing", Integer.class)))
                .withMessageContaining("has no variable 'missing'; it has visits, best, label");
        failure(after(2, 1, NODES, network -> network.get("there", "visits", String.class)))
                .withMessageContaining("the variable 'visits' is of type Integer, not String; ask for that");
        failure(after(2, 1, NODES, network -> network.set("there", "visits", "many")))
                .withMessageContaining("can't have that value")
                .withMessageContaining("visits");
        failure(after(2, 1, NODES, network -> network.set("there", "label", "more than sixteen bytes")))
                .withMessageContaining("label has room for 16 bytes; the text has 23");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void variable_ofANodeThatMoves_isReadAndSet(int seed) {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(3)
                .seed(seed)
                .balance("rotate")
                .start()) {
            Network network = cluster.guest(0, Network.class);
            var sum = network.inject(NetworkTest.compile("""
                #node "node"
                int i; node_t here;
                create(node = "mover");
                here = $address;
                m_fork();
                for (i = 0; i < 20; i++) { hop(node = "init"; physical = "p0"); hop(node = here); best++; }
                """))
                    .start()
                    .thenCompose(done -> network.set("mover", "visits", seed))
                    .thenCompose(done -> network.get("mover", "visits", Integer.class));
            cluster.run();
            assertThat(sum.toCompletableFuture().join()).as("seed %d", seed).isEqualTo(seed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"there", "p1/15", "init"})
    void injection_atANodeElsewhere_beginsThere(String node) {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            var end = network.inject(NetworkTest.compile(NODES))
                    .start()
                    .thenCompose(done -> network.inject(NetworkTest.compile("m_result(\"at\", $physical);"))
                            .at(node)
                            .start());
            cluster.run();
            assertThat(end.toCompletableFuture()).isCompleted();
            assertThat(cluster.results()).containsEntry("at", node.equals("init") ? "\"p0\"" : "\"p1\"");
        }
    }

    @Test
    void injection_atNoNode_failsWhoeverWaitsOrTheRun() {
        failure(after(
                        2,
                        1,
                        NODES,
                        network -> network.inject(NetworkTest.compile("exit;"))
                                .at("nowhere")
                                .start()))
                .withMessageContaining("test.mc: there is no node 'nowhere' in the network");
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            cluster.guest(0, Network.class)
                    .inject(NetworkTest.compile("exit;"))
                    .at("nowhere")
                    .begin();
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences()).singleElement().asString().contains("there is no node 'nowhere'");
            assertThat(ending.reports().values())
                    .allSatisfy(each -> assertThat(each.alive()).doesNotContainKey("Messenger"));
        }
    }

    @Test
    void faults_whereverTheyHappen_areToldUntilTheListenerIsClosed() {
        List<MessengerFault> heard = new CopyOnWriteArrayList<>();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(3).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            Network.Listening listening = network.onFault(heard::add);
            String fails = "int zero;\ncreate(physical = \"p2\");\nm_print(1 / zero);";
            var end = network.inject(NetworkTest.compile(NODES)).start().thenCompose(done -> {
                network.inject(NetworkTest.compile(fails)).begin();
                return network.inject(NetworkTest.compile("int zero;\nm_print(1 % zero);"))
                        .start();
            });
            assertThat(cluster.run().word()).as("somebody listens").isEqualTo(Ending.Word.QUIESCENT);
            listening.close();
            assertThat(end.toCompletableFuture()).isCompletedExceptionally();
        }
        assertThat(heard).extracting(MessengerFault::place).containsExactlyInAnyOrder("p0", "p2");
        assertThat(heard).extracting(MessengerFault::line).containsExactlyInAnyOrder(2, 3);
        assertThat(heard)
                .allSatisfy(each -> assertThat(each.sentence())
                        .contains(each.script() + ":" + each.line() + ": ", each.node(), each.messenger()));
    }

    @Test
    void faults_atAPlaceThatJoinsLater_areToldAsWell() {
        List<MessengerFault> heard = new CopyOnWriteArrayList<>();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            network.onFault(heard::add);
            int joined = cluster.join();
            cluster.advance(Duration.ofSeconds(1));
            network.inject(NetworkTest.compile(
                            "int zero;\ncreate(physical = \"p" + joined + "\");\nm_print(1 / zero);"))
                    .begin();
            Ending ending = cluster.run();
            assertThat(ending.word()).as(ending.sentences().toString()).isEqualTo(Ending.Word.QUIESCENT);
        }
        assertThat(heard).extracting(MessengerFault::place).containsExactly("p2");
    }

    /** The fault is on its way to the listener when that is closed. */
    @Test
    void fault_thatComesAfterItsListenerWasClosed_isOneOfTheRun() {
        for (boolean isWaitedFor : new boolean[] {false, true}) {
            List<MessengerFault> heard = new CopyOnWriteArrayList<>();
            try (SimulatedCluster cluster = SimulatedCluster.builder()
                    .places(2)
                    .seed(1)
                    .delays(Duration.ofMillis(10), Duration.ofMillis(10))
                    .start()) {
                Network network = cluster.guest(0, Network.class);
                Network.Listening listening = network.onFault(heard::add);
                var injection = network.inject(
                        NetworkTest.compile("int zero;\ncreate(physical = \"p1\");\nm_print(1 / zero);"));
                if (isWaitedFor) {
                    injection.start();
                } else {
                    injection.begin();
                }
                Faults there =
                        ((PlaceNetwork) cluster.guest(1, Network.class)).nodes().faults();
                while (there.all() == 0) {
                    cluster.advance(Duration.ofMillis(1));
                }
                listening.close();
                assertThat(heard).isEmpty();
                Ending ending = cluster.run();
                assertThat(heard).isEmpty();
                assertThat(ending.word())
                        .as(ending.sentences().toString())
                        .isEqualTo(isWaitedFor ? Ending.Word.QUIESCENT : Ending.Word.FAILED);
            }
        }
    }

    @Test
    void listener_thatIsClosed_hearsNothing() {
        List<MessengerFault> heard = new CopyOnWriteArrayList<>();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).seed(1).start()) {
            Network network = cluster.guest(0, Network.class);
            network.onFault(heard::add).close();
            network.inject(NetworkTest.compile("int zero;\nm_print(1 / zero);")).begin();
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FAILED);
        }
        assertThat(heard).isEmpty();
    }

    /** Nobody is told any more, so it is the run that has failed. */
    @Test
    void failure_afterWhoeverWaitedHasGone_isOneOfTheRun() {
        byte[] fails = new Inject(
                        "",
                        true,
                        List.of(new Inject.Named(
                                "fails.mc",
                                NetworkTest.compile("int zero; create(physical = \"p1\"); m_print(1 / zero);")
                                        .bytes())),
                        List.of())
                .bytes();
        for (boolean isGone : new boolean[] {false, true}) {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(2).seed(1).start()) {
                PlaceNetwork network = (PlaceNetwork) cluster.guest(0, Network.class);
                CompletableFuture<byte[]> answer =
                        new Injecting(network.nodes()).answer(fails).toCompletableFuture();
                if (isGone) {
                    answer.cancel(false);
                }
                Ending ending = cluster.run();
                assertThat(ending.word()).isEqualTo(isGone ? Ending.Word.FAILED : Ending.Word.QUIESCENT);
                assertThat(answer).isDone();
            }
        }
    }

    /** A messenger comes from outside at any moment of a short run, also while its end is being found. */
    @Test
    void injectionFromOutside_whileTheRunEnds_isDoneOrRefused() {
        byte[] late = new Inject(
                        "",
                        false,
                        List.of(new Inject.Named(
                                "late.mc",
                                NetworkTest.compile("create(physical = \"p1\"); m_result(\"late\", 1);")
                                        .bytes())),
                        List.of())
                .bytes();
        int done = 0;
        int refused = 0;
        for (int seed = 1; seed <= 300; seed++) {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).seed(seed).start()) {
                PlaceNetwork network = (PlaceNetwork) cluster.guest(0, Network.class);
                CompletableFuture<byte[]> answer = new CompletableFuture<>();
                network.nodes()
                        .site()
                        .clock()
                        .arm(
                                LATEST_NANOS / 300 * seed,
                                () -> new Injecting(network.nodes())
                                        .answer(late)
                                        .whenComplete((bytes, failure) -> {
                                            if (failure == null) {
                                                answer.complete(bytes);
                                            } else {
                                                answer.completeExceptionally(failure);
                                            }
                                        }));
                network.inject(NetworkTest.compile("create(physical = \"p2\"); create(physical = \"p1\");"))
                        .begin();
                cluster.run();
                boolean isDone = answer.isDone() && !answer.isCompletedExceptionally();
                assertThat(cluster.results().containsKey("late"))
                        .as("seed %d", seed)
                        .isEqualTo(isDone);
                done += isDone ? 1 : 0;
                refused += isDone ? 0 : 1;
            }
        }
        assertThat(done).isPositive();
        assertThat(refused).isPositive();
    }
}
