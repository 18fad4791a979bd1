package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Work while places come and go, under many schedules; and that the checker finds what it must. */
class WorkRunTest {
    private static final long SEEDS = Long.getLong("sojourn.work", 12);

    /** A fault must show within so many. */
    private static final long SEARCHED = 400;

    private static final Plot SELECTORS = new Plot("selectors/src/main/java", "org.sojourn.");

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @Test
    void items_whilePlacesComeAndGo_haveOneResultEach() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(WorkRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // What a lost worker had is forgotten.
                planted("Master.lost", "redo(each.lostOnce());", "", "doesn't end|it ended 0 times"),
                // What is given back stays out as well.
                planted(
                        "Hand.taken",
                        "return out.remove(index);",
                        "return out.get(index);",
                        "doesn't end|another result"),
                // What was lost on its way isn't looked for.
                planted("Master.process", "hands.values().forEach(Hand::ask);", "", "doesn't end"),
                // A place whose worker has moved away and was lost gets no other.
                planted("Master.lost", "hire(hand.place);", "", "doesn't end"));
    }

    private static Fault planted(String where, String original, String replacement, String verdict) {
        return new Fault(SELECTORS, where, original, replacement, verdict);
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFault_findsIt(Fault fault) {
        fault.assertFound(WorkRun.class, SEARCHED);
    }
}
