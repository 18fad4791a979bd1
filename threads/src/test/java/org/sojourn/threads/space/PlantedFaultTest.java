package org.sojourn.threads.space;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.Plot;

/** Faults of masters, slaves and judges that seeded runs must find. */
@Tag("planted")
class PlantedFaultTest {
    private static final long SEEDS = 3;
    private static final Plot THREADS = new Plot("threads/src/main/java", "org.sojourn.threads.");

    private static Fault fault(String where, String original, String replacement) {
        return new Fault(THREADS, where, original, replacement, "seed");
    }

    static List<Fault> faults() {
        return List.of(
                // An interrupt that was on its way when the frames came back is lost.
                fault("Master.back", "Thread.currentThread().interrupt();", ""),
                // What was thrown elsewhere is a result.
                fault("Slave.stints", "return answer(e, true);", "return answer(null, false);"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void fault_isFound(Fault fault) {
        fault.assertFoundBy(ThreadsRun.class, "search", SEEDS);
    }
}
