package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.member.Opening;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** Code of the program that is called while values are rebuilt, whatever it does; and the checker of that finds what it must. */
class DecodingTest {
    private static final long SEEDS = Long.getLong("sojourn.decoding", 10);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void valuesWhoseCodeMisbehaves_harmNothingElse() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(DecodingRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // A message that can't be rebuilt is dropped.
                new Fault(
                        "Letter",
                        "tracing.within(carried, () -> post.undecodables().message(from, to," + " answerTo, e));",
                        "",
                        "dead letters, of|answers never came"),
                // Whoever has asked isn't told.
                new Fault("Undecodables", "answerTo != null", "false", "never came|time-out"),
                // Nobody is told, and the run goes well.
                new Fault("Undecodables", "else if (!isTold)", "else if (false)", "nobody was told of"),
                // It is dropped with its creation.
                new Fault(
                        "Creations",
                        "IllegalArgumentException | UndecodableException",
                        "IllegalArgumentException",
                        "nobody was told of|doesn't end"),
                // What was on its way in a part that moves can't be taken back.
                new Fault(
                        "Migration.ship",
                        "catch (Throwable e)",
                        "catch (IllegalArgumentException e)",
                        "doesn't end|STALLED|stalled"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(DecodingRun.class, SEEDS);
    }

    private static @Nullable Runnable look;

    /** Looks around in its constructor. */
    private record Looking(int number) {
        Looking {
            if (look != null) {
                look.run();
            }
        }
    }

    private static final class Sink extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    @Test
    void dump_whileAValueIsBeingRebuilt_namesItsCodeAndTheSender() {
        List<String> lines = new ArrayList<>();
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> sink = cluster.place(0).create(new Place(1), Sink::new);
            sink.send(new Looking(1));
            Kernel kernel = cluster.cluster().kernel(1);
            look = () -> {
                Opening opening = kernel.site().switchboard().openings().get(0);
                opening.lasts(kernel.site().clock().nanoTime()
                        - Duration.ofSeconds(12).toNanos());
                lines.addAll(Dump.of(kernel).lines());
            };
            cluster.run();
            assertThat(kernel.site().switchboard().openings()).isEmpty();
        } finally {
            look = null;
        }
        assertThat(lines)
                .anyMatch(line -> line.matches("  runs +p1 has been decoding org.sojourn.testkit.DecodingTest\\$Looking"
                        + " from p0 for .*: DecodingTest\\$Looking.<init> \\(DecodingTest.java:\\d+\\).*"));
    }
}
