package org.sojourn.bench.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RoundsTest {
    @Test
    void requireInline_asItShouldBe_passes() {
        assertThatCode(() -> {
                    Rounds.requireInline(true, 99, 100);
                    Rounds.requireInline(false, 0, 100);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void requireInline_halfOfThem_isRefusedEitherWay() {
        assertThatThrownBy(() -> Rounds.requireInline(true, 50, 100))
                .hasMessageContaining("50 of 100 rounds")
                .hasMessageContaining("inline sends on")
                .hasMessageContaining("nearly all");
        assertThatThrownBy(() -> Rounds.requireInline(false, 50, 100))
                .hasMessageContaining("inline sends off")
                .hasMessageContaining("none");
    }
}
