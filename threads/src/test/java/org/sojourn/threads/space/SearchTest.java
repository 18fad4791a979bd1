package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(3_600)
class SearchTest {
    private static final long SEEDS = Long.getLong("sojourn.threads.seeds", 6);

    @Test
    void programs_movedUnderASeed_printWhatTheyPrintAtOnePlace() {
        assertThat(ThreadsRun.search(SEEDS)).isEmpty();
    }
}
