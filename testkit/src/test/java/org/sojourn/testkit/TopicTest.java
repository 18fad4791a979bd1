package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.NodeJoined;
import org.sojourn.selectors.NodeLeft;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceDrained;
import org.sojourn.selectors.PlaceDraining;
import org.sojourn.selectors.PlaceReady;
import org.sojourn.selectors.ReceiverGoneException;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Subscription;
import org.sojourn.selectors.Supervision;
import org.sojourn.selectors.Topic;
import org.sojourn.selectors.UnsendableException;

/** Who subscribes to a topic is told what there is, what changes, and what is published, wherever it lives. */
class TopicTest {
    private static final Duration SHORT = Duration.ofSeconds(3);

    /** What each subscriber has heard, by its name. */
    private static final Map<String, List<Object>> HEARD = new TreeMap<>();

    private final SimulatedCluster cluster = SimulatedCluster.builder().copies().start();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @BeforeEach
    void nothingHeard() {
        HEARD.clear();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static List<Object> heard(String name) {
        return HEARD.getOrDefault(name, List.of());
    }

    private static void hear(String name, Object message) {
        HEARD.computeIfAbsent(name, any -> new ArrayList<>()).add(message);
    }

    private record Fail() {}

    /** Hears of everything that the runtime tells. */
    @Subscription(
            topics = {
                @Topic(messageClass = NodeLeft.class, named = "places"),
                @Topic(messageClass = NodeJoined.class, mailbox = 1),
                @Topic(messageClass = PlaceDraining.class, mailbox = 1),
                @Topic(messageClass = PlaceDrained.class, mailbox = 1),
                @Topic(messageClass = PlaceReady.class)
            })
    private static class Neighbour extends Selector<Object> {
        private static final Mailbox<Place> MOVES = Mailbox.of("moves", Place.class);
        private static final Mailbox<Object> PLACES = Mailbox.of("places", Object.class);
        private final String name;

        Neighbour(String name) {
            super(MOVES, PLACES);
            this.name = name;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Place place) {
                migrateTo(place);
            } else if (message instanceof Fail) {
                throw new IllegalStateException("as it was told to");
            } else {
                hear(name, message);
                if (message instanceof PlaceReady ready) {
                    assertThat(system().places()).contains(ready.place());
                } else if (message instanceof NodeLeft left) {
                    assertThat(system().places()).doesNotContain(left.place());
                }
            }
        }
    }

    private static Object joined(int place) {
        return new NodeJoined(new Place(place));
    }

    private static Object ready(int place) {
        return new PlaceReady(new Place(place));
    }

    private Handle<Object> neighbour(int at) {
        return cluster.place(0).create(new Place(at), () -> new Neighbour("one"));
    }

    // ---- places -----------------------------------------------------------------------------------------------------

    @Test
    void subscriber_createdInARun_isToldOfAllPlacesWithItsOwn() {
        neighbour(1);
        cluster.advance(SHORT);

        assertThat(heard("one"))
                .containsExactlyInAnyOrder(joined(0), ready(0), joined(1), ready(1), joined(2), ready(2));
        for (int place = 0; place < 3; place++) {
            assertThat(heard("one")).containsSubsequence(joined(place), ready(place));
        }
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void place_thatJoins_isToldAndUsable() {
        neighbour(1);
        cluster.advance(SHORT);
        HEARD.clear();

        int joined = cluster.join();
        assertThat(cluster.place(1).places()).hasSize(3);
        cluster.advance(SHORT);

        assertThat(heard("one")).containsExactly(joined(joined), ready(joined));
        assertThat(cluster.place(1).places()).hasSize(4);
    }

    @Test
    void place_thatLeaves_isDrainedAndNoLoss() {
        Handle<Object> moves = cluster.place(0).create(new Place(2), () -> new Neighbour("two"));
        neighbour(1);
        cluster.advance(SHORT);
        HEARD.clear();

        cluster.await(cluster.leave(2));
        cluster.advance(SHORT);

        assertThat(heard("one")).hasSize(3).startsWith(new PlaceDraining(new Place(2)), new PlaceDrained(new Place(2)));
        assertThat(heard("one").get(2)).isInstanceOfSatisfying(NodeLeft.class, left -> {
            assertThat(left.place()).isEqualTo(new Place(2));
            assertThat(left.cause()).isEqualTo(NodeLeft.Cause.LEFT);
        });
        assertThat(moves.place()).isNotEqualTo(new Place(2));
        assertThat(heard("two")).hasSize(3);
        Ending ending = cluster.run();
        assertThat(ending.word()).as("%s", ending.sentences()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void place_thatIsLostAndComesBack_isToldOnceEach() {
        neighbour(1);
        cluster.advance(SHORT);
        HEARD.clear();

        cluster.crash(2);
        cluster.advance(SHORT);
        assertThat(heard("one")).singleElement().isInstanceOfSatisfying(NodeLeft.class, left -> {
            assertThat(left.cause()).isEqualTo(NodeLeft.Cause.LOST);
            assertThat(left.why()).contains("no longer shows it");
        });
        cluster.restart(2);
        cluster.advance(SHORT);

        assertThat(heard("one").subList(1, 3)).containsExactly(joined(2), ready(2));
        assertThat(heard("one")).hasSize(3);
    }

    @Test
    void subscriber_thatMoves_isToldNothingTwiceAndMissesNothing() {
        Handle<Object> one = neighbour(1);
        cluster.advance(SHORT);

        cluster.await(cluster.place(0).move(one, new Place(2)));
        cluster.advance(SHORT);
        assertThat(heard("one")).hasSize(6);
        cluster.crash(1);
        int joined = cluster.join();
        cluster.await(cluster.place(0).move(one, new Place(0)));
        cluster.advance(SHORT);

        assertThat(heard("one")).hasSize(9).contains(joined(joined), ready(joined));
        assertThat(heard("one").subList(6, 9))
                .anyMatch(each -> each instanceof NodeLeft left && left.place().equals(new Place(1)));
    }

    @Test
    void subscriber_withAClosedGuard_isToldWhenItOpens() {
        Handle<Object> one = cluster.place(0).create(new Place(1), Waiting::new);
        cluster.advance(SHORT);
        assertThat(heard("waiting")).isEmpty();

        one.send(new Open());
        cluster.advance(SHORT);

        assertThat(heard("waiting")).hasSize(3).contains(joined(0), joined(1), joined(2));
    }

    private record Open() {}

    @Subscription(topics = @Topic(messageClass = NodeJoined.class, mailbox = 1))
    private static final class Waiting extends Selector<Object> {
        private static final Mailbox<Open> ORDERS = Mailbox.of("orders", Open.class);
        private static final Mailbox<NodeJoined> PLACES =
                Mailbox.of("places", NodeJoined.class).initiallyDisabled();

        Waiting() {
            super(ORDERS, PLACES);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Open) {
                setEnabled(PLACES, true);
            } else {
                hear("waiting", message);
            }
        }
    }

    @Test
    void subscriber_thatIsRestarted_isToldAnew() {
        Handle<Object> one =
                cluster.place(0).create(Supervision.restart(3, SHORT).<Object>of(() -> new Neighbour("one")));
        cluster.advance(SHORT);
        assertThat(heard("one")).hasSize(6);

        one.send(new Fail());
        cluster.advance(SHORT);

        assertThat(heard("one")).hasSize(12);
    }

    // ---- the program's own ------------------------------------------------------------------------------------------

    private interface News {}

    private record Sport(int number) implements News {}

    private record Weather(int number) implements News {}

    private record Publish(int from, int to) {}

    private static final class Paper extends Actor<Object> {
        private final String name;

        Paper(String name) {
            this.name = name;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Publish publish) {
                for (int i = publish.from(); i < publish.to(); i++) {
                    system().publish(new Sport(i));
                }
            } else if (message instanceof Place place) {
                migrateTo(place);
            } else if (message instanceof Fail) {
                exit();
            } else {
                hear(name, message);
            }
        }
    }

    private Handle<Object> paper(String name, int at) {
        return cluster.place(0).create(new Place(at), () -> new Paper(name));
    }

    @Test
    void publication_ofAClass_reachesSubscribersOfItAndOfItsSupertypes() {
        Handle<Object> all = paper("all", 1);
        Handle<Object> sports = paper("sports", 2);
        assertThat(cluster.await(cluster.place(0).subscribe(News.class, all))).isTrue();
        assertThat(cluster.await(cluster.place(1).subscribe(Sport.class, sports)))
                .isTrue();
        assertThat(cluster.await(cluster.place(1).subscribe(Sport.class, sports)))
                .isFalse();
        assertThat(cluster.await(cluster.place(1).subscribe(Sport.class, all))).isTrue();

        cluster.place(2).publish(new Sport(1));
        cluster.place(2).publish(new Weather(2));
        cluster.advance(SHORT);

        assertThat(heard("all")).containsExactly(new Sport(1), new Weather(2));
        assertThat(heard("sports")).containsExactly(new Sport(1));
    }

    @Test
    void publications_ofManyPublishers_comeInOneOrderEverywhere() {
        Handle<Object> one = paper("one", 1);
        Handle<Object> two = paper("two", 2);
        cluster.await(cluster.place(0).subscribe(News.class, one));
        cluster.await(cluster.place(0).subscribe(News.class, two, 0));

        paper("publisher", 1).send(new Publish(0, 50));
        paper("publisher", 2).send(new Publish(100, 150));
        one.send(new Place(2));
        two.send(new Place(0));
        assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);

        assertThat(heard("one")).hasSize(100).isEqualTo(heard("two"));
        assertThat(heard("one").stream().filter(each -> ((Sport) each).number() < 100))
                .isSortedAccordingTo((a, b) -> ((Sport) a).number() - ((Sport) b).number());
    }

    @Test
    void subscriber_thatUnsubscribesOrExits_getsNoMore() {
        Handle<Object> one = paper("one", 1);
        Handle<Object> two = paper("two", 2);
        cluster.await(cluster.place(0).subscribe(Sport.class, one));
        cluster.await(cluster.place(0).subscribe(Sport.class, two));
        cluster.await(cluster.place(0).subscribe(NodeLeft.class, one));
        assertThat(cluster.await(cluster.place(2).unsubscribe(Sport.class, one)))
                .isTrue();
        assertThat(cluster.await(cluster.place(2).unsubscribe(Sport.class, one)))
                .isFalse();
        assertThat(cluster.await(cluster.place(2).unsubscribe(NodeLeft.class, one)))
                .isTrue();
        two.send(new Fail());
        cluster.advance(SHORT);

        cluster.place(0).publish(new Sport(1));
        cluster.crash(2);
        cluster.advance(SHORT);

        assertThat(heard("one")).isEmpty();
        assertThat(heard("two")).isEmpty();
        assertThat(cluster.deadLetters(0)).isZero();
    }

    @Test
    void subscription_ofASelectorThatHasExited_isRefused() {
        Handle<Object> one = paper("one", 1);
        one.send(new Fail());
        cluster.advance(SHORT);

        assertThatThrownBy(() -> cluster.await(cluster.place(0).subscribe(Sport.class, one)))
                .cause()
                .isInstanceOf(ReceiverGoneException.class)
                .hasMessageContaining("Sport");
    }

    // ---- mistakes ---------------------------------------------------------------------------------------------------

    @Subscription(topics = @Topic(messageClass = NodeLeft.class, named = "nobody"))
    private static final class Unnamed extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    @Subscription(topics = @Topic(messageClass = NodeLeft.class, mailbox = 0))
    private static final class Mistyped extends Selector<Integer> {
        Mistyped() {
            super(Mailbox.of("numbers", Integer.class));
        }

        @Override
        protected void process(Integer message) {}
    }

    @Subscription(topics = @Topic(messageClass = NodeLeft.class, mailbox = 0, named = "twice"))
    private static final class Twice extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    @Test
    void subscription_toAMailboxThatIsNone_endsTheCreationWithASentence() {
        cluster.place(0).create(Unnamed::new);
        cluster.place(0).create(Mistyped::new);
        cluster.place(0).create(Twice::new);

        Ending ending = cluster.run();

        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(String.join("\n", ending.sentences()))
                .contains(
                        "TopicTest.Unnamed to org.sojourn.selectors.NodeLeft names mailbox \"nobody\", which isn't"
                                + " declared",
                        "TopicTest.Mistyped to org.sojourn.selectors.NodeLeft, but its mailbox \"numbers\" doesn't"
                                + " take it",
                        "gives mailbox 0 and mailbox \"twice\"; give one of them");
    }

    @Test
    void call_withAMistake_isRefusedWithASentence() {
        Handle<Object> one = paper("one", 1);
        CompletableFuture<Boolean> wrong = cluster.place(0).subscribe(NodeLeft.class, one, 7);
        assertThatThrownBy(() -> cluster.await(wrong))
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it has no mailbox 7");
        assertThatThrownBy(() -> cluster.place(0).subscribe(NodeLeft.class, one, 62))
                .hasMessage("mailbox 62 is subscribed; a selector has mailboxes 0 to 61");
        assertThatThrownBy(() -> cluster.place(0).publish(new PlaceReady(new Place(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("which only the runtime tells");
        assertThatThrownBy(() -> cluster.place(0).publish(Thread.currentThread()))
                .isInstanceOf(UnsendableException.class);
    }
}
