package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Places whose clocks start at different times, run at different speeds and jump. */
class ClockTest {
    private static final long SEEDS = Long.getLong("sojourn.clocks", 500);

    /** A fault must show within so many. */
    private static final long SEARCHED = 200;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void timers_ofSelectorsThatMoveBetweenClocks_ringOnceAndNotEarly() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(ClockRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                new Fault("Ticker", "begun - now", "begun", "early|lost|doesn't end"),
                new Fault("Ticker", ": setting.untilDue()", ": setting.untilDue() / 2", "early"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(ClockRun.class, SEARCHED);
    }
}
