package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Programs that nobody has thought of run alike, whether their frames leave or not. */
class GeneratedProgramsTest {
    private static final int PROGRAMS = Integer.getInteger("sojourn.programs", 2_000);
    private static final long SEED = Long.getLong("sojourn.seed", 1);
    private static final int AT_ONCE = 50;
    private static final String PACKAGE = "generated";

    @Test
    void programs_whoseFramesLeaveAnywhere_runAsCompiled() throws Exception {
        Weaver weaver = new Weaver(List.of(PACKAGE));
        long captures = 0;
        long frames = 0;
        int most = 0;
        long stuck = 0;
        for (int first = 0; first < PROGRAMS; first += AT_ONCE) {
            Map<String, String> sources = new LinkedHashMap<>();
            for (int i = first; i < Math.min(PROGRAMS, first + AT_ONCE); i++) {
                String name = "P" + (SEED + i);
                sources.put(PACKAGE + "." + name, ProgramWriter.program(PACKAGE, name, SEED + i));
            }
            List<String> names = List.copyOf(sources.keySet());
            sources.put(PACKAGE + ".Kit", ProgramWriter.kit(PACKAGE));
            Compiled compiled = Compiled.of(sources);
            Compiled.Loader plain = compiled.plain();
            Compiled.Loader woven = compiled.woven(weaver);
            for (String name : names) {
                try {
                    Trial trial = new Trial(plain, woven, name);
                    int polls = trial.polls();
                    for (int at = 1; at <= polls; at += 1 + polls / 10) {
                        trial.leaveAt(at, false);
                    }
                    trial.leaveAt(2 + trial.expected().length() % 7, true);
                    captures += trial.captures;
                    frames += trial.frames;
                    most = Math.max(most, trial.most);
                    stuck += trial.stuck;
                } catch (Throwable e) {
                    throw new AssertionError(
                            "again by -Dsojourn.programs=1 -Dsojourn.seed=" + name.substring(name.indexOf('P') + 1), e);
                }
            }
        }
        System.out.printf(
                "%d programs from seed %d: frames left %d times, %d in all, %d at most, %d times none could%n",
                PROGRAMS, SEED, captures, frames, most, stuck);
        assertThat(frames).isGreaterThan(captures);
    }
}
