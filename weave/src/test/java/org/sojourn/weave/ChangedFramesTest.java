package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Frames that somebody else has written, or changed on their way. */
class ChangedFramesTest {
    private static final long COUNT = Long.getLong("sojourn.changed", 20_000);
    private static final long SEED = Long.getLong("sojourn.seed", 1);

    @Test
    void frames_withChangedBytes_areRefusedByASentenceOrSayWhatIsRead() throws Exception {
        ChangedFrames run = new ChangedFrames();
        run.run(SEED, 1_000);
        long before = used();
        String wrong = run.run(SEED, COUNT);
        long more = used() - before;
        System.out.println(COUNT + " changed delta sets from seed " + SEED + ": " + run + "; " + more + " bytes kept");
        assertThat(wrong).isEmpty();
        assertThat(more).as("bytes that are still in use").isLessThan(5_000_000);
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
