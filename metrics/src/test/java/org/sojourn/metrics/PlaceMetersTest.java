package org.sojourn.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

class PlaceMetersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final class Counter extends Actor<String> {
        @Override
        protected void process(String word) {
            if (word.equals("last")) {
                exit();
            }
        }
    }

    private static final class Closed extends Selector<String> {
        private static final Mailbox<String> SHUT =
                Mailbox.of("shut", String.class).initiallyDisabled();
        private static final Mailbox<String> KEYS = Mailbox.of("keys", String.class);

        Closed() {
            super(SHUT, KEYS);
        }

        @Override
        protected void process(String word) {
            setEnabled(SHUT, true);
        }
    }

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double value(String name, String... tags) {
        registry.get("sojourn.selectors.living").gauge().value(); // kinds appear with it
        Meter meter = registry.find("sojourn." + name).tags(tags).meter();
        return meter == null ? -1 : meter.measure().iterator().next().getValue();
    }

    private void awaitValue(double expected, String name, String... tags) {
        Awaitility.await(name)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(value(name, tags)).isEqualTo(expected));
    }

    @Test
    void meters_ofARun_showWhatItsPlaceCounts() {
        try (Sojourn sojourn = Sojourn.start()) {
            new PlaceMeters(sojourn).bindTo(registry);
            try (KeepAlive open = sojourn.keepAlive()) {
                assertThat(open).isNotNull();
                Handle<String> counter = sojourn.create(Counter::new);
                Handle<String> closed = sojourn.create(Closed::new);
                for (int i = 0; i < 9; i++) {
                    counter.send("word");
                    closed.send(Closed.SHUT, "word");
                }
                awaitValue(9, "messages.processed", "place", "p0");
                awaitValue(1, "selectors.alive", "place", "p0", "kind", "PlaceMetersTest.Counter");
                awaitValue(2, "selectors.living");
                awaitValue(9, "messages.waiting");
                counter.send("last");
                awaitValue(1, "selectors.living");
                counter.send("late");
                awaitValue(1, "dead.letters", "cause", "exited");
                awaitValue(-1, "selectors.alive", "kind", "PlaceMetersTest.Counter");
                closed.send(Closed.KEYS, "key");
                awaitValue(0, "messages.waiting");
            }
            awaitValue(20, "messages.processed");
            awaitValue(2, "selectors.created");
            assertThat(value("dead.letters", "cause", "unknown")).isZero();
            for (String name : new String[] {
                "messages.sent",
                "messages.received",
                "selectors.restarted",
                "failures",
                "senders.muted",
                "senders.lifted"
            }) {
                assertThat(value(name, "place", "p0")).as(name).isZero();
            }
            assertThat(value("workers.idle")).isBetween(0.0, 1.0);
        }
    }
}
