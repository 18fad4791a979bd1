package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.ReceiverGoneException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RequestTimeoutException;
import org.sojourn.selectors.UnsendableException;
import org.sojourn.testkit.simulation.Packets;

/** Groups over places: who lives where, what a broadcast costs, and what becomes of it when places are lost. */
class GroupPlacesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** What members have got, in the order of one thread. */
    private static final List<String> LOG = new ArrayList<>();

    private final List<SimulatedCluster> clusters = new ArrayList<>();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        clusters.forEach(SimulatedCluster::close);
        LOG.clear();
    }

    private SimulatedCluster cluster(int places) {
        SimulatedCluster cluster = SimulatedCluster.of(places, 7);
        clusters.add(cluster);
        return cluster;
    }

    private record Where(ReplyTo<String> asker) {}

    private record Go(Place to) {}

    private record Relay(Group<Object> group, String word) {}

    /** Writes what it gets to the log, with its index and place. */
    private static final class Scribe extends Actor<Object> {
        private final int index;
        private @Nullable Group<Object> known;

        Scribe(int index) {
            this.index = index;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Where where) {
                where.asker().reply(index + "@" + system().here().id());
            } else if (message instanceof Go go) {
                migrateTo(go.to());
            } else if (message instanceof Relay relay) {
                known = relay.group();
                known.broadcast(relay.word());
            } else if (message.equals("again") && known != null) {
                known.broadcast("once more");
            } else if (message.equals("exit")) {
                exit();
            } else {
                LOG.add(index + " " + message);
            }
        }
    }

    /** Asks all members where they live, by a join, and writes what it has heard to the log. */
    private static final class Surveyor extends Actor<Group<Object>> {
        @Override
        protected void process(Group<Object> group) {
            Join<String> join = join(SECOND);
            for (int i = 0; i < group.size(); i++) {
                join.ask(group.member(i), Where::new);
            }
            join.all(joined -> {
                for (int i = 0; i < joined.size(); i++) {
                    Throwable failure = joined.failure(i);
                    LOG.add(
                            failure == null
                                    ? joined.value(i)
                                    : failure.getClass().getSimpleName());
                }
            });
        }
    }

    private static Group<Object> scribes(SimulatedCluster cluster, int at, int members, Distribution placement) {
        return cluster.place(at).createGroup(members, placement, (group, index) -> new Scribe(index));
    }

    private static List<String> where(SimulatedCluster cluster, Group<Object> group) {
        return IntStream.range(0, group.size())
                .mapToObj(i -> cluster.await(group.member(i).request(Where::new, SECOND)))
                .toList();
    }

    private static List<String> lines(int members, String word) {
        return IntStream.range(0, members).mapToObj(i -> i + " " + word).toList();
    }

    // ---- placement --------------------------------------------------------------------------------------------------

    @Test
    void createGroup_overPlaces_putsMembersWhereThePlacementSays() {
        SimulatedCluster cluster = cluster(3);
        List<Place> places = cluster.place(0).places();

        assertThat(where(cluster, scribes(cluster, 0, 7, Distribution.block(places))))
                .containsExactly("0@0", "1@0", "2@1", "3@1", "4@2", "5@2", "6@2");
        assertThat(where(cluster, scribes(cluster, 1, 7, Distribution.cyclic(places))))
                .containsExactly("0@0", "1@1", "2@2", "3@0", "4@1", "5@2", "6@0");
        assertThat(where(cluster, scribes(cluster, 2, 5, Distribution.by(i -> places.get(i * i % 3)))))
                .containsExactly("0@0", "1@1", "2@1", "3@0", "4@1");
        assertThat(where(cluster, scribes(cluster, 2, 1, Distribution.block(places))))
                .containsExactly("0@2");
    }

    @Test
    void createGroup_withAPlaceTwice_putsTwiceAsManyThere() {
        SimulatedCluster cluster = cluster(2);
        Distribution placement = Distribution.cyclic(List.of(new Place(1), new Place(0), new Place(1)));

        assertThat(where(cluster, scribes(cluster, 0, 4, placement))).containsExactly("0@1", "1@0", "2@1", "3@1");
    }

    @Test
    void createGroup_outOfBounds_saysWhatTheBoundIs() {
        SimulatedCluster cluster = cluster(2);
        List<Place> places = cluster.place(0).places();

        assertThatThrownBy(() -> scribes(cluster, 0, 5, Distribution.block(List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a group of 5 members at no place");
        assertThatThrownBy(() -> scribes(cluster, 0, 0, Distribution.block(places)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 16777216");
        assertThatThrownBy(() -> scribes(cluster, 0, 100_000, Distribution.by(i -> places.get(i % 2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 65536 changes");
        assertThatThrownBy(() -> scribes(cluster, 0, 5, Distribution.cyclic(List.of(new Place(9)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the run has no place p9, and never had; ");
    }

    // ---- what it costs ----------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8, 32})
    void broadcast_overPlaces_takesOnePacketForEachPlaceAndStepsOfTheirLogarithm(int places) {
        SimulatedCluster cluster = cluster(places);
        int members = 3 * places;
        Group<Object> group = scribes(
                cluster, 0, members, Distribution.cyclic(cluster.place(0).places()));
        cluster.advance(SECOND);
        Packets packets = cluster.cluster().packets();
        long before = packets.basic();

        group.broadcast("a");
        cluster.advance(SECOND);

        assertThat(LOG).containsExactlyInAnyOrderElementsOf(lines(members, "a"));
        assertThat(packets.basic() - before).isEqualTo(places - 1);
        for (int i = 1; i < places; i++) {
            assertThat(packets.alongTrees(i))
                    .as("creation and broadcast at p%d", i)
                    .isEqualTo(2);
        }
        assertThat(packets.deepest()).isLessThanOrEqualTo(Integer.SIZE - Integer.numberOfLeadingZeros(places - 1));
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void broadcast_toMembersThatHaveMoved_takesOnePacketForEachPlaceTheSecondTime() {
        SimulatedCluster cluster = cluster(4);
        Group<Object> group =
                scribes(cluster, 0, 8, Distribution.block(cluster.place(0).places()));
        for (int i = 2; i < 8; i++) {
            group.member(i).send(new Go(new Place((i + 1) % 4)));
        }
        cluster.advance(SECOND);
        group.broadcast("a");
        cluster.advance(SECOND);
        long before = cluster.cluster().packets().basic();

        group.broadcast("b");
        cluster.advance(SECOND);

        assertThat(LOG).filteredOn(line -> line.endsWith("a")).containsExactlyInAnyOrderElementsOf(lines(8, "a"));
        assertThat(LOG).filteredOn(line -> line.endsWith("b")).containsExactlyInAnyOrderElementsOf(lines(8, "b"));
        assertThat(cluster.cluster().packets().basic() - before).isEqualTo(3);
    }

    // ---- who sends, and what ----------------------------------------------------------------------------------------

    @Test
    void group_sentToAPlaceWithoutMembers_isBroadcastToFromThere() {
        SimulatedCluster cluster = cluster(4);
        Group<Object> group = scribes(cluster, 0, 6, Distribution.by(i -> new Place(1 + i % 2)));
        Handle<Object> other = cluster.place(0).create(new Place(3), () -> new Scribe(99));

        other.send(new Relay(group, "from afar"));
        cluster.run();

        assertThat(LOG).containsExactlyInAnyOrderElementsOf(lines(6, "from afar"));
    }

    @Test
    void broadcast_ofWhatCannotTravel_isSentToNobodyAndHoldsNothingUp() {
        SimulatedCluster cluster = cluster(3);
        Group<Object> group =
                scribes(cluster, 0, 6, Distribution.cyclic(cluster.place(0).places()));

        assertThatThrownBy(() -> group.broadcast(Thread.currentThread())).isInstanceOf(UnsendableException.class);
        group.broadcast("b");
        cluster.run();

        assertThat(LOG).containsExactlyInAnyOrderElementsOf(lines(6, "b"));
    }

    @Test
    void createGroup_whoseFactoryCannotTravel_createsNothing() {
        SimulatedCluster cluster = cluster(2);
        Thread bound = Thread.currentThread();

        assertThatThrownBy(() -> cluster.place(0)
                        .<Object>createGroup(
                                4, Distribution.cyclic(cluster.place(0).places()), (group, index) -> {
                                    LOG.add(bound.toString());
                                    return new Scribe(index);
                                }))
                .isInstanceOf(UnsendableException.class);

        assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        assertThat(LOG).isEmpty();
    }

    @Test
    void broadcast_toMembersThatHaveExited_isADeadLetterForEach() {
        SimulatedCluster cluster = cluster(3);
        Group<Object> group =
                scribes(cluster, 0, 6, Distribution.cyclic(cluster.place(0).places()));
        Stream.of(0, 1, 5).forEach(i -> group.member(i).send("exit"));
        cluster.advance(SECOND);

        group.broadcast("a");
        cluster.run();

        assertThat(LOG).containsExactlyInAnyOrder("2 a", "3 a", "4 a");
        assertThat(IntStream.range(0, 3).mapToLong(cluster::deadLetters).sum()).isEqualTo(3);
    }

    // ---- lost places ------------------------------------------------------------------------------------------------

    @Test
    void broadcast_whosePlaceInTheMiddleIsLostWhileItSendsOn_reachesThoseBehindIt() {
        SimulatedCluster cluster = cluster(8);
        Group<Object> group =
                scribes(cluster, 0, 8, Distribution.cyclic(cluster.place(0).places()));
        cluster.advance(SECOND);
        List<Integer> between = new ArrayList<>();
        cluster.cluster().packets().hold((from, to, kind) -> {
            boolean isSentOn = kind == PacketKind.MULTICAST && from != 0;
            if (isSentOn) {
                between.add(from);
            }
            return isSentOn;
        });
        group.broadcast("a");
        cluster.advance(SECOND);
        int lost = between.get(0);

        cluster.crash(lost);
        cluster.cluster().packets().release();
        Ending ending = cluster.run();

        assertThat(LOG)
                .filteredOn(line -> !line.startsWith(lost + " "))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 8)
                        .filter(i -> i != lost)
                        .mapToObj(i -> i + " a")
                        .toList());
        assertThat(ending.word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
    }

    @Test
    void broadcast_afterAPlaceIsLost_isADeadLetterForEachOfItsMembersOnly() {
        SimulatedCluster cluster = cluster(4);
        Group<Object> group =
                scribes(cluster, 0, 8, Distribution.cyclic(cluster.place(0).places()));
        cluster.advance(SECOND);
        cluster.crash(2);
        cluster.advance(SECOND);

        group.broadcast("a");
        cluster.run();

        assertThat(LOG).containsExactlyInAnyOrder("0 a", "1 a", "3 a", "4 a", "5 a", "7 a");
        assertThat(cluster.deadLetters(0)).isEqualTo(2);
    }

    @Test
    void broadcast_whoseBirthplaceIsLost_reachesMembersElsewhere() {
        SimulatedCluster cluster = cluster(4);
        Group<Object> group =
                scribes(cluster, 3, 8, Distribution.cyclic(cluster.place(0).places()));
        Handle<Object> other = cluster.place(0).create(() -> new Scribe(99));
        cluster.await(cluster.place(0).register("other", other));
        Handle<Object> known = cluster.await(cluster.place(3).<Object>lookup("other", SECOND));
        known.send(new Relay(group, "a"));
        cluster.advance(SECOND);
        LOG.clear();

        cluster.crash(3);
        cluster.advance(SECOND);
        other.send("again");
        cluster.run();

        assertThat(LOG)
                .containsExactlyInAnyOrder(
                        "0 once more", "1 once more", "2 once more", "4 once more", "5 once more", "6 once more");
        assertThat(cluster.deadLetters(0)).isEqualTo(2);
    }

    // ---- restarted places -------------------------------------------------------------------------------------------

    /** A group of p2, which is started anew. p1 hears of that only by way of p3: the creation, and then a broadcast. */
    private Group<Object> ofARestartedPlace(SimulatedCluster cluster) {
        cluster.advance(SECOND);
        cluster.block(0, 1);
        cluster.block(2, 1);
        cluster.block(1, 2);
        cluster.restart(2);
        cluster.advance(SECOND);
        Group<Object> group =
                scribes(cluster, 2, 3, Distribution.cyclic(List.of(new Place(0), new Place(3), new Place(1))));
        group.broadcast("a");
        cluster.advance(SECOND);
        return group;
    }

    @Test
    void broadcast_thatComesBeforeItsRestartedPlaceIsKnown_isDeliveredWhenItIs() {
        SimulatedCluster cluster = cluster(4);
        Group<Object> group = ofARestartedPlace(cluster);
        assertThat(LOG).containsExactlyInAnyOrder("0 a", "1 a");

        cluster.heal();
        cluster.advance(SECOND);
        group.broadcast("b");
        cluster.run();

        assertThat(LOG).containsExactlyInAnyOrder("0 a", "1 a", "2 a", "0 b", "1 b", "2 b");
        assertThat(LOG.indexOf("2 a")).isLessThan(LOG.indexOf("2 b"));
    }

    @Test
    void broadcast_thatCameByAPlaceThatIsLostMeanwhile_isSentOnceMoreAndDeliveredOnce() {
        SimulatedCluster cluster = cluster(4);
        ofARestartedPlace(cluster);

        cluster.crash(3);
        cluster.advance(SECOND);
        cluster.heal();
        cluster.run();

        assertThat(LOG).containsExactlyInAnyOrder("0 a", "1 a", "2 a");
    }

    // ---- joins ------------------------------------------------------------------------------------------------------

    @Test
    void join_ofMembersAtSeveralPlaces_hasTheirAnswersInTheOrderOfTheRequests() {
        SimulatedCluster cluster = cluster(3);
        Group<Object> group =
                scribes(cluster, 0, 5, Distribution.cyclic(cluster.place(0).places()));

        cluster.place(1).create(Surveyor::new).send(group);
        cluster.run();

        assertThat(LOG).containsExactly("0@0", "1@1", "2@2", "3@0", "4@1");
    }

    @Test
    void join_ofMembersOfWhichSomeAreLostOrGoneOrSilent_saysOfEachWhy() {
        SimulatedCluster cluster = cluster(4);
        Group<Object> group =
                scribes(cluster, 0, 8, Distribution.cyclic(cluster.place(0).places()));
        group.member(2).send("exit");
        group.member(3).pause();
        cluster.advance(SECOND);
        cluster.place(2).create(Surveyor::new).send(group);
        cluster.advance(Duration.ofMillis(1));

        cluster.crash(1);
        cluster.advance(SECOND.multipliedBy(2));

        assertThat(LOG).hasSize(8);
        assertThat(LOG.get(2)).isEqualTo(ReceiverGoneException.class.getSimpleName());
        assertThat(LOG.get(3)).isEqualTo(RequestTimeoutException.class.getSimpleName());
        assertThat(List.of(LOG.get(0), LOG.get(4), LOG.get(6), LOG.get(7))).containsExactly("0@0", "4@0", "6@2", "7@3");
        assertThat(List.of(LOG.get(1), LOG.get(5)))
                .allMatch(each -> each.equals(PlaceLostException.class.getSimpleName()) || each.contains("@1"));
    }

    /** Members of one place take a message one after the other, in the order of their indexes, and nothing comes between. */
    @Test
    void broadcast_overPlaces_isTakenByTheMembersOfEachOneAfterTheOther() {
        Seeds.of(20).check(seed -> {
            LOG.clear();
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(3).workers(2).seed(seed).start()) {
                Group<Object> group = scribes(
                        cluster, 0, 12, Distribution.cyclic(cluster.place(0).places()));
                assertThat(where(cluster, group)).hasSize(12);
                group.broadcast("one");
                cluster.advance(SECOND);
                group.broadcast("two");
                cluster.advance(SECOND);

                for (int place = 0; place < 3; place++) {
                    int at = place;
                    assertThat(LOG.stream().filter(each -> indexOf(each) % 3 == at))
                            .as("what is taken at p%d, in its order", place)
                            .containsExactlyElementsOf(Stream.of("one", "two")
                                    .flatMap(word -> IntStream.range(0, 4).mapToObj(i -> 3 * i + at + " " + word))
                                    .toList());
                }
            }
        });
    }

    private static int indexOf(String entry) {
        return Integer.parseInt(entry.substring(0, entry.indexOf(' ')));
    }
}
