package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped detector in the shipped kernel, against many schedules. */
class TerminationScheduleTest {
    private static final long SCHEDULES = Long.getLong("sojourn.schedules", 5_000);

    /** So many for each sort. */
    private static final long TROUBLES = Math.max(1, SCHEDULES / 10);

    /** A fault must show within so many. */
    private static final long SEARCHED = 10_000;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void fourCounter_underManySchedules_announcesNothingFalseAndMissesNothing() {
        Seeds.of(SCHEDULES)
                .check(
                        2,
                        () -> seed -> assertThat(Schedule.run(seed, Schedule.Trouble.NONE))
                                .isNull());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void fourCounter_whenAPlaceIsInTrouble_announcesNothingFalseAndMissesNothing(Schedule.Trouble trouble) {
        Seeds.of(TROUBLES)
                .check(2, () -> seed -> assertThat(Schedule.run(seed, trouble)).isNull());
    }

    @Test
    void fourCounter_whenARoomsPolicyRunsTheParts_announcesNothingFalseAndMissesNothing() {
        Seeds.of(TROUBLES)
                .check(
                        2,
                        () -> seed ->
                                assertThat(Schedule.runByARoom(seed, true)).isNull());
    }

    @Tag("planted")
    @Test
    void idleStamp_thatLeavesOutWhatRoomsAdd_isFound() {
        new Fault("Policies.idleStamp", "each : made", "each : List.<Policy>of()", "false")
                .assertFound(Schedule.class, "searchByARoom", SEARCHED);
    }

    static List<Fault> faults() {
        return List.of(
                // Announces after one wave in which the sums agree.
                new Fault("FourCounter", "confirmed == sent", "true", "false"),
                // Compares nothing.
                new Fault("FourCounter", "|| sent != received", "", "false"),
                // Doesn't count what is sent.
                new Fault("PacketKind", "CREATE(Lane.DATA, true)", "CREATE(Lane.DATA, false)", "false"),
                // Counts what it receives as sent, too.
                new Fault(
                        "Switchboard", "peer.hasReceived();",
                        "peer.hasReceived(); peer.sent.incrementAndGet();", "missed"),
                // Says it is passive while a worker runs.
                new Fault("Site", "stamp >= 0 && !held", "!held || stamp < -1", "false"),
                // Counts what threads of the links have run, and not what they are to run.
                new Fault("Reading.hold", "activity.submitted();", "", "missed"),
                // Never tells that it has become passive.
                new Fault("Termination", "open.wasActive()", "!open.wasActive()", "missed"),
                // Never asks again.
                new Fault("Termination", "else { later();", "else {", "missed"),
                // Answers for those below before they have answered.
                new Fault("Wave", "awaited.isEmpty()", "true", "missed"),
                // Says that all are passive if one is.
                new Fault("Wave", "isPassive &=", "isPassive |=", "false"),
                // Takes an answer for its own counters only.
                new Fault("Wave", "received +=", "received =", "missed"));
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void schedules_withAFaultInTheKernel_findIt(Fault fault) {
        fault.assertFound(Schedule.class, SEARCHED);
    }

    @Tag("planted")
    @Test
    void faultThatLetsRunsEnd_isFoundByTheOracleAlone() {
        faults().get(1).assertFoundByTheCheckerAlone(Schedule.class, "search", 1_000);
    }
}
