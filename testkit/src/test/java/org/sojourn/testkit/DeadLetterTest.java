package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.DeadLetter;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Dead letters: what a subscriber gets, from where, and that nobody ever waits for it. */
class DeadLetterTest {
    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    /** Exits on its first message. */
    private static final class Mortal extends Selector<Object> {
        static final Mailbox<String> WORDS = Mailbox.of("words", String.class);

        Mortal() {
            super(WORDS);
        }

        @Override
        protected void process(Object message) {
            exit();
        }
    }

    @Test
    void subscriber_variousCauses_getsReceiverMessageAndCause() {
        try (TestPlace place = TestPlace.open()) {
            Probe<DeadLetter> probe = place.probe(DeadLetter.class);
            place.system().deadLetters(probe.handle());
            Handle<Object> mortal = place.create(Mortal::new);
            place.run();

            mortal.send(5);
            mortal.send("end");
            mortal.send("late");
            place.run();

            DeadLetter nowhere = probe.expectNext(DeadLetter.class);
            assertThat(nowhere.cause()).isEqualTo(DeadLetter.Cause.NO_MAILBOX);
            assertThat(nowhere.message()).isEqualTo(5);
            assertThat(nowhere.place()).isEqualTo(new Place(0));
            DeadLetter late = probe.expectNext(DeadLetter.class);
            assertThat(late.cause()).isEqualTo(DeadLetter.Cause.EXITED);
            assertThat(late.message()).isEqualTo("late");
            assertThat(late.messageType()).isEqualTo("java.lang.String");
            assertThat(late.receiver()).contains("Mortal");
            probe.expectNothing();
        }
    }

    /** Fails on its first letter. */
    private static final class Clumsy extends Actor<DeadLetter> {
        @Override
        protected void process(DeadLetter letter) {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void subscriber_thatFails_isAFailureThatNobodyWatches() {
        try (TestPlace place = TestPlace.open()) {
            place.system().deadLetters(place.create(Clumsy::new));
            place.run();
            place.create(Mortal::new).send(5);

            Ending ending = place.end();

            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences()).anyMatch(each -> each.contains("Clumsy") && each.contains("on purpose"));
        }
    }

    /** Answers long after the time-out. */
    private static final class Slow extends Actor<ReplyTo<String>> {
        @Override
        protected void process(ReplyTo<String> asker) {
            asker.reply("one");
            asker.reply("two");
        }
    }

    @Test
    void secondAnswer_isALetterWithoutItsMessage() {
        try (TestPlace place = TestPlace.open()) {
            Probe<DeadLetter> probe = place.probe(DeadLetter.class);
            place.system().deadLetters(probe.handle());
            Handle<ReplyTo<String>> slow = place.create(Slow::new);
            place.run();

            slow.<String>request(asker -> asker, Duration.ofSeconds(1));

            DeadLetter letter = probe.expectNext(DeadLetter.class);
            assertThat(letter.cause()).isEqualTo(DeadLetter.Cause.LATE_REPLY);
            assertThat(letter.message()).isNull();
        }
    }

    /** Adds up what it gets, or closes its mailbox. */
    private static final class Counter extends Selector<DeadLetter> {
        static final Mailbox<DeadLetter> LETTERS =
                Mailbox.of("letters", DeadLetter.class).bound(1);
        private final long[] got;

        Counter(long[] got) {
            super(LETTERS);
            this.got = got;
        }

        @Override
        protected void process(DeadLetter letter) {
            got[0]++;
            got[1] += letter.missed();
        }
    }

    @Test
    void subscriber_paused_isNotWaitedForAndIsToldHowManyItMissed() {
        try (TestPlace place = TestPlace.open()) {
            long[] got = new long[2];
            Handle<DeadLetter> counter = place.create(() -> new Counter(got));
            place.system().deadLetters(counter);
            Handle<Object> mortal = place.create(Mortal::new);
            mortal.send("end");
            place.run();
            counter.pause();
            place.run();

            for (int burst = 0; burst < 10; burst++) {
                for (int i = 0; i < 1000; i++) {
                    mortal.send("late");
                }
            }
            counter.resume();
            place.run();
            mortal.send("last");
            place.run();

            assertThat(got[0] + got[1]).isEqualTo(10_001);
            assertThat(got[0]).isBetween(1L, 1_100L);
            assertThat(place.deadLetters()).isEqualTo(10_001);
        }
    }

    @Test
    void subscriber_gone_itsLettersAreNoLetters() {
        try (TestPlace place = TestPlace.open()) {
            Probe<DeadLetter> probe = place.probe(DeadLetter.class);
            Handle<DeadLetter> counter = place.create(() -> new Counter(new long[2]));
            place.system().deadLetters(counter);
            place.system().deadLetters(probe.handle());
            Handle<Object> mortal = place.create(Mortal::new);
            mortal.send("end");
            place.run();

            counter.stop();
            mortal.send("late");

            assertThat(probe.expectNext(DeadLetter.class).message()).isEqualTo("late");
            probe.expectNothing();
        }
    }

    @Test
    void subscriber_gone_whatNobodyTakesThenFailsTheRun() {
        try (TestPlace place = TestPlace.open()) {
            Handle<DeadLetter> counter = place.create(() -> new Counter(new long[2]));
            place.system().deadLetters(counter);
            Handle<Object> mortal = place.create(Mortal::new);
            mortal.send(1);
            place.run();
            counter.stop();
            place.run();
            mortal.send(2L);

            Ending ending = place.end();

            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences())
                    .as("the Integer is the subscriber's")
                    .singleElement()
                    .asString()
                    .contains("1 message of java.lang.Long", "Mortal at p0");
        }
    }

    @Test
    void subscriber_justSubscribed_isToldOfWhatComesNext() {
        try (TestPlace place = TestPlace.open()) {
            Handle<Object> mortal = place.create(Mortal::new);
            place.run();
            Probe<DeadLetter> probe = place.probe(DeadLetter.class);
            place.system().deadLetters(probe.handle());

            mortal.send(1); // before the place's clerk has taken the order

            assertThat(probe.expectNext(DeadLetter.class).message()).isEqualTo(1);
            assertThat(place.end().word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    @Test
    void subscriber_thatTakesNoLetters_isToldOfNothing() {
        try (TestPlace place = TestPlace.open()) {
            place.system().deadLetters(place.create(Mortal::new));
            place.run();
            place.create(Mortal::new).send(1);

            Ending ending = place.end();

            assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
            assertThat(ending.sentences()).singleElement().asString().contains(DeadLetter.class.getName());
        }
    }

    /** Reports the letters by place. */
    private static final class Collector extends Actor<DeadLetter> {
        private final List<DeadLetter> letters;

        Collector(List<DeadLetter> letters) {
            this.letters = letters;
        }

        @Override
        protected void process(DeadLetter letter) {
            letters.add(letter);
        }
    }

    @Test
    void subscription_ofTheRun_collectsFromAllPlaces_ofOnePlace_fromThatOnly() {
        Seeds.of(20).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                List<DeadLetter> all = new ArrayList<>();
                List<DeadLetter> some = new ArrayList<>();
                cluster.place(0).deadLetters(cluster.place(0).create(() -> new Collector(all)));
                cluster.place(0).deadLetters(new Place(2), cluster.place(0).create(() -> new Collector(some)));
                List<Handle<Object>> mortals = new ArrayList<>();
                for (Place place : cluster.place(0).places()) {
                    mortals.add(cluster.place(0).create(place, Mortal::new));
                }
                mortals.forEach(mortal -> mortal.send("end"));
                cluster.advance(Duration.ofSeconds(1));
                mortals.forEach(mortal -> mortal.send("late"));

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                assertThat(all).extracting(DeadLetter::message).containsExactly("late", "late", "late");
                assertThat(all).extracting(letter -> letter.place().id()).containsExactlyInAnyOrder(0, 1, 2);
                assertThat(some).extracting(letter -> letter.place().id()).containsExactly(2);
            }
        });
    }

    @Test
    void subscription_letterThatCannotTravel_arrivesWithoutItsMessage() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            List<DeadLetter> letters = new ArrayList<>();
            cluster.place(0).deadLetters(cluster.place(0).create(() -> new Collector(letters)));
            Handle<Object> there = cluster.place(1).create(Mortal::new);
            there.send("end");
            cluster.advance(Duration.ofSeconds(1));
            there.send(Thread.currentThread());

            cluster.run();

            assertThat(letters).singleElement().satisfies(letter -> {
                assertThat(letter.message()).isNull();
                assertThat(letter.messageType()).isEqualTo("java.lang.Thread");
            });
        }
    }
}
