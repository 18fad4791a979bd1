package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.place.Dump;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorPlace;

/** What a dump shows of a place at work: what runs, and who is muted by whom. */
class DumpAtWorkTest {
    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    /** Keeps what comes. */
    private static final class Sink extends Actor<Object> {
        @Override
        protected void preStart() {
            pause();
        }

        @Override
        protected void process(Object message) {}
    }

    /** Sends portions until it is muted. */
    private static final class Pouring extends Actor<Integer> {
        private static final int PORTION = 500;
        private final Handle<Object> sink;

        Pouring(Handle<Object> sink) {
            this.sink = sink;
        }

        @Override
        protected void process(Integer left) {
            for (int i = 0; i < PORTION; i++) {
                sink.send(i);
            }
            if (left > 0) {
                self().send(left - 1);
            }
        }
    }

    /** Keeps its place busy, so that no mute is lifted, and then takes a dump of it. */
    private static final class Observing extends Actor<Integer> {
        private final List<String> dump;

        Observing(List<String> dump) {
            this.dump = dump;
        }

        @Override
        protected void process(Integer left) {
            if (left > 0) {
                self().send(left - 1);
            } else {
                dump.addAll(Dump.of(((SelectorPlace) system()).kernel()).lines());
            }
        }
    }

    @Test
    void dump_ofAPlaceAtWork_showsWhoIsMutedByWhomAndWhatRuns() {
        List<String> dump = new ArrayList<>();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(1).workers(1).start()) {
            Handle<Object> sink = cluster.place(0).create(Sink::new);
            cluster.place(0).create(() -> new Pouring(sink)).send(100);
            cluster.place(0).create(() -> new Observing(dump)).send(5_000);
            cluster.run();
        }

        assertThat(dump)
                .anyMatch(line -> line.matches("  runs    DumpAtWorkTest.Observing.* in mailbox \"mailbox 0\", on .*"))
                .anyMatch(line -> line.matches("  muted   DumpAtWorkTest.Pouring.* is muted by DumpAtWorkTest.Sink.*"))
                .anyMatch(line -> line.matches("  holds   DumpAtWorkTest.Sink.*: \\d{4,} messages.*paused"));
    }
}
