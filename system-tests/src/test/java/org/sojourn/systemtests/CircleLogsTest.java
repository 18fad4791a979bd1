package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found in the logs of processes of which one is stopped. */
class CircleLogsTest {
    private static final List<String> LOG = """
        10 held 0 1000 1 0
        11 held 1 800 2 2
        20 held 0 900 5 6
        30 done far0 5 1 1
        31 done near0 6 0 2
        40 announced
        """.lines().toList();

    private static List<String> judged(List<String> log) {
        return new CircleLogs(log).judged(2, 1000);
    }

    @Test
    void log_inOrder_isRight() {
        assertThat(judged(LOG)).isEmpty();
        assertThat(new CircleLogs(LOG).most(0)).isEqualTo(1000);
        assertThat(new CircleLogs(LOG).sums()).containsExactly(11L, 1L, 3L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        21 wrong far0 [letter, 1, 0, 8, 6] | 21 wrong far0
        22 dead own.Circles$Letter FAR 0   | 22 dead own.Circles$Letter FAR
        23 held 1 1001 7 7                 | p1 held 1001 bytes, of at most 1000
        32 done far1 5 0 0                 | 3 of 2 have all that was sent to them
        """)
    void log_withALineTooMany_isFoundWrong(String line, String verdict) {
        List<String> log = new ArrayList<>(LOG);
        log.add(line);
        assertThat(judged(log)).hasSize(1).first().asString().contains(verdict);
    }

    @Test
    void log_ofOneWhoMissesSomething_isFoundWrong() {
        assertThat(judged(LOG.subList(0, 4))).containsExactly("1 of 2 have all that was sent to them");
    }
}
