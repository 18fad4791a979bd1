package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorPlace;
import org.sojourn.selectors.SelectorSystem;

/** A trace goes along with whatever leads from one processing to another. */
class TracingTest {
    private final RecordingTracer tracer = new RecordingTracer();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Order(Handle<Question> desk) {}

    private record Question(ReplyTo<String> asker) {}

    /** Does one thing when it gets a message; tells its listener when that has come to something. */
    private static final class Starter extends Actor<Object> {
        private final String way;
        private final Handle<Object> listener;
        private final CompletableFuture<String> future;

        Starter(String way, Handle<Object> listener, CompletableFuture<String> future) {
            this.way = way;
            this.listener = listener;
            this.future = future;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof String word) {
                listener.send(word);
                return;
            }
            switch (way) {
                case "message" -> listener.send("told");
                case "timer" -> after(Duration.ofSeconds(1), "rung");
                case "every" -> every(Duration.ofSeconds(40), "rung");
                case "future" -> pipeTo(future, value -> value, failure -> "failed");
                case "creation" -> listener(listener);
                case "request" ->
                    ((Order) message)
                            .desk()
                            .<String>request(Question::new, Duration.ofSeconds(9))
                            .thenAccept(answer -> listener.send(answer));
                default -> throw new IllegalArgumentException(way);
            }
        }

        private void listener(Handle<Object> told) {
            create(() -> new Born(told));
        }
    }

    /** Speaks as soon as it is there. */
    private static final class Born extends Actor<Object> {
        private final Handle<Object> listener;

        Born(Handle<Object> listener) {
            this.listener = listener;
        }

        @Override
        protected void preStart() {
            listener.send("born");
        }

        @Override
        protected void process(Object message) {}
    }

    private static final class Desk extends Actor<Question> {
        @Override
        protected void process(Question question) {
            question.asker().reply("answer");
        }
    }

    private static final class Listener extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    private SelectorSystem traced(SimulatedCluster cluster, int number) {
        ((SelectorPlace) cluster.place(number)).kernel().site().tracing().by(tracer);
        return cluster.place(number);
    }

    @ParameterizedTest
    @CsvSource({
        "message, 0, Listener(String) < Starter",
        "message, 1, Listener(String) < Starter",
        "timer, 0, Starter(String) < Starter",
        "every, 0, Starter(String) < Starter",
        "future, 0, Starter(String) < Starter",
        "creation, 0, Listener(String) < Starter",
        "request, 0, Listener(String) < Desk",
        "request, 1, Listener(String) < Desk"
    })
    void trace_startedByAMessage_goesAlong(String way, int where, String expected) {
        for (boolean copies : new boolean[] {false, true}) {
            SimulatedCluster.Builder builder =
                    SimulatedCluster.builder().places(2).seed(7);
            try (SimulatedCluster cluster = (copies ? builder.copies() : builder).start()) {
                int before = tracer.seen().size();
                SelectorSystem here = traced(cluster, 0);
                traced(cluster, 1);
                CompletableFuture<String> future = new CompletableFuture<>();
                Handle<Object> listener = here.create(new Place(where), Listener::new);
                Handle<Question> desk = here.create(new Place(where), Desk::new);
                Handle<Object> starter = here.create(() -> new Starter(way, listener, future));
                starter.send(new Order(desk));
                cluster.advance(Duration.ofSeconds(10));
                future.complete("value");
                cluster.advance(Duration.ofSeconds(60));
                assertThat(tracer.causes().subList(before, tracer.seen().size()))
                        .as(way + " by " + SimulatedCluster.class.getSimpleName() + " with seed 7")
                        .contains("Starter(Order) < nothing", expected);
            }
        }
    }

    /** A message that carries nothing isn't taken for one that was sent by whoever runs on the same stack. */
    @Test
    void message_fromNoSelector_isProcessedForNothing() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 3)) {
            SelectorSystem here = traced(cluster, 0);
            Handle<Object> listener = here.create(Listener::new);
            Handle<Object> starter = here.create(() -> new Starter("message", listener, new CompletableFuture<>()));
            for (int i = 0; i < 3; i++) {
                listener.send(i);
                starter.send(new Order(here.create(Desk::new)));
                listener.send(i);
            }
            cluster.advance(Duration.ofSeconds(1));
            assertThat(tracer.causes())
                    .filteredOn(cause -> cause.startsWith("Listener(Integer)"))
                    .hasSize(6)
                    .containsOnly("Listener(Integer) < nothing");
            assertThat(tracer.causes())
                    .filteredOn(cause -> cause.startsWith("Listener(String)"))
                    .hasSize(3)
                    .containsOnly("Listener(String) < Starter");
        }
    }

    @Test
    void place_withoutATracer_takesWhatCarriesATraceAndCarriesNothing() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 5)) {
            SelectorSystem here = traced(cluster, 0);
            Handle<Object> back = here.create(Listener::new);
            Handle<Object> there = here.create(new Place(1), Listener::new);
            Handle<Object> starter = here.create(() -> new Starter("message", there, new CompletableFuture<>()));
            starter.send(new Order(here.create(Desk::new)));
            cluster.place(1)
                    .create(() -> new Starter("message", back, new CompletableFuture<>()))
                    .send("word");
            cluster.advance(Duration.ofSeconds(1));
            assertThat(tracer.causes())
                    .containsExactlyInAnyOrder("Starter(Order) < nothing", "Listener(String) < nothing");
            assertThat(cluster.deadLetters(0) + cluster.deadLetters(1)).isZero();
        }
    }
}
