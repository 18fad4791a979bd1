package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.quiesce.Ending;

/** Where nodes go of which scripts don't say. */
@Isolated("sets system properties")
class DaemonsTest {
    /** Makes {@code n} nodes from the first node of p0, and reports how many have come to each place. */
    private static final String MAKES = """
        #node "node"
        int n = 12, i, first = 0, at0, at1, at2; node_t home;
        home = $address;
        for (i = 0; i < first; i++) { create(physical = "p1"); hop(node = home); }
        for (i = 0; i < n; i++) {
            create(node = "made");
            if ($physical == "p0") at0++; else if ($physical == "p1") at1++; else at2++;
            hop(node = home);
        }
        m_result("p0", at0);
        m_result("p1", at1);
        m_result("p2", at2);
        """;

    @AfterEach
    void forget() {
        System.clearProperty(Daemons.LINKS);
        System.clearProperty(Daemons.PLACEMENT);
    }

    private static Map<String, String> made(String links, String placement, Object... arguments) {
        System.setProperty(Daemons.LINKS, links);
        System.setProperty(Daemons.PLACEMENT, placement);
        return NetworkTest.results(3, MAKES, arguments);
    }

    @Test
    void completeNetwork_hasAllPlacesTakeTurns() {
        assertThat(made("", ""))
                .containsEntry("p0", "4")
                .containsEntry("p1", "4")
                .containsEntry("p2", "4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"p0 -> p2", "p0 - p2; p1 - p2", "p2 -> p1 a;p0 -> p2 b"})
    void links_leadWhereNodesGo(String links) {
        assertThat(made(links, "round-robin"))
                .containsEntry("p0", "6")
                .containsEntry("p1", "0")
                .containsEntry("p2", "6");
    }

    @Test
    void placeWithoutLinksAwayFromIt_keepsItsNodes() {
        assertThat(made("p1 -> p0", "random")).containsEntry("p0", "12");
    }

    @Test
    void random_followsFromTheSeedAndReachesAll() {
        Map<String, String> once = made("", "random", "n", 60);
        assertThat(once).isEqualTo(made("", "random", "n", 60));
        assertThat(once.values())
                .allSatisfy(each -> assertThat(Integer.parseInt(each)).isBetween(5, 40));
    }

    @Test
    void leastLoaded_avoidsThePlaceThatHasMany() {
        Map<String, String> made = made("", "least-loaded", "first", 50, "n", 40);
        assertThat(Integer.parseInt(made.get("p1")))
                .as("what comes before the first answer may go there: %s", made)
                .isLessThanOrEqualTo(1);
        assertThat(Integer.parseInt(made.get("p0"))).isBetween(18, 21);
    }

    @Test
    void createAll_makesOneForEachNeighbour() {
        System.setProperty(Daemons.LINKS, "p0 -> p1 east; p0 -> p2; p1 -> p2");
        assertThat(NetworkTest.results(3, """
            int got, n; node_t home;
            home = $address;
            if (m_fork()) { m_recv(home, got); m_recv(home, got); n = m_links(); m_result("links", n); exit; }
            create(ALL);
            m_send(home, 1);
            """)).containsEntry("links", "2");
    }

    @Test
    void nameOfALink_leadsToItsPlace() {
        System.setProperty(Daemons.LINKS, "p0 -> p1 east; p1 -> p2 east; p2 -> p0 east");
        assertThat(NetworkTest.results(3, 1, Ending.Word.QUIESCENT, """
            create(physical = "east");
            create(physical = "east");
            m_result("at", $physical);
            """)).containsEntry("at", "\"p2\"");
    }
}
