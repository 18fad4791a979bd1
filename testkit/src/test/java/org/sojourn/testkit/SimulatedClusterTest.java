package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Several places under one seed. */
class SimulatedClusterTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Ask(String question, ReplyTo<String> asker) {}

    /** Answers with its place; exits on a word. */
    private static final class Echo extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(ask.question() + " at " + here());
            } else if (message.equals("fail")) {
                throw new IllegalStateException("as told");
            } else {
                exit();
            }
        }
    }

    private static CompletableFuture<String> ask(Handle<Object> whom, String question, Duration timeout) {
        return whom.request(asker -> new Ask(question, asker), timeout);
    }

    @Test
    void request_toAnotherPlace_isAnsweredThere() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            Handle<Object> echo = cluster.place(0).create(new Place(2), Echo::new);

            CompletableFuture<String> answer = ask(echo, "who", SECOND);

            assertThat(cluster.await(answer)).isEqualTo("who at p2");
            echo.send("go");
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        }
    }

    @Test
    void newSelector_atAnotherPlace_isConstructedByNameThere() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> echo = cluster.place(0).newSelector(1, Echo.class);

            assertThat(cluster.await(ask(echo, "who", SECOND))).isEqualTo("who at p1");
        }
    }

    @Test
    void registry_isOneForTheRun() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            Handle<Object> echo = cluster.place(2).create(Echo::new);
            CompletableFuture<Handle<Object>> found = cluster.place(1).lookup("echo", SECOND);

            assertThat(cluster.await(cluster.place(2).register("echo", echo))).isTrue();
            assertThat(cluster.await(
                            cluster.place(0).register("echo", cluster.place(0).create(Echo::new))))
                    .isFalse();

            Handle<Object> there = cluster.await(found);
            assertThat(there).isEqualTo(echo);
            assertThat(cluster.await(ask(there, "who", SECOND))).isEqualTo("who at p2");
        }
    }

    /** Watches somebody and keeps what it gets. */
    private static final class Watcher extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final List<Object> got;

        Watcher(Handle<?> watched, List<Object> got) {
            super(ALL);
            this.got = got;
            watch(watched, ALL);
        }

        @Override
        protected void process(Object message) {
            got.add(message);
        }
    }

    @Test
    void watch_acrossPlaces_tellsTheReason() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            List<Object> got = new ArrayList<>();
            Handle<Object> echo = cluster.place(0).create(new Place(1), Echo::new);
            cluster.place(0).create(() -> new Watcher(echo, got));
            cluster.advance(SECOND);
            assertThat(got).isEmpty();

            echo.send("fail");
            cluster.advance(SECOND);
            cluster.place(0).create(() -> new Watcher(echo, got));
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);

            assertThat(got).hasSize(2);
            Exited first = (Exited) got.get(0);
            assertThat(first.who()).isEqualTo(echo);
            assertThat(((ExitReason.Failed) first.reason()).cause()).hasMessage("as told");
            assertThat(((Exited) got.get(1)).reason()).isInstanceOf(ExitReason.Unknown.class);
        }
    }

    /** Talks to somebody elsewhere and exits. */
    private static final class Talker extends Actor<Handle<Object>> {
        @Override
        protected void process(Handle<Object> out) {
            for (int i = 0; i < 100; i++) {
                out.send(i);
            }
            exit();
        }
    }

    @Test
    void exited_acrossPlaces_comesAfterTheLastMessage() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.builder()
                    .places(2)
                    .seed(seed)
                    .lostConnections(20_000)
                    .start()) {
                List<Object> got = new ArrayList<>();
                Handle<Handle<Object>> talker = cluster.place(0).create(new Place(1), Talker::new);
                Handle<Object> watcher = cluster.place(0).create(() -> new Watcher(talker, got));
                talker.send(watcher);

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);

                assertThat(got).hasSize(101).last().isInstanceOf(Exited.class);
                for (int i = 0; i < 100; i++) {
                    assertThat(got.get(i)).isEqualTo(i);
                }
            }
        });
    }

    @Test
    void crash_ofAPlace_tellsWatchersAndAskersAndEndsWithLoss() {
        try (SimulatedCluster cluster = SimulatedCluster.of(3, 1)) {
            List<Object> got = new ArrayList<>();
            Handle<Object> echo = cluster.place(0).create(new Place(2), Echo::new);
            cluster.place(0).create(() -> new Watcher(echo, got));
            cluster.advance(SECOND);
            CompletableFuture<String> answer = ask(echo, "who", SECOND);

            cluster.crash(2);

            assertThatThrownBy(() -> cluster.await(answer)).cause().isInstanceOf(PlaceLostException.class);
            echo.send("lost");
            Ending ending = cluster.run();
            assertThat(ending.word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
            assertThat(ending.word().status()).isEqualTo(4);
            assertThat(ending.sentences())
                    .singleElement()
                    .asString()
                    .contains("p2")
                    .contains("Echo");
            assertThat(((Exited) got.get(0)).reason()).isInstanceOf(ExitReason.PlaceLost.class);
            assertThat(cluster.deadLetters(0)).isEqualTo(1);
            assertThat(cluster.place(0).places()).containsExactly(new Place(0), new Place(1));
            assertThatThrownBy(() -> cluster.place(0).create(new Place(2), Echo::new))
                    .isInstanceOf(PlaceLostException.class);
        }
    }

    /** Much to and fro, with losses. */
    private static Trace toAndFro(long seed, Codec codec) {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(3)
                .seed(seed)
                .codec(codec)
                .lostConnections(50_000)
                .refusedConnections(200_000)
                .start()) {
            for (int i = 0; i < 3; i++) {
                Handle<Object> echo = cluster.place(i).create(new Place((i + 1) % 3), Echo::new);
                for (int k = 0; k < 10; k++) {
                    ask(echo, "no " + k, Duration.ofHours(1));
                }
            }
            cluster.run();
            return cluster.trace();
        }
    }

    @Test
    void trace_ofOneSeed_isAlwaysTheSame() {
        Codec codec = SimulatedCluster.builder().newCodec();
        Seeds.of(20).check(seed -> {
            Trace first = toAndFro(seed, codec);
            Trace second = toAndFro(seed, codec);
            Trace withItsOwnCodec = toAndFro(seed, SimulatedCluster.builder().newCodec());

            assertThat(second).isEqualTo(first);
            assertThat(withItsOwnCodec).isEqualTo(first);
            assertThat(toAndFro(seed + 1_000_000, codec).hash()).isNotEqualTo(first.hash());
        });
    }

    @Test
    void cut_ofEveryLinkAgainAndAgain_losesAndRepeatsNothing() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            List<Object> got = new ArrayList<>();
            Handle<Handle<Object>> talker = cluster.place(0).create(new Place(1), Talker::new);
            Handle<Object> watcher = cluster.place(0).create(() -> new Watcher(talker, got));
            talker.send(watcher);
            for (int i = 0; i < 20; i++) {
                cluster.advance(Duration.ofNanos(300_000));
                cluster.cut(0, 1);
            }

            cluster.run();

            assertThat(got).hasSize(101);
            assertThat(cluster.trace().tail()).isNotEmpty();
        }
    }

    @Test
    void check_failingSeed_isNamedWithTheCommandThatReplaysIt() {
        Seeds seeds = Seeds.of(10);
        long failing = seeds.count() == 1 ? Long.getLong("sojourn.seed") : 4;

        assertThatThrownBy(() -> seeds.check(seed -> assertThat(seed).isNotEqualTo(failing)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed " + failing + " fails")
                .hasMessageContaining("-Dtest=SimulatedClusterTest#check_failingSeed_isNamedWithTheCommandThatReplaysIt"
                        + " -Dsojourn.seed="
                        + failing);
    }

    @Test
    void run_thatDoesNotEnd_saysWhoWaitsForWhom() {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(2)
                .limit(Duration.ofSeconds(1), 1_000_000)
                .start()) {
            Handle<Object> echo = cluster.place(0).create(new Place(1), Echo::new);
            echo.pause();
            echo.send("waits");
            try (var open = cluster.place(1).keepAlive()) {
                assertThatThrownBy(cluster::run)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("seed 1")
                        .hasMessageContaining("held open")
                        .hasMessageContaining("(paused)");
                assertThat(open).isNotNull();
            }
        }
    }
}
