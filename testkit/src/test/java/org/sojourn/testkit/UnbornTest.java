package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mail for selectors that aren't constructed yet is bounded; and the checker of that finds what it must. */
class UnbornTest {
    private static final long SEEDS = Long.getLong("sojourn.unborn", 18);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void senders_toASelectorThatIsNotConstructedYet_areMutedUntilItHasCaughtUp() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(UnbornRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // Who floods it doesn't notice.
                new Fault("KindHere", "Bound.MAILBOX_MESSAGES.intValue()", "Integer.MAX_VALUE - 1", "beyond the bound"),
                // What comes before its creation is kept and not looked at.
                new Fault("Agenda", "crowd(0);", "", "beyond the bound"),
                // Who waits for it is lifted when nothing else runs.
                new Fault("Muting", "cell.isExpected()", "false", "more lifted"),
                // What was withdrawn before it had mailboxes is never granted again.
                new Fault(
                        "Credits",
                        "over.forEach(each -> each.overload.end());",
                        "over.stream().filter(each -> each.mailbox != 63).forEach(each -> each.overload.end());",
                        "doesn't end"));
    }

    @ParameterizedTest
    @Tag("planted")
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(UnbornRun.class, SEEDS);
    }
}
