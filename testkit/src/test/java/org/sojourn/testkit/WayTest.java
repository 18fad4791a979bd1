package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Bound;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.testkit.simulation.Choice;
import org.sojourn.testkit.simulation.Packets;
import org.sojourn.testkit.simulation.Tap;

/** Mail that is sent on, or held back, while its receiver moves; with packets that are late by order. */
class WayTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Ask(ReplyTo<Integer> asker) {}

    private static class Counter extends Actor<Object> {
        private int count;

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(count);
            } else {
                count++;
            }
        }
    }

    private static void move(SimulatedCluster cluster, Handle<Object> who, int to) {
        cluster.await(cluster.place(4).move(who, new Place(to)));
    }

    @Test
    void message_thatALostPlaceHasSentOn_isADeadLetterWhenItComesLate() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(5).seed(seed).start()) {
                Handle<Object> counter = cluster.place(4).create(new Place(1), Counter::new);
                assertThat(count(cluster, counter)).isZero();
                Packets packets = cluster.cluster().packets();
                packets.hold((from, to, kind) -> kind == PacketKind.HINT && to == 4);
                move(cluster, counter, 2);
                move(cluster, counter, 3);
                packets.hold((from, to, kind) -> kind == PacketKind.HINT && to == 4 || from == 2 && to == 3);
                counter.send("by p1 and p2"); // as far as p4 knows it is at p1
                cluster.advance(SECOND);
                cluster.crash(1);
                cluster.advance(SECOND);
                counter.send("after the loss");
                assertThat(count(cluster, counter)).isEqualTo(1);
                packets.release();
                cluster.advance(SECOND);

                assertThat(count(cluster, counter)).isEqualTo(1);
                assertThat(cluster.cluster().kernel(3).site().deadLetters().count(DeadLetters.Cause.WAY_LOST))
                        .isEqualTo(1);
            }
        });
    }

    private static int count(SimulatedCluster cluster, Handle<Object> counter) {
        CompletableFuture<Integer> answer = counter.request(Ask::new, MINUTE);
        return cluster.await(answer);
    }

    @Test
    void dump_ofAPlaceThatHoldsMailBack_saysForWhomAndUntilWhen() {
        try (SimulatedCluster cluster = SimulatedCluster.of(5, 1)) {
            Handle<Object> counter = cluster.place(4).create(Counter::new);
            assertThat(count(cluster, counter)).isZero();
            cluster.cluster().packets().hold((from, to, kind) -> kind == PacketKind.SHIPPED);
            CompletableFuture<Place> moved = cluster.place(4).move(counter, new Place(1));
            cluster.advance(SECOND);
            counter.send("one more");

            assertThat(Dump.of(cluster.cluster().kernel(4)).sentences().get(Dump.Sort.HOLDS))
                    .anyMatch(each -> each.startsWith("1 message or question for p4/")
                            && each.endsWith("is held back until it has come to its new place"));
            cluster.cluster().packets().release();
            assertThat(cluster.await(moved)).isEqualTo(new Place(1));
            assertThat(count(cluster, counter)).isEqualTo(1);
        }
    }

    private record Listen(Handle<Object> who) {}

    private record Say(int number) {}

    private static final class Speaker extends Actor<Object> {
        private @Nullable Handle<Object> listener;

        @Override
        protected void process(Object message) {
            if (message instanceof Listen listen) {
                listener = listen.who();
            } else if (message instanceof Say) {
                Objects.requireNonNull(listener).send(message);
            }
        }
    }

    private record Heard(ReplyTo<String> asker) {}

    private static final class Listener extends Actor<Object> {
        private final List<Integer> heard = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Say say) {
                heard.add(say.number());
            } else if (message instanceof Heard ask) {
                ask.asker().reply(heard.toString());
            }
        }
    }

    private static String heard(SimulatedCluster cluster, Handle<Object> listener) {
        CompletableFuture<String> answer = listener.request(Heard::new, MINUTE);
        return cluster.await(answer);
    }

    @Test
    void sender_thatWasTakenBackAndMovesAgain_waitsForWhatItHasSentBefore() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(5).seed(seed).start()) {
                SelectorSystem main = cluster.place(0);
                Handle<Object> listener = main.create(new Place(2), Listener::new);
                Handle<Object> speaker = main.create(new Place(1), Speaker::new);
                speaker.send(new Listen(listener)); // as far as p1 knows it is at p2
                cluster.advance(SECOND);
                cluster.await(main.move(listener, new Place(3)));
                cluster.advance(SECOND); // until p0 knows where it is
                Packets packets = cluster.cluster().packets();
                packets.hold((from, to, kind) -> from == 2 && to == 3 || kind == PacketKind.SHIPPED && from == 4);
                speaker.send(new Say(1));
                cluster.advance(SECOND);
                main.move(speaker, new Place(4));
                cluster.advance(SECOND);
                cluster.crash(4);
                cluster.advance(SECOND);
                main.move(speaker, new Place(3));
                speaker.send(new Say(2));
                cluster.advance(SECOND);
                assertThat(heard(cluster, listener)).isEqualTo("[]");
                packets.release();
                cluster.advance(SECOND);

                assertThat(heard(cluster, listener)).isEqualTo("[1, 2]");
                assertThat(speaker.place()).isEqualTo(new Place(3));
            }
        });
    }

    /** It has come to its new place, which may not let it run before its mail has arrived. */
    @Test
    void part_whoseTargetIsLostBeforeItRunsThere_goesOnWhereItWas() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(5).seed(seed).start()) {
                SelectorSystem main = cluster.place(0);
                Handle<Object> listener = main.create(new Place(2), Listener::new);
                Handle<Object> speaker = main.create(new Place(1), Speaker::new);
                speaker.send(new Listen(listener));
                speaker.send(new Say(1));
                cluster.advance(SECOND);
                Packets packets = cluster.cluster().packets();
                packets.hold((from, to, kind) -> from == 2 && kind == PacketKind.LOCATED);
                CompletableFuture<Place> moved = main.move(speaker, new Place(4));
                cluster.advance(SECOND);
                assertThat(packets.sent(cluster.cluster().kernel(4).site().self(), PacketKind.SHIPPED))
                        .isEqualTo(1);
                speaker.send(new Say(2)); // may be sent on to where it is lost
                cluster.advance(SECOND);
                cluster.crash(4);
                cluster.advance(SECOND);
                speaker.send(new Say(3));
                packets.release();
                cluster.advance(SECOND);

                assertThat(heard(cluster, listener)).isIn("[1, 3]", "[1, 2, 3]");
                assertThat(speaker.place()).isEqualTo(new Place(1));
                assertThat(moved).isCompletedExceptionally();
            }
        });
    }

    /** Has itself moved by whom it tells where it is. */
    private static final class Fugitive extends Counter {
        /** As the present place knows it. */
        private static final ThreadLocal<Handle<Object>> HERE = new ThreadLocal<>();

        @Override
        protected void preStart() {
            HERE.set(self());
        }

        @Override
        protected void afterMove(Place from) {
            HERE.set(self());
        }
    }

    /** Before a message comes to where its receiver is, the receiver has moved on, again and again. */
    @Test
    void message_whoseReceiverIsAlwaysGoneBefore_isADeadLetterAfterTheMostHops() {
        int hops = Bound.FORWARDINGS.intValue();
        try (SimulatedCluster cluster = SimulatedCluster.of(4, 1)) {
            Handle<Object> fugitive = cluster.place(3).create(new Place(0), Fugitive::new);
            assertThat(count(cluster, fugitive)).isZero();
            Packets packets = cluster.cluster().packets();
            packets.hold((from, to, kind) -> kind == PacketKind.HINT || kind == PacketKind.MAIL && from == 3);
            fugitive.send("stop"); // as far as p3 knows it is at p0
            for (int hop = 0; hop <= hops; hop++) {
                int at = hop % 3;
                int next = (hop + 1) % 3;
                assertThat(far(cluster)).as("dead letters after %d hops", hop).isZero();
                cluster.await(cluster.place(at).move(Fugitive.HERE.get(), new Place(next)));
                packets.hold((from, to, kind) ->
                        kind == PacketKind.HINT || kind == PacketKind.MAIL && from == at && to == next);
                cluster.advance(SECOND);
            }

            assertThat(far(cluster)).isEqualTo(1);
            packets.release();
            assertThat(count(cluster, fugitive)).isZero();
            assertThat(LongStream.range(0, 4)
                            .map(i -> cluster.deadLetters((int) i))
                            .sum())
                    .isEqualTo(1);
        }
    }

    private static long far(SimulatedCluster cluster) {
        return LongStream.range(0, 4)
                .map(i -> cluster.cluster().kernel((int) i).site().deadLetters().count(DeadLetters.Cause.FAR))
                .sum();
    }

    /**
     * p4 believes the receiver at p1, which is lost. It was at p2 by then, whose part in the roll call doesn't come to p4 before p2 is lost
     * as well; and when p3 said what it knows, the receiver hadn't come there yet.
     */
    @Test
    void message_toOneOfWhomOnlyAPlaceKnewThatIsLostNext_findsIt() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(5).seed(seed).start()) {
                Handle<Object> counter = cluster.place(4).create(new Place(1), Fugitive::new);
                assertThat(count(cluster, counter)).isZero();
                Packets packets = cluster.cluster().packets();
                packets.hold((from, to, kind) ->
                        to == 4 && (kind == PacketKind.HINT || kind == PacketKind.ROLL && from == 2));
                move(cluster, counter, 2);
                cluster.crash(1);
                cluster.advance(SECOND);
                counter.send("one");
                cluster.await(cluster.place(2).move(Fugitive.HERE.get(), new Place(3)));
                cluster.advance(SECOND);
                cluster.crash(2);
                cluster.advance(SECOND);

                assertThat(count(cluster, counter)).isEqualTo(1);
            }
        });
    }

    /**
     * The receiver is on its way from p2 to p3. p4, which believes it at p1, learns that p2 is lost and then p1; p3 learns of them in the
     * other order, and takes the receiver in between.
     */
    @Test
    void message_toOneWhoseWayIsLostInAnotherOrderElsewhere_findsIt() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(5).seed(seed).start()) {
                Handle<Object> counter = cluster.place(4).create(new Place(1), Fugitive::new);
                assertThat(count(cluster, counter)).isZero();
                Packets packets = cluster.cluster().packets();
                Choice hints = (from, to, kind) -> to == 4 && kind == PacketKind.HINT;
                packets.hold(hints);
                move(cluster, counter, 2);
                packets.hold((from, to, kind) -> hints.holds(from, to, kind) || kind == PacketKind.SHIP);
                cluster.place(2).move(Fugitive.HERE.get(), new Place(3));
                cluster.advance(SECOND);
                loses(cluster, 4, 2);
                loses(cluster, 4, 1);
                loses(cluster, 0, 1);
                loses(cluster, 0, 2);
                loses(cluster, 3, 1);
                cluster.advance(Duration.ofMillis(10));
                counter.send("one");
                packets.release();
                cluster.advance(Duration.ofMillis(10));
                loses(cluster, 3, 2);
                cluster.crash(1);
                cluster.crash(2);
                cluster.advance(SECOND);

                assertThat(count(cluster, counter)).isEqualTo(1);
            }
        });
    }

    private static void loses(SimulatedCluster cluster, int place, int lost) {
        cluster.cluster()
                .kernel(place)
                .site()
                .switchboard()
                .lost(cluster.cluster().kernel(lost).site().self(), "by order");
    }

    /** Names are written with their guess: the first message tells the way, the second takes it. */
    @Test
    void message_toOneThatHasMoved_goesStraightTheSecondTime() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(4).seed(seed).start()) {
                Handle<Object> listener = cluster.place(0).create(new Place(2), Listener::new);
                Handle<Object> speaker = cluster.place(0).create(new Place(1), Speaker::new);
                speaker.send(new Listen(listener)); // as far as p1 knows it is at p2
                cluster.advance(SECOND);
                cluster.await(cluster.place(0).move(listener, new Place(3)));
                cluster.advance(SECOND);
                List<String> ways = new ArrayList<>();
                cluster.cluster().packets().tap((step, kind, from, to) -> {
                    if (step == Tap.Step.SENT && kind == PacketKind.MAIL && from > 0) {
                        ways.add("p" + from + " to p" + to);
                    }
                });
                speaker.send(new Say(1));
                cluster.advance(SECOND);
                assertThat(ways).containsExactly("p1 to p2", "p2 to p3");
                ways.clear();
                speaker.send(new Say(2));
                cluster.advance(SECOND);

                assertThat(ways).containsExactly("p1 to p3");
                assertThat(heard(cluster, listener)).isEqualTo("[1, 2]");
            }
        });
    }
}
