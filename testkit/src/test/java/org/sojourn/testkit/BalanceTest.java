package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Immovable;
import org.sojourn.selectors.Place;

/** Work that is balanced over places; and that the checker finds what it must. */
class BalanceTest {
    /** Under each policy. */
    private static final long SEEDS = Long.getLong("sojourn.balances", 42);

    /** A fault must show within so many. */
    private static final long SEARCHED = 300;

    private static final int FEW = 20;

    /** A talker's messages at a time, and how many times. */
    private static final int AT_ONCE = 10;

    private static final int SAID = 500;

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

    private static long movesUnderRotate(int rotateMessages, int messages) {
        BalanceSettings settings = BalanceSettings.of("rotate").withRotateMessages(rotateMessages);
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).balance(settings, null).start()) {
            Handle<Object> part = cluster.place(0).create(new Place(0), Talker::new);
            for (int i = 0; i < messages; i++) {
                part.send("hello");
            }
            cluster.run();
            return cluster.cluster().kernel(0).parts().census().moves()
                    + cluster.cluster().kernel(1).parts().census().moves();
        }
    }

    @Test
    void rotate_partThatGetsFewMessages_movesAfterEachUnlessToldOtherwise() {
        assertThat(movesUnderRotate(Bound.ROTATE_MESSAGES.intValue(), 3)).isEqualTo(3);
        assertThat(movesUnderRotate(2, 5)).isEqualTo(2);
        assertThat(movesUnderRotate(16, 3)).isZero();
    }

    private record Say(Handle<Object> to, int times) {}

    /** Says the same to another again and again, a few times with each message. */
    private static final class Talker extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Say say) {
                for (int i = 0; i < AT_ONCE; i++) {
                    say.to().send("hello");
                }
                if (say.times() > 1) {
                    after(Duration.ofMillis(1), new Say(say.to(), say.times() - 1));
                }
            }
        }
    }

    /** Where a selector is after it has talked to one at another place under {@code measure}. */
    static String whereTalkersEnd(long most, boolean isChecked) {
        return Fault.first(most, seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.builder()
                    .places(3)
                    .seed(seed)
                    .balance("measure")
                    .start()) {
                Handle<Object> partner = cluster.place(0).create(new Place(2), Probed::new);
                Handle<Object> talker = cluster.place(0).create(new Place(1), Talker::new);
                talker.send(new Say(partner, SAID));
                cluster.run();
                long moves = cluster.cluster().kernel(1).parts().census().moves();
                int living = cluster.cluster().kernel(2).parts().census().alive().values().stream()
                        .mapToInt(Long::intValue)
                        .sum();
                return moves == 1 && living == 2 ? "" : "apart: " + moves + " moves, " + living + " at the partner's";
            }
        });
    }

    /** One that listens, and stays. */
    @Immovable("it is where it is")
    private static final class Probed extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    @Test
    void talker_underMeasure_movesToItsPartner() {
        assertThat(whereTalkersEnd(FEW, true)).isEmpty();
    }

    @Test
    @Tag("planted")
    void talker_whoseTalkIsCountedForNobody_isFoundApart() {
        new Fault("Measuring", "talks.count(to);", "", "apart").assertFound(BalanceTest.class, "whereTalkersEnd", 1);
    }

    /** Notes how much waits for a worker while its code has it leave. */
    private static final class Slow extends Actor<Object> {
        private static final List<Integer> WAITING = new ArrayList<>();
        private static IntSupplier waiting = () -> 0;

        @Override
        protected void process(Object message) {}

        @Override
        protected void beforeMove(Place to) {
            WAITING.add(waiting.getAsInt());
        }
    }

    /** It may take long to leave; others must not have to wait for it. */
    @Test
    void gift_whileItsFirstSelectorLeaves_leavesTheOthersToTheWorkers() {
        List<Balancing> made = new ArrayList<>();
        try (SimulatedCluster cluster = onePerPlace(2, made)) {
            Slow.WAITING.clear();
            Slow.waiting =
                    () -> cluster.cluster().kernel(0).site().policies().task().waiting(FEW);
            List<Handle<Object>> all = Stream.generate(() -> cluster.place(0).<Object>create(Slow::new))
                    .limit(FEW)
                    .toList();
            cluster.advance(Duration.ofSeconds(1));
            made.get(0).give(made.get(1).here(), FEW, "of a test");
            all.forEach(each -> each.send("go on"));
            cluster.advance(Duration.ofSeconds(1));

            assertThat(Slow.WAITING).hasSize(FEW / 2);
            assertThat(Slow.WAITING.get(0))
                    .as("what others could take meanwhile")
                    .isEqualTo(FEW);
            assertThat(made.get(0).waitingAt(made.get(1).here()))
                    .as("what is said to have been given")
                    .isEqualTo(FEW / 2);
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    private static SimulatedCluster onePerPlace(int places, List<Balancing> made) {
        return SimulatedCluster.builder()
                .places(places)
                .workers(1)
                .balance(new BalanceSettings("none", Bound.BALANCE_MOVES.intValue(), false, 0), place -> {
                    made.add(place);
                    return place::here;
                })
                .start();
    }

    /** The second one must not wait behind what the first one leaves: by then nothing would wait any more. */
    @Test
    void gifts_forTwoPlaces_bothFindSomethingToGive() {
        List<Balancing> made = new ArrayList<>();
        try (SimulatedCluster cluster = onePerPlace(3, made)) {
            Slow.waiting = () -> 0;
            List<Handle<Object>> all = Stream.generate(() -> cluster.place(0).<Object>create(Slow::new))
                    .limit(FEW)
                    .toList();
            cluster.advance(Duration.ofSeconds(1));
            // In a turn, so that the parts wait for the worker itself, and the gifts at the entrance.
            cluster.cluster().kernel(0).site().policies().task().submit(() -> {
                all.forEach(each -> each.send("go on"));
                made.get(0).give(made.get(1).here(), 2, "of a test");
                made.get(0).give(made.get(2).here(), 2, "of a test");
            });
            cluster.advance(Duration.ofSeconds(1));

            assertThat(made.get(0).waitingAt(made.get(1).here())).isEqualTo(2);
            assertThat(made.get(0).waitingAt(made.get(2).here())).isEqualTo(2);
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    private record Ball(Handle<Object> back, int left) {}

    /** Plays with another. */
    private static final class Player extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Ball ball && ball.left() > 0) {
                ball.back().send(new Ball(self(), ball.left() - 1));
            }
        }
    }

    /** Each would move to the other's place in the same moment. */
    @Test
    void talkers_thatTalkToEachOtherUnderMeasure_endAtOnePlace() {
        Seeds.of(FEW).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.builder()
                    .places(3)
                    .seed(seed)
                    .balance("measure")
                    .start()) {
                Handle<Object> one = cluster.place(0).create(new Place(1), Player::new);
                Handle<Object> other = cluster.place(0).create(new Place(2), Player::new);
                one.send(new Ball(other, 10_000));
                cluster.run();

                long moves = IntStream.range(0, 3)
                        .mapToLong(place ->
                                cluster.cluster().kernel(place).parts().census().moves())
                        .sum();
                assertThat(moves).isBetween(1L, 4L);
                assertThat(one.place()).isEqualTo(other.place());
            }
        });
    }

    /** Places with standing requests of others look for something to give, ever more seldom. */
    @Test
    void poll_whileAllIsIdle_looksSeldom() {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(2).balance("poll").start()) {
            cluster.advance(Duration.ofSeconds(5));
            long before = cluster.cluster().simulation().happened();
            cluster.advance(Duration.ofSeconds(10));
            long events = cluster.cluster().simulation().happened() - before;
            assertThat(events).as("events of two places in 10 s").isLessThan(1_200);
        }
    }

    static List<Fault> faults() {
        return List.of(
                // Moves that the budget doesn't allow.
                new Fault("Balancing", "!budget.spend()", "!budget.spend() && isDryRun", "budget"),
                // What is immovable moves.
                new Fault("Leaving", "kind == null ? null : kind.staysBecause()", "null", "moved though immovable"),
                // Who has refused is asked again.
                new Fault("Leaving", "isFixed = true;", "", "asked twice"),
                // A place without work goes on asking.
                new Fault(
                        "Polling",
                        "state = State.SILENT; leaveRequests();",
                        "vain = 0; pause(FIRST_PAUSE);",
                        "not silent"),
                // Loads are told though they haven't changed.
                new Fault("Measuring", "change > 1 && 4 * change >= toldLoad", "change >= 0", "not silent"),
                // A part that is given is forgotten where it couldn't leave.
                new Fault("Deal", "leave.addAll(stay);", "", "doesn't end|sum"),
                // What was to be constructed elsewhere is constructed here as well.
                new Fault(
                        "Leaving",
                        "cell.withoutCreation();",
                        "cell.withoutCreation(); new Cell(cell.parts().birthsOf(unborn.birth),"
                                + " null).create(unborn.birth);",
                        "constructed twice"));
    }

    @Test
    @Tag("planted")
    void checker_withAFaultOfMovesWhileAPlaceIsLost_findsTheInversion() {
        new Fault("Migration", "Descriptor::isUnderWay", "each -> each.isUsed() && each.holding() != null", "inversion")
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
        faults().get(0).assertFoundByTheCheckerAlone(BalanceRun.class, "search", 42);
    }
}
