package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.member.PacketKind;

/** A place is lost before or after each step of each kind of packet of the protocol of moves. */
class StepTest {
    private static final long SEEDS = Long.getLong("sojourn.steps", 10);
    private static final long RESTARTS = Math.max(1, SEEDS / 5);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    static List<PacketKind> kinds() {
        return StepRun.KINDS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void move_whoseSourceTargetOrBystanderIsLostAtAnyStep_isNeverDoubledAndNeverStuck(PacketKind kind) {
        List<StepRun.Point> points = StepRun.Point.of(kind);
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> points.forEach(each -> assertThat(StepRun.run(seed, each))
                                .as(each.toString())
                                .isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void move_whoseSourceTargetOrBystanderIsStartedAnewAtAnyStep_isNeverDoubledAndNeverStuck(PacketKind kind) {
        List<StepRun.Point> points = StepRun.Point.of(kind);
        Seeds.of(RESTARTS)
                .check(
                        2,
                        () -> seed -> points.forEach(each -> assertThat(StepRun.runWithRestart(seed, each))
                                .as(each.toString())
                                .isEmpty()));
    }

    static List<Fault> faults() {
        return List.of(
                // News of a former move, which has been late, is taken for new.
                new Fault("Routes", "epoch <= to.epoch() ||", "", "goes back"),
                // A source tells of a part on its way in the epoch in which that will come to its target.
                new Fault(
                        "Migration", "closes(part, of, epoch - 1)", "closes(part, of, epoch)", "two places in epoch"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void chain_withAFaultInItsEpochs_isFoundBroken(Fault fault) {
        fault.assertFound(StepRun.class, SEARCHED);
    }

    /** Who asks about a place that had gone before it came isn't answered. */
    @Test
    @Tag("planted")
    void checker_withAFaultInTheRollCallsOfThoseWhoComeLater_findsIt() {
        new Fault("RollCall", "isNew = roll.told.add(from);", "isNew = false;", "doesn't end")
                .assertFound(StepRun.class, "searchRestarting", SEARCHED);
    }
}
