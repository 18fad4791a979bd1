package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that is balanced over places; and that the checker finds what it must. */
class BalanceTest {
    private static final long SEEDS = Long.getLong("sojourn.balances", 300);

    /** A fault must show within so many. */
    private static final long SEARCHED = 300;

    private static final int FEW = 20;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "poll", "measure", "rotate"})
    void work_thatIsBalanced_isDoneOnceInOrderAndWithinTheBudget(String policy) {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed ->
                                assertThat(BalanceRun.run(policy, seed, true)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"poll", "measure", "rotate"})
    void work_thatIsBalancedWhileAPlaceIsLost_isDoneAtMostOnce(String policy) {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(BalanceRun.runWithCrash(policy, seed, true))
                                .isEmpty());
    }

    @Test
    void none_ofManySeeds_movesNothing() {
        assertThat(LongStream.rangeClosed(1, FEW).map(seed -> BalanceRun.moves("none", seed)))
                .containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"poll", "measure", "rotate"})
    void policy_ofManySeeds_movesPartsInMost(String policy) {
        assertThat(LongStream.rangeClosed(1, FEW).filter(seed -> BalanceRun.moves(policy, seed) > 0))
                .hasSizeGreaterThan(FEW / 2);
    }

    static List<Fault> faults() {
        return List.of(
                // Moves that the budget doesn't allow.
                new Fault("balance.Balancing", " || !budget.spend()", " || !budget.spend() && isDryRun", "budget"),
                // What is immovable moves.
                new Fault(
                        "part.Movable",
                        "return kind == null ? null : kind.staysBecause();",
                        "return null;",
                        "moved though immovable"),
                // Who has refused is asked again.
                new Fault("part.Movable", "its.isFixed = true;", "", "asked twice"),
                // A place without work goes on asking.
                new Fault(
                        "balance.Polling",
                        "            state = State.SILENT;\n            leaveRequests();",
                        "            vain = 0;\n            pause(FIRST_PAUSE);",
                        "not silent"),
                // Loads are told though they haven't changed.
                new Fault("balance.Measuring", "change > 1 && 4 * change >= toldLoad", "change >= 0", "not silent"),
                // A part that is given is forgotten where it couldn't leave.
                new Fault("balance.Deal", "stays.add(each);", "", "doesn't end|sum"),
                // What was to be constructed elsewhere is constructed here as well.
                new Fault(
                        "part.Cell",
                        "        batch = first.next();\n        return (Signal.Create) first.message();",
                        "        home.kernel.create(((Signal.Create) first.message()).birth);\n"
                                + "        batch = first.next();\n        return (Signal.Create) first.message();",
                        "constructed twice"));
    }

    @Test
    @Tag("planted")
    void checker_withAFaultOfMovesWhileAPlaceIsLost_findsTheInversion() {
        new Fault(
                        "move.Migration",
                        "if (each.isUsed() || routes.isHolding(each)) {",
                        "if (each.isUsed() && routes.isHolding(each)) {",
                        "inversion")
                .assertFound(BalanceRun.class, "searchLosing", SEARCHED);
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheBalance_findsIt(Fault fault) {
        fault.assertFound(BalanceRun.class, SEARCHED);
    }

    @Test
    @Tag("planted")
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(0).assertFoundByTheCheckerAlone(BalanceRun.class, "search", 20);
    }
}
