package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a place that is put out while its process goes on; and that the checker finds what it must. */
class ExpulsionTest {
    private static final long SEEDS = Long.getLong("sojourn.expulsions", 40);

    /** A fault must show within so many. */
    private static final long SEARCHED = 40;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void place_putOutAtAnyTime_endsAllThatLivesAndWaitsThere() {
        Seeds.of(SEEDS).check(seed -> assertThat(ExpulsionRun.run(seed)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                new Fault("Expulsion", "kernel.requests().lost(site.self());", "", "a thread waits"),
                new Fault("Expulsion", "living.forEach(each -> each.endFor(reason));", "", "doesn't end"),
                new Fault("Parts.lives", "all.add(cell);", "", "haven't exited"),
                new Fault("Migration.expelled", "isExpelled = true;", "", "has exited at p1 and lives at p2"),
                new Fault("Expulsion", "board.lost(each,", "String.valueOf(", "got out|doesn't end|waits"));
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(ExpulsionRun.class, SEARCHED);
    }
}
