package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Order per pair and mailbox, and delivery, with lost connections; and that the checker finds what it must. */
class OrderTest {
    private static final long SEEDS = Long.getLong("sojourn.orders", 60);

    /** A fault must show within so many. */
    private static final long SEARCHED = 20;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void messages_underManySchedules_keepTheirOrderAndAreDeliveredOnce() {
        Seeds.of(SEEDS)
                .check(
                        2,
                        () -> seed -> assertThat(TrafficRun.standing(seed, "")).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                Fault.SWAPPED_MESSAGES,
                // Batches are processed newest first.
                new Fault(
                        "Inbox",
                        "turn((Mail) HEAD.getAndSet(this, null))",
                        "(Mail) HEAD.getAndSet(this, null)",
                        "inversion"),
                // Packets to one receiver keep no common order, so large ones are overtaken.
                new Fault(
                        "Letter",
                        "return site().switchboard().send(at, to.orderKey(), packet, value)",
                        "return site().switchboard().send(at, System.identityHashCode(new Object()), packet,"
                                + " value)",
                        "inversion"),
                // What came before the selector was there is forgotten.
                new Fault("Agenda", "its.early.forEach(this::file);", "", "lost"),
                // Mail for a name that isn't known yet is taken for late mail.
                new Fault("Parts", "? made : null", "? null : null", "undelivered"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(TrafficRun.class, "searchStanding", SEARCHED);
    }

    @Test
    @Tag("planted")
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(0).assertFoundByTheCheckerAlone(TrafficRun.class, "searchStanding", SEARCHED);
    }
}
