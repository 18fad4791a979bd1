package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found in the words of a command at the end of its run. */
class VerdictTest {
    private static final String GOOD = """
        [p1] sojourn p1 WARNING: own.Nomad p0/26 in a handler has kept sojourn-p1-worker-0 for 773 ms, and so on
        [p1]     at java.base/java.util.HashMap$Values.spliterator(HashMap.java:1055)
        [p1]     at own.Nomads$Nomad.process(Nomads.java:10)
        [p2] sojourn p2 WARNING: the runtime's own code has waited on sojourn-p2-worker-0 for 1003 ms. By then 3 wait for a worker
        [p2]     at java.base/java.lang.Thread.exit(Thread.java:1523)
        place        work
        p0              0
        quiescent after 6000 ms
          36 dead letters
        """;

    private static final String LOSS = """
        sojourn p0 WARNING: p2 was lost (view 3 no longer shows it); there lived 1 Nomads.Letters
        terminated with loss after 6000 ms
          p2 was lost (view 3 no longer shows it); there lived 1 Nomads.Letters
        """;

    @Test
    void words_ofARunThatHasEndedAsItHadTo_areRight() {
        assertThat(Verdict.judged(0, GOOD, Set.of())).isEmpty();
        for (String watched : List.of("has computed on", "has blocked")) {
            assertThat(Verdict.judged(0, GOOD.replace("has waited on", watched), Set.of()))
                    .isEmpty();
        }
        assertThat(Verdict.judged(0, GOOD.replace("quiescent", "finished"), Set.of()))
                .isEmpty();
        assertThat(Verdict.judged(4, LOSS, Set.of(2))).isEmpty();
        assertThat(Verdict.judged(4, LOSS.replace("p2 was", "p0, the init place, was"), Set.of(0)))
                .isEmpty();
    }

    /** As the launcher passes them on: line by line, of several places at once. */
    @Test
    void words_ofSeveralPlacesBetweenEachOther_areRight() {
        String between = "[p3] sojourn p3 WARNING: something else\n";
        String frame = "[p1]     at own.Nomads$Nomad.process(Nomads.java:10)\n";
        assertThat(Verdict.judged(0, GOOD.replace(frame, between + frame), Set.of()))
                .isEmpty();
        assertThat(Verdict.judged(0, GOOD.replace(frame, "[p1] something else\n" + frame), Set.of()))
                .containsExactly("a stack trace is shown: " + frame.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 | quiescent | quiescent                   | 3 | the status is 3 and not 0
        0 | quiescent | stalled                     | 0 | it says how it ended by [stalled]
        0 | quiescent | terminated with loss        | 0 | it says how it ended by [terminated with loss]
        0 | 36 dead   | p1 was lost, 36 dead        | 0 | said to be lost are the places [1], and lost are []
        0 | 36 dead   | ab%nat org.sojourn.A.b(A.java:7)%n | 0 | a stack trace is shown:     at org.sojourn.A.b(A.java:7)
        2 | p2 was    | p3 was                      | 4 | said to be lost are the places [3], and lost are [2]
        2 | p2 was    | p1 was lost; p2 was         | 4 | said to be lost are the places [1, 2], and lost are [2]
        2 | was lost  | was found                   | 4 | said to be lost are the places [], and lost are [2]
        2 | p2 was    | p2 was                      | 0 | the status is 0 and not 4
        """)
    void words_withAFault_areFoundWrong(int lost, String words, String others, int status, String verdict) {
        String said = (lost == 0 ? GOOD : LOSS)
                .replaceAll(words, others.replace("at org", "    at org").formatted());
        assertThat(Verdict.judged(status, said, lost == 0 ? Set.of() : Set.of(lost)))
                .hasSize(1)
                .first()
                .asString()
                .contains(verdict);
    }

    @Test
    void words_tooMany_areFoundWrong() {
        assertThat(Verdict.judged(0, "what a stranger has said\n".repeat(1_000) + GOOD, Set.of()))
                .containsExactly("1004 lines are said, of at most " + Verdict.MOST_LINES);
    }
}
