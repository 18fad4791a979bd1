package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests' own view of a run's processes. */
class SojournTest {
    @Test
    void places_whoseNumbersHaveStartedOver_areInTheOrderOfTheirStart() {
        assertThat(List.of(301L, 32_760L, 302L, 32_767L).stream().sorted(Sojourn.inOrderOfStart(32_700)))
                .containsExactly(32_760L, 32_767L, 301L, 302L);
        assertThat(List.of(812L, 810L).stream().sorted(Sojourn.inOrderOfStart(700)))
                .containsExactly(810L, 812L);
    }
}
