package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mail that is held back, under many schedules; and that the checker finds what it must. */
class BacklogTest {
    private static final long SEEDS = Long.getLong("sojourn.backlogs", 150);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void senders_whileAReceiverIsOnItsWayToAPausedPlace_areMutedAndGoOn(boolean isLost) {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed ->
                                assertThat(BacklogRun.run(seed, true, isLost)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // Nobody is muted at the place that holds back.
                new Fault("Backlog", "here = credits.withhold(to);", "", "beyond its bound"),
                // Nor at the others.
                new Fault("Backlog", "withdrawn.add(senders)", "false", "beyond its bound"),
                // What is held back goes on, and who was muted here doesn't.
                new Fault("Backlog", "credits.grant(to, here);", "", "doesn't end"),
                // Nor who was muted elsewhere.
                new Fault(
                        "Backlog",
                        "PacketKind.GRANT, to.name(), ANY_MAILBOX",
                        "PacketKind.GRANT, to.name(), 0",
                        "doesn't end"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(BacklogRun.class, SEARCHED);
    }
}
