package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.member.PacketKind;

/** A place is lost before or after each step of each kind of packet of the protocol of moves. */
class StepTest {
    private static final long SEEDS = Long.getLong("sojourn.steps", 100);

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
        List<StepRun.Point> points =
                StepRun.Point.all().stream().filter(each -> each.kind() == kind).toList();
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> points.forEach(each -> assertThat(StepRun.run(seed, each))
                                .as(each.toString())
                                .isEmpty()));
    }
}
