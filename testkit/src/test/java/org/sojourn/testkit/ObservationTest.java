package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.observe.Observation;
import org.sojourn.kernel.port.Events;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorPlace;

/** What is told of messages while somebody wants to know, and that nothing is told otherwise. */
class ObservationTest {
    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private static final class Told implements Events {
        private final List<String> lines = new ArrayList<>();

        private static String kind(String selector) {
            return selector.replaceAll(" .*", "").replaceAll(".*\\.", "");
        }

        @Override
        public Span processing(String receiver, String mailbox, String message, String inlineFor) {
            lines.add(kind(receiver) + " processes from " + mailbox
                    + (inlineFor.isEmpty() ? "" : " for " + kind(inlineFor)));
            return () -> lines.add(kind(receiver) + " is done");
        }

        @Override
        public void sent(String sender, String receiver, String mailbox, String message) {
            lines.add((sender.isEmpty() ? "somebody" : kind(sender)) + " sends " + kind(receiver) + " "
                    + message.replaceAll(".*\\.", ""));
        }

        @Override
        public Span muted(String sender, String receiver) {
            lines.add(kind(sender) + " is muted");
            return () -> lines.add(kind(sender) + " goes on");
        }
    }

    private static final class Front extends Actor<String> {
        private final Handle<Object> back;

        Front(Handle<Object> back) {
            this.back = back;
        }

        @Override
        protected void process(String message) {
            back.send(1);
        }
    }

    private static final class Back extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    private static Observation of(SimulatedCluster cluster, int place) {
        return ((SelectorPlace) cluster.place(place)).kernel().observation();
    }

    @Test
    void message_processedOnItsSendersStack_isToldInOrderUntilNobodyAsks() {
        Told told = new Told();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).workers(1).start()) {
            Handle<Object> back = cluster.place(0).create(ExecutionPolicy.SEQ, Back::new);
            Handle<String> front = cluster.place(0).create(() -> new Front(back));
            cluster.advance(Duration.ofSeconds(1));
            front.send("unseen");
            cluster.advance(Duration.ofSeconds(1));
            assertThat(told.lines).isEmpty();

            of(cluster, 0).observe(told, told, told);
            front.send("seen");
            cluster.advance(Duration.ofSeconds(1));
            of(cluster, 0).observe(null, null, null);
            front.send("unseen");
            cluster.run();
        }
        assertThat(told.lines)
                .containsExactly(
                        "somebody sends Front String",
                        "Front processes from mailbox 0",
                        "Front sends Back Integer",
                        "Back processes from mailbox 0 for Front",
                        "Back is done",
                        "Front is done");
    }

    @Test
    void message_toAnotherPlace_isToldWhereItLeavesAndWhereItArrives() {
        Told here = new Told();
        Told there = new Told();
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            of(cluster, 0).observe(null, here, null);
            of(cluster, 1).observe(there, there, null);
            cluster.place(0).create(new Place(1), Back::new).send("far");
            cluster.run();
        }
        assertThat(here.lines).hasSize(1).first().asString().startsWith("somebody sends");
        assertThat(there.lines).hasSize(3).endsWith("Back processes from mailbox 0", "Back is done");
    }

    /** Broadcasts what it is told. */
    private static final class Herald extends Actor<Group<Object>> {
        @Override
        protected void process(Group<Object> group) {
            group.broadcast("news");
        }
    }

    @Test
    void broadcast_overPlaces_isToldForEachMember() {
        List<String> talks = new ArrayList<>();
        Told told = new Told();
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            Group<Object> group = cluster.place(0)
                    .createGroup(7, Distribution.cyclic(cluster.place(0).places()), (members, index) -> new Back());
            Handle<Group<Object>> herald = cluster.place(0).create(Herald::new);
            cluster.advance(Duration.ofSeconds(1));
            of(cluster, 0).watchSends((sender, to) -> talks.add(to.toString()));
            of(cluster, 0).observe(null, told, null);
            herald.send(group);
            cluster.run();
        }
        assertThat(talks).containsExactlyInAnyOrder("p0", "p0", "p0", "p1", "p1", "p2", "p2");
        assertThat(told.lines)
                .as("the order, the broadcast, and the members here")
                .hasSize(5);
    }

    /** Goes on sending to one that processes nothing. */
    private static final class Flood extends Actor<Integer> {
        private final Handle<Object> sink;

        Flood(Handle<Object> sink) {
            this.sink = sink;
        }

        @Override
        protected void process(Integer left) {
            for (int i = 0; i < 1_000; i++) {
                sink.send(i);
            }
            if (left > 0) {
                self().send(left - 1);
            }
        }
    }

    private static final class Paused extends Actor<Object> {
        @Override
        protected void preStart() {
            pause();
        }

        @Override
        protected void process(Object message) {}
    }

    @Test
    void mute_ofASender_isToldFromBeginningToEnd() {
        Told told = new Told();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).workers(1).start()) {
            of(cluster, 0).observe(null, null, told);
            Handle<Object> sink = cluster.place(0).create(Paused::new);
            cluster.place(0).create(() -> new Flood(sink)).send(200);
            cluster.run();
        }
        assertThat(told.lines).isNotEmpty().startsWith("Flood is muted", "Flood goes on");
    }
}
