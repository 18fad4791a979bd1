package org.sojourn.strands;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.Plot;

/** Strands that roam find what is wrong with strands. */
@Tag("planted")
class PlantedFaultTest {
    private static final Plot STRANDS = new Plot("strands/src/main/java", "org.sojourn.strands.");
    private static final Plot WEAVE = new Plot("weave/src/main/java", "org.sojourn.");
    private static final long SEEDS = 400;

    private static Fault fault(String where, String original, String replacement) {
        return fault(STRANDS, where, original, replacement);
    }

    private static Fault fault(Plot in, String where, String original, String replacement) {
        return new Fault(in, where, original, replacement, "seed|Exception|Error");
    }

    static List<Fault> faults() {
        return List.of(
                // Frames that have gone on are still there, to go on once more.
                fault("Course.run", "frames = null;", ""),
                // What it waited for before has it go on.
                fault("Strand.woken", "wake.number() != wait", "wake.number() > wait"),
                // It was moved elsewhere while it wanted to hop, and takes that for where it wanted to be.
                fault("Strand.arrived", "here().equals(to)", "here() != null"),
                // It leaves the stack at a poll and isn't woken.
                fault("Course.pauses", "paused.run();", ""),
                // It has hopped and isn't woken.
                fault("Strand.hasCome", "bound != null", "bound == null"),
                // It can't hop and isn't told.
                fault("Strand.refused", "leave(Wake.What.STAYS, reason);", ""),
                // The iterators of its loops are left as they are.
                fault("Course.pack", "Remaining.replace(waiting.frames());", ""),
                // Iterators begin anew.
                fault(WEAVE, "Remaining.next", "all.get(next++)", "all.get(next++ / 2)"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void fault_isFound(Fault fault) {
        fault.assertFoundBy(RoamingRun.class, "search", SEEDS);
    }
}
