package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.net.codec.AllowRule;
import org.sojourn.net.codec.CodecOptions;
import org.sojourn.net.codec.KryoCodec;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.DeadLetter;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorFactory;
import org.sojourn.selectors.SelectorPlace;

/** What becomes of values that can't be rebuilt where they come, since the program's own code fails: nothing else suffers from it. */
class UndecodableTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    /** Whether what is bad fails when it is made. */
    private static volatile boolean isArmed;

    /** What fails later can be made fewer than so many times. */
    private static final AtomicInteger LEFT = new AtomicInteger();

    /** Made here, and nowhere else. */
    private record Fragile(String word) implements Serializable {
        static final Fragile BAD = new Fragile("bad");
        static final Fragile LATER = new Fragile("later");

        Fragile {
            if (isArmed && (word.equals("bad") || word.equals("later") && LEFT.decrementAndGet() == 0)) {
                throw new IllegalStateException("too old for this place");
            }
        }
    }

    /** Leaves an interrupt to whoever makes it. */
    private record Rude(String word) implements Serializable {
        Rude {
            Thread.currentThread().interrupt();
        }
    }

    private record Ask(Fragile what, ReplyTo<Fragile> asker) {}

    private record Go(int place) {}

    private record Fail() {}

    /** A failure that has something fragile with it. */
    private static final class Mishap extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final @Nullable Serializable with;

        Mishap(String message, @Nullable Serializable with) {
            super(message);
            this.with = with;
        }

        @Override
        public String toString() {
            return "Mishap: " + getMessage() + (with == null ? "" : " with something");
        }
    }

    /** Notes what it gets, gives back what it is asked with, and keeps what is fragile. */
    private static final class Keeper extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final List<Fragile> kept = new ArrayList<>();

        Keeper() {
            super(ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask && ask.what().word().equals("fail")) {
                throw new Mishap("on purpose", Fragile.LATER);
            } else if (message instanceof Ask ask) {
                ask.asker().reply(ask.what().word().equals("turn") ? Fragile.BAD : ask.what());
            } else if (message instanceof Go go) {
                kept.add(Fragile.BAD);
                migrateTo(new Place(go.place()));
            } else if (message instanceof Fail) {
                throw new Mishap("on purpose", Fragile.BAD);
            } else {
                SEEN.add(here() + " " + (message instanceof Fragile fragile ? fragile.word() : message));
            }
        }
    }

    /** Asks for a failure, moves on, and notes what comes of it. */
    private static final class Nomad extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Handle<Object> who;

        Nomad(Handle<Object> who) {
            super(ALL);
            this.who = who;
        }

        @Override
        protected void process(Object message) {
            who.request((ReplyTo<Fragile> asker) -> new Ask(new Fragile("fail"), asker), MINUTE)
                    .handle((answer, failure) -> SEEN.add(here() + " " + failure));
            migrateTo(new Place(0));
        }
    }

    private static void note(ExitReason reason) {
        if (reason instanceof ExitReason.Failed failed) {
            SEEN.add("failed: " + failed.description() + " / " + failed.cause());
        }
    }

    /** Hears of dead letters. */
    private static final class Office extends Actor<DeadLetter> {
        @Override
        protected void process(DeadLetter letter) {
            SEEN.add(letter.cause() + " " + letter.messageType());
        }
    }

    enum Serialiser {
        FORY,
        KRYO;

        SimulatedCluster cluster(int places) {
            return builder(places).start();
        }

        SimulatedCluster.Builder builder(int places) {
            SimulatedCluster.Builder builder = SimulatedCluster.builder().places(places);
            return this == FORY ? builder : builder.codec(kryo());
        }

        private static Codec kryo() {
            return new KryoCodec(new CodecOptions(
                    AllowRule.of(UndecodableTest.class.getName(), Set.of(), Set.copyOf(SelectorPlace.travelling())),
                    UndecodableTest.class.getClassLoader(),
                    List.of(),
                    Selector.class::isAssignableFrom,
                    CodecOptions.DEFAULT_MAX_PAYLOAD_BYTES));
        }
    }

    @BeforeAll
    static void quiet() {
        Logs.off();
        assertThat(Fragile.BAD.word()).isEqualTo("bad");
        isArmed = true;
    }

    @AfterAll
    static void disarm() {
        isArmed = false;
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @ParameterizedTest
    @EnumSource
    void message_isADeadLetterAndFailsTheRunAndNothingElse(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            keeper.send(new Fragile("before"));
            keeper.send(Fragile.BAD);
            keeper.send(List.of(Fragile.BAD));
            keeper.send(new Fragile("after"));

            Ending ending = cluster.run();

            assertThat(SEEN).containsExactly("p1 before", "p1 after");
            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences())
                    .hasSize(2)
                    .allMatch(sentence -> sentence.contains("Fragile.<init> (UndecodableTest.java:")
                            && sentence.contains("from p0 for ")
                            && sentence.contains("too old for this place"));
            assertThat(cluster.deadLetters(1)).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void message_whoseCodeInterrupts_leavesNoInterruptToTheThreadThatDecodes(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            keeper.send(new Rude("rude"));
            assertThat(Thread.interrupted()).isTrue(); // this thread has made it

            cluster.run();

            assertThat(Thread.interrupted()).isFalse();
            assertThat(SEEN).containsExactly("p1 Rude[word=rude]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void message_withASubscriber_isHisAndTheRunGoesWell(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            cluster.place(0).deadLetters(cluster.place(0).create(Office::new));
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            cluster.advance(Duration.ofSeconds(1));
            keeper.send(Fragile.BAD);

            Ending ending = cluster.run();

            assertThat(SEEN).containsExactly("UNDECODABLE " + Fragile.class.getName());
            assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void question_failsAtOnceWithTheCause(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            CompletableFuture<Fragile> answer = keeper.request(asker -> new Ask(Fragile.BAD, asker), MINUTE);
            cluster.advance(Duration.ofSeconds(1));
            assertThatThrownBy(answer::join)
                    .hasMessageContainingAll("p1 can't decode", "Fragile")
                    .hasRootCauseMessage("too old for this place");
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answer_failsTheRequest(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            CompletableFuture<Fragile> answer = keeper.request(asker -> new Ask(new Fragile("turn"), asker), MINUTE);
            cluster.advance(Duration.ofSeconds(1));
            assertThatThrownBy(answer::join)
                    .hasMessageContainingAll("the answer has come", "Fragile")
                    .hasRootCauseMessage("too old for this place");
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    /** It is rebuilt where it is tried out before it is sent, and where it comes. */
    @ParameterizedTest
    @EnumSource
    void failureOfTheReceiver_failsTheRequestWhereverItCannotBeRebuilt(Serialiser serialiser) {
        for (int rebuilt = 1; rebuilt <= 3; rebuilt++) {
            LEFT.set(rebuilt);
            try (SimulatedCluster cluster = serialiser.cluster(2)) {
                Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
                CompletableFuture<Fragile> answer =
                        keeper.request(asker -> new Ask(new Fragile("fail"), asker), MINUTE);
                cluster.advance(Duration.ofSeconds(1));
                assertThat(answer).as("rebuilt %s times", rebuilt).isCompletedExceptionally();
                assertThatThrownBy(answer::join).hasMessageContaining("on purpose");
                cluster.run();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void failureOfTheReceiver_reachesAnAskerThatHasMovedWhereverItCannotBeRebuilt(Serialiser serialiser) {
        for (int rebuilt = 1; rebuilt <= 5; rebuilt++) {
            LEFT.set(rebuilt);
            SEEN.clear();
            try (SimulatedCluster cluster = serialiser.cluster(3)) {
                Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
                keeper.pause();
                cluster.place(0).create(new Place(2), () -> new Nomad(keeper)).send("go");
                cluster.advance(Duration.ofSeconds(1));
                assertThat(SEEN).isEmpty();
                keeper.resume();
                cluster.advance(Duration.ofSeconds(1));
                assertThat(SEEN)
                        .as("rebuilt %s times", rebuilt)
                        .singleElement()
                        .asString()
                        .startsWith("p0 ")
                        .contains("on purpose");
                cluster.run();
            }
        }
    }

    private static SelectorFactory<Object> factory(Fragile captured) {
        return () -> {
            SEEN.add(captured.word());
            return new Keeper();
        };
    }

    @ParameterizedTest
    @EnumSource
    void creation_failsAsItsConstructorWould(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            Handle<Object> unborn = cluster.place(0).create(new Place(1), factory(Fragile.BAD));
            unborn.send("early");
            cluster.place(0).create(() -> new Onlooker(unborn, UndecodableTest::note));

            Ending ending = cluster.run();

            assertThat(SEEN).singleElement().asString().contains("in its construction", "too old for this place");
            assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(cluster.deadLetters(1)).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void creationAndMessageOfAGroup_failForEachMember(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(3)) {
            List<Place> places = cluster.place(0).places();
            Group<Object> group =
                    cluster.place(0).createGroup(6, Distribution.block(places), (all, index) -> new Keeper());
            group.broadcast(new Fragile("before"));
            group.broadcast(List.of(Fragile.BAD));
            group.broadcast(new Fragile("after"));
            Fragile captured = Fragile.BAD;
            cluster.place(0).createGroup(6, Distribution.block(places), (all, index) -> {
                SEEN.add(captured.word());
                return new Keeper();
            });

            Ending ending = cluster.run();

            assertThat(SEEN).filteredOn("p1 before"::equals).hasSize(2);
            assertThat(SEEN).filteredOn("p2 after"::equals).hasSize(2);
            assertThat(SEEN).filteredOn("bad"::equals).as("members at p0").hasSize(2);
            assertThat(cluster.deadLetters(1) + cluster.deadLetters(2)).isEqualTo(4);
            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences())
                    .filteredOn(sentence -> sentence.contains("in its construction"))
                    .hasSize(4);
        }
    }

    /** Each member gets a copy of its own; one of them can't be made. */
    @ParameterizedTest
    @EnumSource
    void copyForAMemberOfAGroup_failsForThatMemberOnly(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.builder(3).copies().start()) {
            List<Place> places = cluster.place(0).places();
            Group<Object> group =
                    cluster.place(0).createGroup(6, Distribution.block(places), (all, index) -> new Keeper());
            cluster.advance(Duration.ofSeconds(1));
            LEFT.set(5); // two for members here, one for a message that has come, and the second for a member there
            group.broadcast(Fragile.LATER);
            group.broadcast("after");

            Ending ending = cluster.run();

            assertThat(SEEN).filteredOn(each -> each.endsWith(" later")).hasSize(5);
            assertThat(SEEN).filteredOn(each -> each.endsWith(" after")).hasSize(6);
            assertThat(cluster.deadLetters(1) + cluster.deadLetters(2)).isEqualTo(1);
            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void partThatMoves_goesOnWhereItWas(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            keeper.send(new Go(0));
            keeper.send("still here");
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(SEEN).containsExactly("p1 still here");
        }
    }

    @ParameterizedTest
    @EnumSource
    void notice_comesWithoutItsFailure(Serialiser serialiser) {
        try (SimulatedCluster cluster = serialiser.cluster(2)) {
            Handle<Object> keeper = cluster.place(0).create(new Place(1), Keeper::new);
            cluster.place(0).create(() -> new Onlooker(keeper, UndecodableTest::note));
            cluster.advance(Duration.ofSeconds(1));
            keeper.send(new Fail());
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(SEEN).singleElement().asString().contains("on purpose").endsWith(" / null");
        }
    }
}
