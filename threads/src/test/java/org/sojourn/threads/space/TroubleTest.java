package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(3_600)
class TroubleTest {
    private static final long SEEDS = Long.getLong("sojourn.threads.troubles", TroubleRun.all());

    @Test
    void place_lostOrDrainedOrConsoleClosedAtEachStep_eachThreadComesToWhatItDoesAtOnePlaceOrToOneError() {
        assertThat(TroubleRun.search(SEEDS)).isEmpty();
    }
}
