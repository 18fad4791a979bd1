package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** What a run that was asked for a profile writes of its kinds, and that another writes nothing. */
class ProfilingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 100;

    private Path file = Path.of("profile");

    @BeforeEach
    void ask(@TempDir Path folder) {
        file = folder.resolve("profile");
        System.setProperty(Profiling.PROPERTY, file.toString());
    }

    @AfterEach
    void askNoMore() {
        System.clearProperty(Profiling.PROPERTY);
    }

    /** Sends three for one, and grows. */
    static final class Feeder extends Actor<Integer> {
        private final Handle<Object> sink;
        private final List<Integer> seen = new ArrayList<>();

        Feeder(Handle<Object> sink) {
            this.sink = sink;
        }

        @Override
        protected void process(Integer number) {
            seen.add(number);
            for (int i = 0; i < 3; i++) {
                sink.send(i);
            }
        }
    }

    record Question(Handle<Object> back) {}

    record Ask(ReplyTo<Integer> asker) {}

    /** Keeps a sum; answers to who is named in the message, and to who asks. */
    static final class Sink extends Actor<Object> {
        private int sum;

        @Override
        protected void process(Object message) {
            if (message instanceof Integer number) {
                sum += number;
            } else if (message instanceof Question question) {
                question.back().send("answer");
            } else if (message instanceof Ask ask) {
                ask.asker().reply(sum);
            }
        }
    }

    /** Asks, and waits for nobody. */
    static final class Asker extends Actor<Object> {
        private final Handle<Object> sink;

        Asker(Handle<Object> sink) {
            this.sink = sink;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Integer) {
                sink.request((ReplyTo<Integer> asker) -> new Ask(asker), PATIENCE)
                        .thenAccept(sum -> {
                            sink.send(sum);
                            self().send("done");
                        });
                sink.send(new Question(self()));
            }
        }
    }

    /** Blocks now and then. */
    static final class Sleeper extends Actor<Integer> {
        @Override
        protected void process(Integer millis) throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(millis);
        }
    }

    /** Computes, and hears of the next message only when it is done. */
    static final class Computer extends Actor<Long> {
        private long last;

        @Override
        protected void process(Long steps) {
            for (long i = 0; i < steps; i++) {
                last = last * 31 + i;
            }
        }
    }

    private Map<String, Map<String, String>> written() throws IOException {
        Map<String, Map<String, String>> kinds = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#")) {
                Map<String, String> values = new HashMap<>();
                Arrays.stream(line.split(" ")).forEach(each -> {
                    String[] pair = each.split("=");
                    values.put(pair[0], pair[1]);
                });
                kinds.put(values.getOrDefault("kind", "").replaceAll(".*\\$", ""), values);
            }
        }
        return kinds;
    }

    @Test
    void run_withAProfile_writesWhatItsKindsDid() throws IOException {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Handle<Object> sink = sojourn.create(Sink::new);
            Handle<Integer> feeder = sojourn.create(() -> new Feeder(sink));
            Handle<Object> asker = sojourn.create(() -> new Asker(sink));
            Handle<Integer> sleeper = sojourn.create(Sleeper::new);
            Handle<Integer> apart = sojourn.create(ExecutionPolicy.VIRTUAL, Sleeper::new);
            Handle<Long> computer = sojourn.create(Computer::new);
            for (int i = 0; i < ROUNDS; i++) {
                feeder.send(i);
                asker.send(i);
                computer.send(1_000_000L);
            }
            sleeper.send(20);
            apart.send(20);
        }
        Map<String, Map<String, String>> kinds = written();
        assertThat(kinds.get("Feeder"))
                .containsEntry("received", "" + ROUNDS)
                .containsEntry("sent", "" + 3 * ROUNDS)
                .containsEntry("state", "variable")
                .containsEntry("parts", "1");
        assertThat(kinds.get("Sink"))
                .containsEntry("received", "" + 6 * ROUNDS)
                .containsEntry("sent", "0")
                .containsEntry("answered", "" + ROUNDS)
                .containsEntry("state", "fixed");
        assertThat(kinds.get("Asker"))
                .containsEntry("sent", "" + 3 * ROUNDS)
                .containsEntry("sync", "" + ROUNDS)
                .containsEntry("state", "nil");
        Map<String, String> sleeping = kinds.getOrDefault("Sleeper", Map.of());
        assertThat(Long.parseLong(sleeping.getOrDefault("blocking", "0"))
                        + Long.parseLong(sleeping.getOrDefault("blocked", "0")))
                .isPositive();
        assertThat(kinds.get("Feeder")).containsEntry("blocking", "0");
        assertThat(kinds.get("Computer")).containsEntry("blocking", "0").containsEntry("state", "fixed");
    }

    @Test
    void run_withoutAProfile_writesNothing() {
        askNoMore();
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            sojourn.create(Sleeper::new).send(1);
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void places_ofTwoRuns_writeToOneFile() throws IOException {
        for (int i = 0; i < 2; i++) {
            try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
                sojourn.create(Sleeper::new).send(1);
            }
        }
        assertThat(Files.readAllLines(file).stream().filter(line -> line.startsWith("kind=")))
                .hasSize(2);
    }
}
