package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Programs that nobody has thought of run alike, whether their frames leave or not. */
class GeneratedProgramsTest {
    private static final int PROGRAMS = Integer.getInteger("sojourn.programs", 2_000);
    private static final int POLLS = Integer.getInteger("sojourn.polls", 5);
    private static final long SEED = Long.getLong("sojourn.seed", 1);

    @Test
    void programs_whoseFramesLeaveAnywhere_runAsCompiled() {
        GeneratedRun run = new GeneratedRun(POLLS);
        String wrong = run.run(SEED, PROGRAMS);
        System.out.println(PROGRAMS + " programs from seed " + SEED + ": " + run);
        assertThat(wrong)
                .as(
                        "again by -Dsojourn.programs=1 -Dsojourn.polls=%d -Dsojourn.methods=%d -Dsojourn.seed=...",
                        POLLS, ProgramWriter.METHODS)
                .isEmpty();
    }
}
