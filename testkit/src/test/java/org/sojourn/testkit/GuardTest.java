package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Guards, priorities, turns, shares, constraints and pauses against a model (G4); and that the checker finds what it must. */
class GuardTest {
    private static final long SEEDS = Long.getLong("sojourn.guards", 700);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void processing_ofRandomKindsUnderRandomScripts_isWhatTheModelAllows() {
        Seeds.of(SEEDS).check(2, () -> seed -> assertThat(GuardRun.run(seed)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                new Fault("Layout", "specs.get(i).priority()", "-specs.get(i).priority()", "which has priority"),
                new Fault("Mailboxes", "turn[start] = following;", "turn[start] = start;", "whose turn it is"),
                new Fault("Mailboxes", "shared == 0 ? null : due(body, shared)", "null", "whose share is ignored"),
                // A change of a guard binds one message late.
                new Fault(
                        "Mailboxes",
                        "public @Nullable Mail next(Object body, long enabled) { long candidates = filled & enabled;",
                        "private long before = -1;public @Nullable Mail next(Object body, long enabled) { long"
                                + " candidates = filled & before; before = enabled;",
                        "closed guard"),
                new Fault(
                        "Mailboxes",
                        "!constraint.allows(body, mail.message)",
                        "constraint == null",
                        "against its constraint"),
                // Guards and constraints hold for what waits only, not for what is processed as it comes.
                new Fault("Agenda", "enabled & layout.unconstrained()", "-1L", "closed guard|its constraint"),
                new Fault(
                        "Agenda",
                        "layout.isAllowed(index, Objects.requireNonNull(body), message)",
                        "true",
                        "against its constraint"),
                new Fault("Agenda", "(PAUSED | MUTED)", "MUTED", "while paused"),
                new Fault(
                        "Notices",
                        "!isHalted && !waiting.get(0).isDue(enabled)",
                        "false",
                        "the exit of .* is told before"),
                // Whatever has gone from the mailbox counts as having been before the notice.
                new Fault("Notices", "position < each.ahead[mailbox]", "true", "the exit of .* is told before"),
                // What came through the inbox isn't looked at while something came without it.
                new Fault("Turns", "batch != null && !home.isSingle && hasMail()", "false", "which has priority"),
                // What a part's own thread sends goes before what it has sent.
                new Fault("Turns", "last.before(mail);", "batch = mail.before(batch);", "is processed before"),
                // Once in a while something is left behind.
                new Fault("Agenda", "holdsFiled() {", "holdsFiled() { if (waiting() == 1) return false;", "left"));
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(GuardRun.class, SEARCHED);
    }

    @Tag("planted")
    @Test
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(0).assertFoundByTheCheckerAlone(GuardRun.class, "search", SEARCHED);
    }
}
