package org.sojourn.selectors.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How much a worker gets, and what it is found to have lost. */
class HandTest {
    private static final int MANY = 1_000_000;

    private final Hand.Pace pace = new Hand.Pace();

    @Test
    void worker_whoseSpeedIsntKnown_getsTwo() {
        assertThat(pace.wants(0, MANY, 4)).isEqualTo(2);
        assertThat(pace.wants(1, MANY, 4)).isEqualTo(1);
        assertThat(pace.wants(2, MANY, 4)).isZero();
    }

    @Test
    void worker_thatIsFast_getsMoreAndInBatches() {
        pace.took(1_000_000);
        assertThat(pace.wants(0, MANY, 4)).isEqualTo(200);
        assertThat(pace.wants(101, MANY, 4)).isZero();
        assertThat(pace.wants(100, MANY, 4)).isEqualTo(100);
        pace.took(0);
        pace.took(0);
        assertThat(pace.wants(0, MANY, 4)).isBetween(300, 400);
    }

    @Test
    void worker_towardsTheEnd_getsItsShare() {
        pace.took(1_000);
        assertThat(pace.wants(0, 80, 4)).isEqualTo(10);
        assertThat(pace.wants(0, 3, 4)).isEqualTo(1);
        assertThat(pace.wants(0, 0, 4)).isZero();
    }

    @Test
    void worker_thatIsVerySlow_hasOneThatWaits() {
        pace.took(Long.MAX_VALUE / 2);
        assertThat(List.of(pace.wants(0, MANY, 1), pace.wants(1, MANY, 1))).containsExactly(2, 1);
    }
}
