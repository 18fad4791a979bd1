package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Turns that take long stop nobody else, while another thread has the worker's place; and the checker of that finds what it must. */
class StallTest {
    private static final long SEEDS = Long.getLong("sojourn.stalls", 105);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void turnsThatTakeLong_keepNobodyWaitingAndTheRunOpen() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(StallRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // Nobody takes the worker's place.
                new Fault("Substitutes", "policy.replace(worker, turn[worker])", "false", "stands still"),
                // It is taken, and has no thread.
                new Fault("WorkStealing", "workers.replace(worker, fresh);", "", "stands still|doesn't end"),
                // The place counts as idle when all but the turn is over.
                new Fault("WorkStealing", "|| roles.length > count", "", "during a turn|processed"),
                // What such a turn has submitted goes with its thread.
                new Fault(
                        "Worker",
                        "handOver(); policy.retired(this);",
                        "policy.retired(this);",
                        "processed|doesn't end"),
                // Nobody is told that the place is idle when the turn is over.
                new Fault("Worker", "if (idle.isAll())", "if (false)", "doesn't end"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(StallRun.class, SEEDS);
    }
}
