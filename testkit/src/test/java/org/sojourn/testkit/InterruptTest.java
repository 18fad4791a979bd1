package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An interrupt stays with the code during which it came; and the checker of that finds what it must. */
class InterruptTest {
    private static final long SEEDS = Long.getLong("sojourn.interrupts", 20);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void interrupt_leftByASelector_showsInNoOther() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(InterruptRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // What a message has left shows in the next.
                new Fault(
                        "Turns", "home.interrupts.end(this); context.processed();", "context.processed();", "shows in"),
                // What an answer or a construction has left shows in the next message.
                new Fault("Turns.act", "home.interrupts.end(this);", "", "shows in"),
                // What the answer of a thread has left shows in what its worker runs next.
                new Fault("Worker", "Thread.interrupted();", "", "shows in"),
                // What was sent to finds the sender's.
                new Fault("Interrupts", "return Thread.interrupted()", "return false", "shows in|was lost"),
                // The sender's is lost by what runs on its stack.
                new Fault("Interrupts", "if (isSenders)", "if (false)", "was lost"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(InterruptRun.class, SEEDS);
    }
}
