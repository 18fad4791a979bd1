package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.run.Script;
import org.sojourn.testkit.Seeds;
import org.sojourn.testkit.SimulatedCluster;

class BroadcastTest {
    private static final int SEEDS = Integer.getInteger("sojourn.walkers", 50);

    @ParameterizedTest
    @ValueSource(strings = {"none", "rotate"})
    void hopToAllNodes_whileTheyMove_comesToEachOnce(String balance) {
        Seeds.of(SEEDS)
                .check(seed -> assertThat(BroadcastRun.run(seed, balance)).isEmpty());
    }

    /** One sets out when the last place that leaves has just gone, and nobody has been told of that yet. */
    @Test
    void hopToAllNodes_behindOneThatWaitsForALeave_comesAfterIt() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).seed(1).start()) {
            Nodes place = ((PlaceNetwork) cluster.guest(0, Network.class)).nodes();
            Member other = place.places().get(1);
            Broadcasts untold = new Broadcasts(place);
            place.site().switchboard().closes(other);
            untold.everywhere(place.site().self(), goes(place, 1));
            place.site().switchboard().stays(other);
            untold.everywhere(place.site().self(), goes(place, 2));
            untold.goOn();
            cluster.run();
            assertThat(cluster.results()).containsEntry("come 0", "1").containsEntry("come 1", "2");
        }
    }

    private static Messenger goes(Nodes place, int number) {
        Code code = place.codes().add(NetworkTest.compile("""
            #node "node"
            int number;
            m_result(m_text("come ", visits), number);
            visits++;
            """));
        Script script = Objects.requireNonNull(code.script());
        Messenger goes = new Messenger(place.mint(), null, code, script.begin());
        Arguments.give(script, goes, "number", number);
        place.census().born(goes);
        return goes;
    }
}
