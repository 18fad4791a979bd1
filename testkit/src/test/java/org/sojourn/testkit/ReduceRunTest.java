package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions over groups that are disturbed, and that the checker finds what it must. */
class ReduceRunTest {
    private static final long SEEDS = Long.getLong("sojourn.reductions", 60);

    /** A fault must show within so many. */
    private static final long SEARCHED = 400;

    private static final Plot SELECTORS = new Plot("selectors/src/main/java/org/sojourn/selectors", "org.sojourn.");

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void reduction_whileMembersMoveAndExit_foldsEachAnswerOnce() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed ->
                                assertThat(ReduceRun.run(seed, true, false)).isEmpty());
    }

    @Test
    void reduction_whileAPlaceIsLost_missesOnlyItsMembers() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed ->
                                assertThat(ReduceRun.run(seed, true, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // The first place below each is skipped.
                fault("int child = over * BRANCHES + i;", "int child = over * BRANCHES + i + 1;", "missing"),
                // The places below one are asked by the one above it, too.
                fault(
                        "below.ask(folding, Begin::new);",
                        "below.ask(folding, Begin::new); askBelow(below, child);",
                        "asked again|repeated"),
                // A part counts as one answer.
                fault("answered += count;", "answered++;", "counted"),
                // What was folded before is forgotten.
                fault(
                        "folded = before == null ? more :",
                        "folded = before != null ? more : before == null ? more :",
                        "counted"));
    }

    private static Fault fault(String original, String replacement, String verdict) {
        return new Fault(SELECTORS, "Folding", original, replacement, verdict);
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInFolding_findsIt(Fault fault) {
        fault.assertFound(ReduceRun.class, SEARCHED);
    }
}
