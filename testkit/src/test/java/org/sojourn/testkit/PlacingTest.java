package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.balance.Balancer;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.balance.Drained;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Immovable;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.ReplyTo;

/** Where new selectors go, draining a place, dry runs, and policies of one's own. */
class PlacingTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private record Where(ReplyTo<Integer> asker) {}

    /** Has a selector create another one, which nobody else knows. */
    private record Beget() {}

    /** Where that one is. */
    private record WhereIsYours(ReplyTo<Integer> asker) {}

    /** Says where it is. */
    private static class Resident extends Actor<Object> {
        private final List<Handle<Object>> own = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Where where) {
                where.asker().reply(system().here().id());
            } else if (message instanceof Beget) {
                own.add(create(Resident::new));
            } else if (message instanceof WhereIsYours where) {
                own.get(0).send(new Where(where.asker()));
            }
        }
    }

    @Immovable("it holds a port")
    private static final class Porter extends Resident {}

    private static int where(SimulatedCluster cluster, Handle<Object> who) {
        return cluster.await(who.<Integer>request(Where::new, LONG));
    }

    private static Map<Integer, Integer> placed(SimulatedCluster cluster, Placement how, int count) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < count; i++) {
            counts.merge(where(cluster, cluster.place(0).create(how, Resident::new)), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void anywhere_underEachPolicy_isThePolicysChoice() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            assertThat(placed(cluster, Placement.anywhere(), 4)).containsOnly(Map.entry(0, 4));
        }
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().balance("rotate").start()) {
            assertThat(placed(cluster, Placement.anywhere(), 4)).containsOnly(Map.entry(1, 4));
        }
    }

    @Test
    void leastLoaded_forManyInARow_spreadsThemEvenly() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            List<Handle<Object>> all = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                all.add(cluster.place(0).create(Placement.leastLoaded(), Resident::new));
            }
            Map<Integer, Integer> counts = new HashMap<>();
            all.forEach(each -> counts.merge(where(cluster, each), 1, Integer::sum));
            // What else waits at the creator's place counts as well.
            assertThat(counts)
                    .hasSize(3)
                    .allSatisfy((place, count) -> assertThat(count).isBetween(8, 12));
        }
    }

    @Test
    void near_aSelectorThatHasMoved_isWhereItIsNow() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            Handle<Object> first = cluster.place(0).create(new Place(1), Resident::new);
            assertThat(where(cluster, cluster.place(0).create(Placement.near(first), Resident::new)))
                    .isEqualTo(1);
            cluster.await(cluster.place(0).move(first, new Place(2)));
            where(cluster, first);
            assertThat(where(cluster, cluster.place(0).create(Placement.near(first), Resident::new)))
                    .isEqualTo(2);
        }
    }

    private record Hold(Handle<Object> whom) {}

    private record Question(ReplyTo<String> asker) {}

    /** Answers when it is told to. */
    private static final class Keeper extends Actor<Object> {
        private @Nullable ReplyTo<String> owed;

        @Override
        protected void process(Object message) {
            if (message instanceof Question question) {
                owed = question.asker();
            } else {
                Objects.requireNonNull(owed).reply("at last");
            }
        }
    }

    /** Can't leave while it waits for an answer with which a thread goes on. */
    private static final class Held extends Actor<Object> {
        private transient String heard = "";

        @Override
        protected void process(Object message) {
            if (message instanceof Hold hold) {
                Thread bound = Thread.currentThread();
                hold.whom().<String>request(Question::new, LONG).thenAccept(answer -> heard = answer + bound);
            }
        }
    }

    // ---- draining ---------------------------------------------------------------------------------------------------

    private static Drained drain(SimulatedCluster cluster, int place) {
        CompletableFuture<Drained> done =
                cluster.cluster().selectors(place).balancing().drain();
        cluster.advance(LONG);
        assertThat(done).isDone();
        return done.join();
    }

    @Test
    void drain_ofAPlace_emptiesItAndSaysWhatStays() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            List<Handle<Object>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(cluster.place(0).create(new Place(1), Resident::new));
            }
            Handle<Object> porter = cluster.place(0).create(new Place(1), Porter::new);
            all.forEach(each -> where(cluster, each));
            Drained drained = drain(cluster, 1);
            assertThat(drained.left()).isEqualTo(8);
            assertThat(drained.alive()).hasSize(1).containsValue(1L);
            assertThat(drained.reasons())
                    .singleElement()
                    .asString()
                    .contains("PlacingTest.Porter p0/", "can't move", "it holds a port");
            assertThat(where(cluster, porter)).isEqualTo(1);
            all.forEach(each -> assertThat(where(cluster, each)).isNotEqualTo(1));
        }
    }

    @Test
    void drain_ofASelectorThatCannotLeaveAtFirst_doesNotNameItWhenItHasLeft() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> keeper = cluster.place(0).create(Keeper::new);
            Handle<Object> held = cluster.place(0).create(new Place(1), Held::new);
            held.send(new Hold(keeper));
            cluster.advance(Duration.ofSeconds(1));
            CompletableFuture<Drained> done =
                    cluster.cluster().selectors(1).balancing().drain();
            cluster.advance(Duration.ofMillis(1));
            assertThat(done).isNotDone();
            keeper.send("answer");
            cluster.advance(Duration.ofMillis(1));
            held.send("leave");

            cluster.advance(LONG);

            Drained drained = done.join();
            assertThat(drained.left()).isEqualTo(1);
            assertThat(drained.alive()).isEmpty();
            assertThat(drained.reasons()).isEmpty();
        }
    }

    /** Nobody elsewhere knows it, so it is found by who knows it, when that has left. */
    @Test
    void drain_ofASelectorThatOnlyAnotherOneKnows_takesBoth() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> known = cluster.place(0).create(new Place(1), Resident::new);
            known.send(new Beget());
            assertThat(cluster.await(known.<Integer>request(WhereIsYours::new, LONG)))
                    .isEqualTo(1);
            Drained drained = drain(cluster, 1);
            assertThat(drained.left()).isEqualTo(2);
            assertThat(drained.alive()).isEmpty();
            assertThat(cluster.await(known.<Integer>request(WhereIsYours::new, LONG)))
                    .isZero();
        }
    }

    @Test
    void creation_atAPlaceThatIsDrained_isMadeElsewhereOrLeaves() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            drain(cluster, 1);
            assertThat(where(cluster, cluster.place(1).create(Resident::new))).isZero();
            assertThat(where(cluster, cluster.place(0).create(Placement.leastLoaded(), Resident::new)))
                    .isZero();
            Handle<Object> sent = cluster.place(0).create(new Place(1), Resident::new);
            where(cluster, sent);
            cluster.advance(LONG);
            assertThat(where(cluster, sent)).isZero();
        }
    }

    /** Nobody sends them anything after that. */
    @Test
    void drain_toAPlaceThatIsLost_takesWhatWasOnItsWayElsewhere() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            List<Handle<Object>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(cluster.place(0).create(new Place(1), Resident::new));
            }
            all.forEach(each -> where(cluster, each));
            cluster.cluster().packets().hold((from, to, kind) -> kind == PacketKind.SHIP && to == 2);
            cluster.cluster().selectors(1).balancing().drain();
            cluster.advance(Duration.ofMillis(100));
            assertThat(cluster.cluster().packets().held()).isPositive();
            cluster.crash(2);
            cluster.advance(LONG);

            assertThat(cluster.cluster().kernel(1).parts().census().alive()).isEmpty();
            all.forEach(each -> assertThat(where(cluster, each)).isZero());
        }
    }

    @Test
    void drain_withNowhereToGo_goesOnWhenAPlaceJoins() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            Handle<Object> resident = cluster.place(0).create(new Place(1), Resident::new);
            where(cluster, resident);
            drain(cluster, 0);
            cluster.cluster().packets().hold((from, to, kind) -> kind == PacketKind.SHIP && to == 2);
            cluster.cluster().selectors(1).balancing().drain();
            cluster.advance(Duration.ofMillis(100));
            cluster.crash(2);
            cluster.advance(LONG);
            assertThat(where(cluster, resident)).isEqualTo(1);
            int joined = cluster.join();
            cluster.advance(LONG);

            assertThat(where(cluster, resident)).isEqualTo(joined);
        }
    }

    @Test
    void drain_ofTheLastPlace_isRefused() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            drain(cluster, 1);
            assertThatThrownBy(() -> cluster.cluster().selectors(0).balancing().drain())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no other place");
        }
    }

    @Test
    void run_afterADrain_endsAsItWould() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                for (int i = 0; i < 5; i++) {
                    cluster.place(0).create(new Place(1), Resident::new).send("go");
                }
                cluster.cluster().selectors(1).balancing().drain();
                Ending ending = cluster.run();
                assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
                assertThat(ending.reports().values().stream()
                                .flatMap(each -> each.alive().values().stream())
                                .mapToLong(Long::longValue)
                                .sum())
                        .isEqualTo(5);
            }
        });
    }

    // ---- policies
    // -----------------------------------------------------------------------------------------------------

    /** Works on what it is told to, and passes it on. */
    private static final class Passer extends Actor<Integer> {
        @Override
        protected void process(Integer left) {
            if (left > 0) {
                self().send(left - 1);
            } else {
                exit();
            }
        }
    }

    /** Wants everything moved after each message. */
    private static final class Greedy implements Balancer {
        private final Balancing here;

        private Greedy(Balancing place) {
            here = place;
            place.watchMessages();
        }

        @Override
        public void processed(Sojourner part) {
            here.offer(part, placeForNew(), "it wants to");
        }

        @Override
        public Member placeForNew() {
            return here.others().get(0);
        }
    }

    @Test
    void balancer_thatWantsEverythingMoved_isHeldToItsBudget() {
        BalanceSettings few = BalanceSettings.of("none", 50, false);
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().balance(few, Greedy::new).start()) {
            cluster.place(0).create(Passer::new).send(1_000);
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.FINISHED);
            double seconds = cluster.cluster().simulation().nanoTime() / 1e9;
            assertThat(ending.reports().values())
                    .allSatisfy(each -> assertThat((double) each.moves()).isLessThanOrEqualTo(5 + 50 * seconds))
                    .anySatisfy(each -> assertThat(each.moves()).isPositive());
        }
    }

    @Test
    void dryRun_ofAPolicy_saysWhatItWouldMoveAndMovesNothing() {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .balance(BalanceSettings.of("rotate", 1_000, true), null)
                .start()) {
            cluster.place(0).create(Passer::new).send(100);
            Ending ending = cluster.run();
            assertThat(ending.reports().values())
                    .allSatisfy(each -> assertThat(each.moves()).isZero());
            assertThat(cluster.cluster().moves())
                    .isNotEmpty()
                    .allSatisfy(each ->
                            assertThat(each).contains("p0 would move PlacingTest.Passer", " to p1: it has processed "));
        }
    }

    @Test
    void settings_outOfBounds_areRefusedWithTheBound() {
        assertThatThrownBy(() -> BalanceSettings.of("pull"))
                .hasMessage("balance is pull; it is one of [none, poll, measure, rotate]");
        assertThatThrownBy(() -> BalanceSettings.of("poll", 0, false))
                .hasMessageContaining("balance-budget is 0 moves/s; it is 1 to 1000000");
        assertThatThrownBy(() -> BalanceSettings.of("rotate").withRotateMessages(0))
                .hasMessageContaining("rotate-messages is 0 messages; it is 1 to 1000000");
    }
}
