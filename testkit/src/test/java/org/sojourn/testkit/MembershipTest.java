package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What places are told of each other while they are cut off, paused, killed and started anew; and that the checker finds what it must. */
class MembershipTest {
    private static final long SEEDS = Long.getLong("sojourn.memberships", 100);

    /** A fault must show within so many. */
    private static final long SEARCHED = 100;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void members_underManyFaults_comeAndGoOnceAndWhoIsOutEnds() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(MembershipRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // Who is out may come in again under the same incarnation.
                new Fault(
                        "Peer",
                        "next.compareTo(before) > 0",
                        "next.compareTo(before) != 0",
                        "told twice|told again|to be in, and in are"),
                // A view takes nobody out.
                new Fault(
                        "Switchboard",
                        "Peer.Standing.IN && !view.contains",
                        "Peer.Standing.EXPECTED && !view.contains",
                        "to be in, and in are"),
                // A place that was started anew doesn't replace its predecessor.
                new Fault("Switchboard", "!other.member.equals(member)", "false", "not that its predecessor has gone"),
                // A place that is out isn't told that it must end.
                new Fault("Switchboard", "watcher.expelled(cause);", "", "is out and hasn't ended"));
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(MembershipRun.class, SEARCHED);
    }

    @Tag("planted")
    @Test
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(3).assertFoundByTheCheckerAlone(MembershipRun.class, "search", 20);
    }
}
