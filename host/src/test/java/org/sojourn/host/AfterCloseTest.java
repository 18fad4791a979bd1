package org.sojourn.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.DeadLetter;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.ReplyTo;

/** What a run is asked for after it has ended is refused, and not taken for nothing. */
class AfterCloseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Place HERE = new Place(0);

    /** Keeps whom it is to answer. */
    static final class Silent extends Actor<Object> {
        private final AtomicReference<@Nullable ReplyTo<String>> asked;

        Silent(AtomicReference<@Nullable ReplyTo<String>> asked) {
            this.asked = asked;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                asked.set(ask.asker());
                ask.asker().reply("known");
            }
        }
    }

    record Ask(ReplyTo<String> asker) {}

    /** Of no state. */
    static final class Plain extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    /** Closes the run that it is given, and says what came of it. */
    static final class Closer extends Actor<Ask> {
        private final Sojourn run;

        Closer(Sojourn run) {
            this.run = run;
        }

        @Override
        protected void process(Ask ask) {
            try {
                run.close();
                ask.asker().reply("closed");
            } catch (IllegalStateException refused) {
                ask.asker().reply(Objects.requireNonNull(refused.getMessage()));
            }
        }
    }

    @Test
    void close_insideAHandlerOfAnotherRun_closes() {
        Sojourn other = Sojourn.start();
        try (Sojourn sojourn = Sojourn.start()) {
            assertThat(sojourn.create(() -> new Closer(other))
                            .request(Ask::new, PATIENCE)
                            .join())
                    .isEqualTo("closed");
        }
    }

    @Test
    void close_insideAHandler_isRefusedAndTheRunGoesOn() {
        try (Sojourn sojourn = Sojourn.start()) {
            Handle<Ask> closer = sojourn.create(() -> new Closer(sojourn));
            for (int i = 0; i < 2; i++) {
                assertThat(closer.request(Ask::new, PATIENCE).join())
                        .contains("Closer", "inside a handler", "call stop(status)");
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> everything_afterClose_isRefusedWithASentence() {
        AtomicReference<@Nullable ReplyTo<String>> asked = new AtomicReference<>();
        Sojourn sojourn = Sojourn.start();
        Handle<Object> silent = sojourn.create(() -> new Silent(asked));
        Handle<DeadLetter> letters = sojourn.newSelector(Letters.class);
        Group<Object> group = sojourn.createGroup(2, (made, index) -> new Plain());
        assertThat(silent.request(Ask::new, PATIENCE).join()).isEqualTo("known");
        sojourn.close();

        Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put("create", () -> sojourn.create(Plain::new));
        calls.put("create at", () -> sojourn.create(HERE, Plain::new));
        calls.put("create where", () -> sojourn.create(Placement.anywhere(), Plain::new));
        calls.put("create by", () -> sojourn.create(ExecutionPolicy.TASK, Plain::new));
        calls.put("createGroup", () -> sojourn.createGroup(2, (made, index) -> new Plain()));
        calls.put(
                "createGroup over",
                () -> sojourn.createGroup(2, Distribution.block(sojourn.places()), (made, index) -> new Plain()));
        calls.put("newSelector", () -> sojourn.newSelector(Plain.class));
        calls.put("newSelector at", () -> sojourn.newSelector(0, Plain.class));
        calls.put("send", () -> silent.send("late"));
        calls.put("offer", () -> silent.offer("late"));
        calls.put("request", () -> silent.request(Ask::new, PATIENCE));
        calls.put("offer a question", () -> silent.offer(Ask::new, PATIENCE));
        calls.put("stop a selector", silent::stop);
        calls.put("pause", silent::pause);
        calls.put("resume", silent::resume);
        calls.put("broadcast", () -> group.broadcast("late"));
        calls.put("send to a member", () -> group.member(1).send("late"));
        calls.put("reply", () -> answerTo(asked).reply("late"));
        calls.put("fail", () -> answerTo(asked).fail(new IllegalStateException("late")));
        calls.put("register", () -> sojourn.register("silent", silent));
        calls.put("lookup", () -> sojourn.lookup("silent", PATIENCE));
        calls.put("move", () -> sojourn.move(silent, HERE));
        calls.put("deadLetters", () -> sojourn.deadLetters(letters));
        calls.put("deadLetters at", () -> sojourn.deadLetters(HERE, letters));
        calls.put("keepAlive", sojourn::keepAlive);
        calls.put("worked", () -> sojourn.worked(1));
        calls.put("dump", sojourn::dump);
        calls.put("progress", () -> sojourn.progress("work", 1, 2));
        calls.put("result", () -> sojourn.result("key", 1));
        calls.put("stop", () -> sojourn.stop(5));
        return calls.entrySet().stream()
                .map(call -> DynamicTest.dynamicTest(
                        call.getKey(),
                        () -> assertThatThrownBy(call.getValue())
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("after the run has ended; ")));
    }

    private static ReplyTo<String> answerTo(AtomicReference<@Nullable ReplyTo<String>> asked) {
        return Objects.requireNonNull(asked.get());
    }

    /** Gets dead letters. */
    static final class Letters extends Actor<DeadLetter> {
        @Override
        protected void process(DeadLetter message) {}
    }

    @Test
    void work_ofFewerThanNoUnits_isRefusedWithASentence() {
        try (Sojourn sojourn = Sojourn.start()) {
            assertThatThrownBy(() -> sojourn.worked(-1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("work of -1 units");
            sojourn.worked(0);
        }
    }

    @Test
    void whatIsKnown_afterClose_isStillTold() {
        Sojourn sojourn = Sojourn.start();
        sojourn.create(Plain::new).send("one");
        sojourn.close();

        assertThat(sojourn.here()).isEqualTo(HERE);
        assertThat(sojourn.places()).containsExactly(HERE);
        assertThat(sojourn.counts().processed()).isPositive();
        sojourn.close();
    }

    @Test
    void config_withWhatNoRunCanBeStartedWith_saysWhatItTakes() {
        Config usual = Config.local();
        assertThatThrownBy(() -> usual.withSerialiser("json"))
                .hasMessage("serialiser is json; it is one of [fory, kryo]");
        assertThatThrownBy(() -> usual.withAllowed("com/example")).hasMessageContaining("which isn't a package");
        assertThatThrownBy(() -> new Config(2, 0, false, "fory", usual.allow(), List.of(" "), usual.environment()))
                .hasMessageContaining("an option without text");
        assertThatThrownBy(() -> usual.withJavaOption(" ")).hasMessageContaining("an option without text");
        assertThat(usual.withJavaOption("-Da=1").withJavaOption("-Db=2").javaOptions())
                .endsWith("-Da=1", "-Db=2");
        assertThatThrownBy(
                        () -> new Config(2, 0, false, "fory", usual.allow(), usual.javaOptions(), Map.of("A=B", "c")))
                .hasMessageContaining("environment names \"A=B\"");
    }
}
