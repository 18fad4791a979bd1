package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Crew;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.ReplyTo;

/** A place that joins in the middle of a run takes part in it: in placement, crews, balance, drains and the end of the run. */
class JoiningTest {
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** By place, what members of crews have heard there. */
    private static final Map<Integer, List<Object>> HEARD = new TreeMap<>();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @BeforeEach
    void nothingHeard() {
        HEARD.clear();
    }

    private record Where(ReplyTo<Integer> asker) {}

    private static final class Resident extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Where where) {
                where.asker().reply(here().id());
            }
        }
    }

    private static int where(SimulatedCluster cluster, Handle<Object> who) {
        return cluster.await(who.<Integer>request(Where::new, SHORT));
    }

    // ---- placement --------------------------------------------------------------------------------------------------

    @Test
    void leastLoaded_afterAJoin_choosesTheNewPlace() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            for (int i = 0; i < 20; i++) {
                cluster.place(0).create(Placement.leastLoaded(), Resident::new);
            }
            int joined = cluster.join();
            cluster.advance(SHORT);
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                places.add(where(cluster, cluster.place(0).create(Placement.leastLoaded(), Resident::new)));
            }
            assertThat(places).contains(joined);
            assertThat(where(cluster, cluster.place(0).create(new Place(joined), Resident::new)))
                    .isEqualTo(joined);
        }
    }

    @Test
    void drain_beforeAJoin_isKnownToWhoJoins() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            var unused = cluster.cluster().selectors(1).drain();
            cluster.advance(SHORT);
            int joined = cluster.join();
            cluster.advance(SHORT);
            for (int i = 0; i < 6; i++) {
                assertThat(where(cluster, cluster.place(joined).create(Placement.leastLoaded(), Resident::new)))
                        .isNotEqualTo(1);
            }
        }
    }

    // ---- crews ------------------------------------------------------------------------------------------------------

    private static final class Sailor extends Actor<Object> {
        @Override
        protected void process(Object message) {
            HEARD.computeIfAbsent(here().id(), any -> new ArrayList<>()).add(message);
        }
    }

    @Test
    void crew_whilePlacesComeAndGo_hasOneMemberAtEach() {
        try (SimulatedCluster cluster = SimulatedCluster.builder().copies().start()) {
            Crew<Object> crew = cluster.place(1).createCrew(Sailor::new);
            crew.broadcast("first");
            cluster.advance(SHORT);
            int joined = cluster.join();
            cluster.crash(1);
            cluster.advance(SHORT);
            cluster.await(cluster.leave(2));
            Crew<Object> same = cluster.place(0).createCrew(Sailor::new);
            assertThat(same).isNotEqualTo(crew);
            cluster.restart(2);
            cluster.advance(SHORT);

            same.broadcast("of another");
            cluster.advance(SHORT);

            assertThat(cluster.await(same.members())).containsOnlyKeys(new Place(0), new Place(2), new Place(joined));
            assertThat(HEARD)
                    .containsEntry(0, List.of("first", "of another"))
                    .containsEntry(1, List.of("first"))
                    .containsEntry(2, List.of("first", "of another"))
                    .containsEntry(joined, List.of("of another"));
            same.stop();
            cluster.advance(SHORT);
            assertThat(cluster.cluster().kernel(joined).population().alive()).isNotEmpty();
        }
    }

    @Test
    void crew_atTheVeryStart_isCompleteUnderEverySeed() {
        Seeds.of(20).check(seed -> {
            HEARD.clear();
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                Crew<Object> crew = cluster.place(0).createCrew(Sailor::new);
                crew.broadcast(1);
                crew.broadcast(2);
                int joined = cluster.join();
                Ending ending = cluster.run();
                assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
                for (int place = 0; place < 3; place++) {
                    assertThat(HEARD).containsEntry(place, List.of(1, 2));
                }
                assertThat(HEARD.getOrDefault(joined, List.of())).isIn(List.of(), List.of(1, 2), List.of(2));
            }
        });
    }

    // ---- balance ----------------------------------------------------------------------------------------------------

    /** Divides its work among others, which do the same. */
    private static final class Busy extends Actor<Integer> {
        @Override
        protected void process(Integer depth) {
            HEARD.computeIfAbsent(here().id(), any -> new ArrayList<>()).add(depth);
            for (int i = 0; i < 3 && depth > 0; i++) {
                create(Placement.anywhere(), Busy::new).send(depth - 1);
            }
            exit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"poll", "measure", "rotate"})
    void balance_afterAJoin_givesTheNewPlaceWork(String policy) {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(2)
                .workers(1)
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(40_000))
                .slowWorkers(Duration.ofMillis(4))
                .balance(new BalanceSettings(policy, 100_000, false, 0, 1), null)
                .start()) {
            KeepAlive open = cluster.place(0).keepAlive();
            cluster.advance(SHORT); // the places have found out by now that there is nothing to do
            cluster.place(0).create(Busy::new).send(6);
            cluster.advance(Duration.ofMillis(1));
            int joined = cluster.join();
            open.close();
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.FINISHED);
            assertThat(HEARD.get(joined)).isNotEmpty();
        }
    }

    /** The others have asked in vain by then, and ask no more. */
    @Test
    void work_atAPlaceThatJoins_spreadsToThoseThatWaitForSome() {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(2)
                .workers(1)
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(40_000))
                .slowWorkers(Duration.ofMillis(4))
                .balance(new BalanceSettings("poll", 100_000, false, 0, 1), null)
                .start()) {
            KeepAlive open = cluster.place(0).keepAlive();
            cluster.advance(SHORT);
            int joined = cluster.join();
            cluster.advance(SHORT);
            cluster.place(joined).create(Busy::new).send(6);
            cluster.advance(SHORT);
            open.close();
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
            assertThat(HEARD).containsKeys(0, 1, joined);
        }
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** Goes round the places that there are, and says how far it has come. */
    private static final class Runner extends Actor<Integer> {
        @Override
        protected void process(Integer left) {
            if (left > 0) {
                List<Place> all = system().places();
                migrateTo(all.get(left % all.size()));
                self().send(left - 1);
            } else {
                HEARD.computeIfAbsent(0, any -> new ArrayList<>()).add(left);
                exit();
            }
        }
    }

    @Test
    void run_withJoinsInTheMiddle_endsWhenItIsOverAndNotBefore() {
        Seeds.of(40).check(seed -> {
            HEARD.clear();
            try (SimulatedCluster cluster = SimulatedCluster.of(1 + (int) (seed % 3), seed)) {
                for (int i = 0; i < 5; i++) {
                    cluster.place(0).create(Runner::new).send(40);
                }
                for (int i = 0; i < 3; i++) {
                    long when = (seed * (7 + i) * 1_000_003) % 20_000_000;
                    cluster.cluster().simulation().schedule(when, "join", 0, cluster::join);
                }
                Ending ending = cluster.run();
                assertThat(ending.word()).as("%s", ending.sentences()).isEqualTo(Ending.Word.FINISHED);
                assertThat(HEARD.get(0)).hasSize(5);
                assertThat(cluster.cluster().wavesSinceQuiet()).isLessThanOrEqualTo(2 + 3);
            }
        });
    }
}
