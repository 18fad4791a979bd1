package org.sojourn.mapping.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Incoming;
import org.sojourn.mapping.vector.Outgoing;
import org.sojourn.mapping.vector.Parallelism;
import org.sojourn.mapping.vector.State;
import org.sojourn.mapping.vector.Work;

final class DecisionTest {
    private static CVector vector(String text) {
        String[] words = text.replaceAll("[<>\\s]", "")
                .toUpperCase(Locale.ROOT)
                .replace('-', '_')
                .replace("?", "UNKNOWN")
                .split(",");
        return CVector.of(
                Blocking.valueOf(words[0]),
                State.valueOf(words[1]),
                Parallelism.valueOf(words[2]),
                Outgoing.valueOf(words[3]),
                Incoming.valueOf(words[4]),
                Work.valueOf(words[5]));
    }

    @Test
    void diagram_everyVectorOfKnownValues_meetsExactlyOneRule() {
        for (Blocking blocking : List.of(Blocking.TRUE, Blocking.FALSE)) {
            for (State state : List.of(State.NIL, State.FIXED, State.VARIABLE)) {
                for (Outgoing outgoing : List.of(Outgoing.LEAF, Outgoing.ROUTER, Outgoing.SCATTER)) {
                    for (Incoming incoming : List.of(Incoming.GATHER, Incoming.REQUEST_REPLY)) {
                        for (Work work : List.of(Work.IO, Work.MATH)) {
                            Rule.Known known = new Rule.Known(blocking, state, outgoing, incoming, work);
                            assertThat(Rule.DIAGRAM.stream().filter(rule -> rule.fits(known)))
                                    .as("rules for %s", known)
                                    .hasSize(1);
                        }
                    }
                }
            }
        }
    }

    /**
     * The kinds of the paper's fifteen programs, with the vectors and policies that its artifact prints; of RayTracer, for which it
     * prints none, the policies of the paper's text and the vectors that they ask for. Where ours differs, the
     * reason stands beside it: an entry without a reason must agree, and one with a reason must differ.
     */
    @ParameterizedTest
    @CsvFileSource(
            resources = "/org/sojourn/mapping/decision/programs.csv",
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true)
    void program_ofThePaper_getsItsPolicyOrAReason(
            String kind, String vector, Policy artifact, Policy ours, String reason) {
        assertThat(Decision.of(vector(vector)).policy()).as(kind).isEqualTo(ours);
        if (reason == null) {
            assertThat(ours).as("%s without a reason", kind).isEqualTo(artifact);
        } else {
            assertThat(ours).as("%s has a reason to differ: %s", kind, reason).isNotEqualTo(artifact);
        }
    }

    @Test
    void unknownBlocking_neverRunsOnItsSender() {
        Decision decision = Decision.of(vector("<?, nil, async, leaf, gather, io>"));
        assertThat(decision.policy()).isEqualTo(Policy.TASK);
        assertThat(decision.rule()).isEqualTo(Decision.UNKNOWN_BLOCKING);
    }

    @Test
    void unknownField_thatMakesNoDifference_leavesTheRuleNamed() {
        Decision decision = Decision.of(vector("<false, ?, async, leaf, ?, math>"));
        assertThat(decision.policy()).isEqualTo(Policy.TASK);
        assertThat(decision.rule()).isEqualTo("Worker");
    }

    @Test
    void blocking_withLittleComputation_isVirtual() {
        assertThat(Decision.of(vector("<true, nil, async, leaf, gather, io>")).policy())
                .isEqualTo(Policy.VIRTUAL);
        assertThat(Decision.of(vector("<true, nil, async, leaf, gather, math>")).policy())
                .isEqualTo(Policy.THREAD);
    }

    /** The planted fault: a diagram without the rule that fills the paper's hole. */
    @Test
    void diagram_withoutHeavyState_leavesAVectorOut() {
        Rule.Known hole =
                new Rule.Known(Blocking.FALSE, State.FIXED, Outgoing.SCATTER, Incoming.REQUEST_REPLY, Work.MATH);
        assertThat(Rule.DIAGRAM.stream().filter(rule -> !rule.name().equals("HeavyState")))
                .noneMatch(rule -> rule.fits(hole));
    }
}
