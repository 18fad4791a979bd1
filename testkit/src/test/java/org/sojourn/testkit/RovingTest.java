package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is sent by those who move all the time, under many schedules; and that the checker finds what it must. */
class RovingTest {
    private static final long SEEDS = Long.getLong("sojourn.roving", 130);

    /** A fault must show within so many. */
    private static final long SEARCHED = 100;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void receiver_whoseSendersMoveOnWithEachMessage_holdsItsBound() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(RovingRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // A sender that was muted outruns it.
                new Fault("Leaving", "|| outrunsItsMute(order)", "", "beyond its bound"),
                // A sender that was muted for what it has sent while it prepared its move outruns that.
                new Fault("Leaving.settles", "!outrunsItsMute(order) || hasWaited", "true", "beyond its bound"),
                // A sender is spared anew wherever it comes.
                new Fault("CellLuggage", "cell.set(Agenda.SPARED, head.is(SPARED));", "", "beyond its bound"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(RovingRun.class, SEARCHED);
    }
}
