package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.LogContext;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Whom a log line would be given to. */
class LogContextTest {
    private static final ThreadLocal<List<String>> NOTED = ThreadLocal.withInitial(ArrayList::new);

    private static void note() {
        Map<String, String> context = LogContext.current();
        NOTED.get().add(context.get(LogContext.PLACE) + " " + context.get(LogContext.SELECTOR));
    }

    private record Question(ReplyTo<Boolean> asker) {}

    private static final class Answering extends Actor<Question> {
        @Override
        protected void process(Question question) {
            note();
            question.asker().reply(true);
        }
    }

    private static final class Asking extends Actor<String> {
        private final Handle<Question> answering;

        Asking(Handle<Question> answering) {
            note();
            this.answering = answering;
        }

        @Override
        protected void process(String message) {
            answering.<Boolean>request(Question::new, Duration.ofHours(1)).thenAccept(yes -> note());
            note();
        }
    }

    @ParameterizedTest
    @EnumSource
    void context_inConstructorHandlerAndContinuation_isTheSelectors(ExecutionPolicy policy) {
        NOTED.get().clear();
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Question> answering = cluster.place(0).create(policy, Answering::new);
            cluster.place(0)
                    .create(new Place(1), policy, () -> new Asking(answering))
                    .send("go");
            cluster.run();
        }
        assertThat(NOTED.get())
                .containsExactly(
                        "p1 LogContextTest.Asking p0/17",
                        "p1 LogContextTest.Asking p0/17",
                        "p0 LogContextTest.Answering p0/16",
                        "p1 LogContextTest.Asking p0/17");
    }

    @Test
    void context_outsideOfSelectors_isEmpty() {
        assertThat(LogContext.current()).isEmpty();
    }
}
