package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.script.Compiler;
import org.sojourn.messengers.script.SourceFile;
import org.sojourn.testkit.Seeds;
import org.sojourn.testkit.SimulatedCluster;

public class BroadcastTest {
    private static final int SEEDS = Integer.getInteger("sojourn.walkers", 100);
    private static final int NODES = 15;

    private static final String SCRIPT =
            """
            int i; int made; int at; int done; node_t home;
            for (i = 0; i < NODES; i++) create(node = "n"; physical = m_place(i % m_places()));
            for (i = 0; i < 4; i++) {
                if (!m_fork()) {
                    hop(node = *);
                    func(file = "TEST"; name = "comes"; in = i, $address; out = done);
                    exit;
                }
                m_yield();
            }
            """.replace("NODES", String.valueOf(NODES)).replace("TEST", BroadcastTest.class.getName());

    private static final Map<Object, List<Integer>> CAME = new HashMap<>();

    @BeforeEach
    void nobodyHasCome() {
        CAME.clear();
    }

    /** A copy has come to a node. A simulated run has one thread. */
    public static int comes(int number, Object node) {
        CAME.computeIfAbsent(node, any -> new ArrayList<>()).add(number);
        return 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "rotate"})
    void hopToAllNodes_whileTheyMove_comesToEachOnce(String balance) {
        var form = Compiler.compile(new SourceFile("all.mc", SCRIPT), name -> null);
        Seeds.of(SEEDS).check(seed -> {
            CAME.clear();
            int places = 1 + (int) (seed % 4);
            SimulatedCluster.Builder builder = SimulatedCluster.builder()
                    .places(places)
                    .seed(seed)
                    .workers(1 + (int) (seed % 3))
                    .delays(Duration.ofNanos(1_000), Duration.ofNanos(20_000L << seed % 8))
                    .allow("org.sojourn.messengers.network");
            if (balance.equals("rotate")) {
                builder.balance("rotate");
            }
            try (SimulatedCluster cluster = builder.start()) {
                cluster.guest(0, Network.class).inject(form).begin();
                cluster.run();
            }
            assertThat(CAME).hasSize(NODES + places);
            assertThat(CAME.values()).allSatisfy(each -> assertThat(each).containsExactlyInAnyOrder(0, 1, 2, 3));
            if (balance.equals("none")) { // else they may set out from different places
                assertThat(CAME.values()).allSatisfy(each -> assertThat(each).isSorted());
            }
        });
    }
}
