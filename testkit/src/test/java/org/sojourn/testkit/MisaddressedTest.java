package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.DeadLetter;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Selector;

/** A message that no mailbox takes is a mistake of the program: the end of the run says so, unless somebody is told. */
class MisaddressedTest {
    private final SimulatedCluster cluster = SimulatedCluster.of(2, 7);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static final class Reader extends Selector<Object> {
        static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
        static final Mailbox<Integer> OTHERS = Mailbox.of("others", Integer.class);

        Reader() {
            super(WORDS);
        }

        @Override
        protected void process(Object message) {}
    }

    /** Passes on what it gets, so many times. */
    private static final class Writer extends Actor<Object> {
        private final Handle<Object> to;
        private final int times;

        Writer(Handle<Object> to, int times) {
            this.to = to;
            this.times = times;
        }

        @Override
        protected void process(Object message) {
            for (int i = 0; i < times; i++) {
                to.send(message);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void send_ofATypeThatNoMailboxTakes_failsTheRunAndSaysWho(int receiver) {
        Handle<Object> reader = cluster.place(0).create(new Place(receiver), Reader::new);
        Handle<Object> writer = cluster.place(0).create(() -> new Writer(reader, 3));
        writer.send("fine");
        writer.send(5L);

        Ending ending = cluster.run();

        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        String from = receiver == 0 ? "MisaddressedTest.Writer" : "p0";
        assertThat(ending.sentences())
                .singleElement()
                .asString()
                .contains("3 messages of java.lang.Long from " + from + " to MisaddressedTest.Reader at p" + receiver)
                .contains("\"words\" takes java.lang.String");
    }

    @Test
    void send_ofAThread_isSaidToBeOfAThread() {
        Handle<Object> reader = cluster.place(0).create(Reader::new);
        reader.send(5L);

        assertThat(cluster.run().sentences())
                .singleElement()
                .asString()
                .startsWith("1 message of java.lang.Long from outside of selectors to MisaddressedTest.Reader at p0: ");
    }

    @Test
    void broadcast_ofATypeThatNoMailboxTakes_isSaidToBeOfItsPlace() {
        Group<Object> group = cluster.place(0)
                .createGroup(2, Distribution.block(List.of(new Place(1))), (all, index) -> new Reader());
        group.broadcast(5L);

        assertThat(cluster.run().sentences())
                .singleElement()
                .asString()
                .startsWith("2 messages of java.lang.Long from p0 to MisaddressedTest.Reader at p1: ");
    }

    @Test
    void mail_ofWhichNobodySaysItsSender_isOfAnUnknownOne() {
        assertThat(new Mail(0, "moved", null).sender()).isEqualTo("unknown");
    }

    @Test
    void send_toAMailboxThatItHasNot_isSaidOfTheMailbox() {
        Handle<Object> reader = cluster.place(0).create(Reader::new);
        cluster.place(0).create(() -> new Writer(reader, 1)).send("fine");
        reader.send(Reader.OTHERS, 5);
        reader.send(7, "lost");

        assertThat(cluster.run().sentences())
                .anySatisfy(
                        each -> assertThat(each).contains("java.lang.Integer").contains("has no such mailbox"))
                .anySatisfy(
                        each -> assertThat(each).contains("java.lang.String").contains("has no mailbox 7"));
    }

    @Test
    void outcomeOfAFuture_ofATypeThatNoMailboxTakes_failsTheRun() {
        cluster.place(0).create(Piping::new);

        assertThat(cluster.run().sentences())
                .singleElement()
                .asString()
                .contains("java.lang.Long from MisaddressedTest.Piping to MisaddressedTest.Piping at p0");
    }

    private static final class Piping extends Selector<Object> {
        Piping() {
            super(Reader.WORDS);
        }

        @Override
        protected void preStart() {
            pipeTo(CompletableFuture.completedFuture(5L), value -> value, failure -> failure);
        }

        @Override
        protected void process(Object message) {}
    }

    /** Collects what can't be delivered. */
    private static final class Collector extends Actor<DeadLetter> {
        @Override
        protected void process(DeadLetter letter) {}
    }

    @Test
    void send_withASubscriberOfDeadLetters_failsNothing() {
        cluster.place(0).deadLetters(cluster.place(0).create(Collector::new));
        Handle<Object> reader = cluster.place(0).create(new Place(1), Reader::new);
        reader.send(5L);

        Ending ending = cluster.run();

        assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
    }

    @Test
    void send_toOneThatHasExited_failsNothing() {
        Handle<Object> reader = cluster.place(0).create(Reader::new);
        reader.stop();
        reader.send("late");
        reader.send(5L);

        assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
    }

    @Test
    void mistakesOfMoreSortsThanAreKept_areCountedTogether() {
        Handle<Object> reader = cluster.place(0).create(Reader::new);
        reader.send("fine");
        for (int i = 0; i < 30; i++) {
            reader.send(20 + i, "lost");
        }

        Ending ending = cluster.run();

        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(ending.sentences()).hasSize(20);
        assertThat(ending.sentences().get(19)).startsWith("11 more messages");
    }
}
