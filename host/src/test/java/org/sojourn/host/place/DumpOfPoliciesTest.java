package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;

/** A dump names what runs, on which thread and where, under every policy. */
class DumpOfPoliciesTest {
    private static final int ATTEMPTS = 100;
    private static final long PATIENCE_SECONDS = 60;

    /** What a handler waits for. */
    private record Gate(CompletableFuture<Void> entered, CompletableFuture<Void> opened) {
        Gate() {
            this(new CompletableFuture<>(), new CompletableFuture<>());
        }

        void pass() {
            entered.complete(null);
            opened.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }
    }

    private static final class Waiting extends Actor<Gate> {
        @Override
        protected void process(Gate gate) {
            gate.pass();
        }
    }

    /** Sends on, so that what is sent to may run on its stack. */
    private static final class Sending extends Actor<Gate> {
        private final Handle<Gate> to;

        Sending(Handle<Gate> to) {
            this.to = to;
        }

        @Override
        protected void process(Gate gate) {
            to.send(gate);
        }
    }

    private static String dump(Sojourn sojourn) throws Exception {
        return sojourn.dump().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static String dumpWithin(Gate gate, Sojourn sojourn) throws Exception {
        try {
            gate.entered().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            // It may still be telling that it has entered, deep below.
            return await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> dump(sojourn), text -> text.contains("Gate.pass"));
        } finally {
            gate.opened().complete(null);
        }
    }

    @ParameterizedTest
    @EnumSource
    void dump_withAHandlerThatWaits_namesItWithThreadAndStack(ExecutionPolicy policy) throws Exception {
        try (var sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Gate gate = new Gate();
            sojourn.create(policy, Waiting::new).send(gate);

            assertThat(dumpWithin(gate, sojourn).lines())
                    .anyMatch(line -> line.matches(
                            "  runs +DumpOfPoliciesTest.Waiting .* in mailbox \"mailbox 0\", on sojourn-p0-.*;"
                                    + " at .*DumpOfPoliciesTest\\$Gate.pass.* <"
                                    + " .*DumpOfPoliciesTest\\$Waiting.process.*"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MONITOR", "SEQ"})
    void dump_withAHandlerOnItsSendersStack_namesBoth(ExecutionPolicy policy) throws Exception {
        try (var sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            boolean isNamed = false;
            // Who isn't constructed yet when it is sent to runs by itself.
            for (int i = 0; i < ATTEMPTS && !isNamed; i++) {
                Gate gate = new Gate();
                Handle<Gate> waiting = sojourn.create(policy, Waiting::new);
                sojourn.create(() -> new Sending(waiting)).send(gate);
                isNamed = dumpWithin(gate, sojourn)
                        .lines()
                        .anyMatch(line -> line.matches("  runs +DumpOfPoliciesTest.Waiting .*, sent to by "
                                + "DumpOfPoliciesTest.Sending .*, on sojourn-p0-.*"));
            }
            assertThat(isNamed).isTrue();
        }
    }

    @Test
    void dump_ofAnIdlePlace_namesNothing() throws Exception {
        try (var sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            // A worker may be on its way to rest.
            assertThat(await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                            .until(() -> dump(sojourn), text -> !text.contains("  runs ")))
                    .contains("p0");
        }
    }
}
