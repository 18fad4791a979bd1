package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sojourn.threads.judge.Judge;
import org.sojourn.threads.judge.MethodName;
import org.sojourn.threads.programs.Stays;

/** The judgement of frames, and its grounds. */
class JudgeTest {
    private static MethodName method(String nameAndDescriptor) {
        return new MethodName(Stays.class.getName().replace('.', '/') + "$Mutual", nameAndDescriptor);
    }

    private static boolean isKept(Places places, String program) throws Exception {
        return places.program(0).judge().isKept(Class.forName("org.sojourn.threads.programs." + program));
    }

    @Test
    void object_thatOnlyItsOwnTaskChanges_isKept() throws Exception {
        try (Places places = new Places(1)) {
            assertThat(isKept(places, "Keeps$Counter")).isTrue();
            assertThat(isKept(places, "Keeps$Twice")).isTrue();
            assertThat(isKept(places, "Stays$Ended")).isFalse();
            assertThat(isKept(places, "Stays$Timed")).isFalse();
        }
    }

    @Test
    void frames_ofTheSameMethods_areJudgedByTheFirst() throws Exception {
        MethodName given = method("even(I)Z");
        MethodName table = method("odd([I)Z");
        try (Places places = new Places(1)) {
            Judge judge = places.program(0).judge();
            assertThat(judge.flaw(List.of(table, given), Set.of())).isEmpty();
            assertThat(judge.flaw(List.of(given, table), Set.of()))
                    .contains("odd was given an array, which may change");
        }
    }
}
