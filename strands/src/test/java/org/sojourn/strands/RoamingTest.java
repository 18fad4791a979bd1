package org.sojourn.strands;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.sojourn.testkit.Seeds;

/** Strands hop, wait, are moved, paused and sent mail while places are lost: each goes on where it was, once, with all that it had. */
class RoamingTest {
    private static final long SEEDS = Long.getLong("sojourn.roaming", 50);

    @Test
    void strands_thatRoam_computeWhatTheyShouldOnce() throws ReflectiveOperationException {
        Method run = RoamingRun.woven();
        Seeds.of(SEEDS).check(seed -> {
            try {
                Assertions.assertThat((String) run.invoke(null, seed)).isEmpty();
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new AssertionError(e);
            }
        });
    }
}
