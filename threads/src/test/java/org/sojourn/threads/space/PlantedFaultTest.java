package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.Plot;

/** Faults of masters, slaves and judges that seeded runs must find. */
@Tag("planted")
class PlantedFaultTest {
    private static final long SEEDS = 12;
    private static final Plot THREADS = new Plot("threads/src/main/java", "org.sojourn.threads.");

    /** Three seeds for each step at which a place is lost, before and after: how far frames are by then is for the machine to say. */
    private static final long TROUBLES = 30;

    private static Fault fault(String where, String original, String replacement) {
        return new Fault(THREADS, where, original, replacement, "seed");
    }

    static List<Fault> faults() {
        return List.of(
                // An interrupt that was on its way when the frames came back is lost.
                fault("Master.back", "Thread.currentThread().interrupt();", ""),
                // What was thrown elsewhere is a result.
                fault("Slave.stints", "return answer(e, true);", "return answer(null, false);"),
                // All frames may leave.
                fault(
                        "Judge.flaw",
                        "return answers.computeIfAbsent(about, asked -> look(frames, classes));",
                        "return \"\";"),
                // What isn't a whole line is printed when the frames have come to something.
                fault("Slave.run", "shipping.all(); over(answer);", "over(answer); shipping.all();"),
                // What a task has changed of its own object isn't told its home.
                fault(
                        "ValueReader.change",
                        "each.field().set(each.of(), each.value());",
                        "each.field().get(each.of());"),
                // A thread of the program's own class is a daemon elsewhere.
                fault("Makers.thread", "made.setDaemon(like.isDaemon());", ""));
    }

    static List<Fault> faultsOfTroubles() {
        return List.of(
                // Frames that ran at a lost place run once more.
                fault(
                        "Master.await",
                        "return new Outcome.Thrown(new PlaceLostError(sentence));",
                        "return new Outcome.Here(frames);"),
                // A place that is drained takes frames, and says that something of them was seen.
                fault("Worker.go", "go.delta(), false, why", "go.delta(), true, why"));
    }

    /** Failures of the judgement, and of writing. */
    static List<Fault> failures() {
        return List.of(
                fault(
                        "Reach.flaw",
                        "from.forEach(this::method);",
                        "if (true) throw new IllegalStateException(\"why\");"),
                fault(
                        "Fixed.look",
                        "for (FieldNode field",
                        "if (true) throw new NoClassDefFoundError(\"why\"); for (FieldNode field"),
                fault(
                        "ValueWriter.write",
                        "if (++depth > DEEPEST)",
                        "if (isOutward) throw new NoClassDefFoundError(\"why\"); if (++depth > DEEPEST)"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureOfWhoJudges_keepsThreadsAtHomeAndIsSaid(Fault failure) {
        assertThat(failure.foundBy(ThreadsRun.class, "stayed", "why")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("faultsOfTroubles")
    void faultOfTrouble_isFound(Fault fault) {
        fault.assertFoundBy(TroubleRun.class, "hunt", TROUBLES * 3);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void fault_isFound(Fault fault) {
        fault.assertFoundBy(ThreadsRun.class, "search", SEEDS);
    }
}
