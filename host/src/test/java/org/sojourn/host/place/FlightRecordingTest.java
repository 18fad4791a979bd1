package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.RunBy;

/** What the flight recorder is told, while it asks. */
class FlightRecordingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static final class Front extends Actor<String> {
        private final Handle<String> back;

        Front(Handle<String> back) {
            this.back = back;
        }

        @Override
        protected void process(String message) {
            back.send(message);
        }
    }

    @RunBy(ExecutionPolicy.SEQ)
    static final class Back extends Actor<String> {
        @Override
        protected void process(String message) {}
    }

    private static boolean holds(List<RecordedEvent> events, String type, String field, String value) {
        return events.stream()
                .anyMatch(event -> event.getEventType().getName().equals("org.sojourn." + type)
                        && event.getString(field).contains(value));
    }

    @Test
    void recording_thatEnablesThem_getsEventsOfMessagesAndPolicies() throws Exception {
        List<RecordedEvent> events = new CopyOnWriteArrayList<>();
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2));
                RecordingStream stream = new RecordingStream()) {
            for (String each : List.of("Processing", "Inline", "Send", "Mute", "Policy")) {
                stream.enable("org.sojourn." + each).with("period", "1 s");
                stream.onEvent("org.sojourn." + each, events::add);
            }
            stream.setReuse(false);
            stream.startAsync();
            Handle<String> back = sojourn.create(Back::new);
            Handle<String> front = sojourn.create(() -> new Front(back));

            await().atMost(PATIENCE).until(() -> {
                front.send("word");
                return holds(events, "Processing", "selector", "Front")
                        && holds(events, "Inline", "sender", "Front")
                        && holds(events, "Send", "receiver", "Back")
                        && holds(events, "Policy", "policy", "SEQ");
            });
        }
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("org.sojourn.Inline"))
                .allSatisfy(event -> {
                    assertThat(event.getString("selector")).contains("Back");
                    assertThat(event.getString("message")).isEqualTo("java.lang.String");
                    assertThat(event.getString("place")).isEqualTo("p0");
                });
    }
}
