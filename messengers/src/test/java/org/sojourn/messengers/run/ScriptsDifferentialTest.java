package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Form;

/**
 * Forms at random: interpreted and compiled, with and without being made anew at each point, a messenger has the same life. A seed that
 * fails is printed; {@code -Dsojourn.seed=} runs it first.
 */
final class ScriptsDifferentialTest {
    private static final int SCRIPTS = Integer.getInteger("sojourn.scripts", 2_000);
    private static final long SEED = Long.getLong("sojourn.seed", 1);
    private static final int POINTS = 40;

    /** Bytes of a chunk, so that most forms have several. */
    static final int SMALL = 400;

    @Test
    void randomForm_interpretedAndCompiled_hasTheSameLife() {
        List<String> differences = new ArrayList<>();
        int points = 0;
        int faults = 0;
        for (long seed = SEED; seed < SEED + SCRIPTS && differences.isEmpty(); seed++) {
            Form form = RandomForms.of(seed);
            assertThat(Form.read(form.bytes())).isEqualTo(form);
            Script reference = new Interpreter(form);
            Script compiled = ScriptCompiler.compile(form);
            assertThat(compiled).isInstanceOf(CompiledScript.class);
            Life life = Life.of(reference, seed, POINTS, null);
            points += life.points;
            faults += life.isFault ? 1 : 0;
            compare("compiled", seed, life, Life.of(compiled, seed, POINTS, null), differences);
            Script chunked = ScriptCompiler.compile(form, SMALL, Linker.NONE);
            assertThat(chunked).isInstanceOf(CompiledScript.class);
            compare("in chunks", seed, life, Life.of(chunked, seed, POINTS, null), differences);
            compare("captured", seed, life, Life.of(reference, seed, POINTS, reference::live), differences);
            compare("both", seed, life, Life.of(chunked, seed, POINTS, compiled::live), differences);
        }
        assertThat(differences).isEmpty();
        System.out.println(SCRIPTS + " forms from seed " + SEED + ": " + points + " points, " + faults + " faults");
        assertThat(points).as("points").isGreaterThan(3 * SCRIPTS);
        assertThat(faults).as("faults").isBetween(SCRIPTS / 20, SCRIPTS / 2);
    }

    private static void compare(String what, long seed, Life reference, Life other, List<String> differences) {
        String difference = difference(reference, other);
        if (difference != null) {
            differences.add(what + " with -Dsojourn.seed=" + seed + " " + difference);
        }
    }

    static @Nullable String difference(Life reference, Life other) {
        for (int i = 0; i < Math.max(reference.seen.size(), other.seen.size()); i++) {
            String one = i < reference.seen.size() ? reference.seen.get(i) : "nothing";
            String two = i < other.seen.size() ? other.seen.get(i) : "nothing";
            if (!one.equals(two)) {
                return "sees\n" + two + "\nrather than\n" + one;
            }
        }
        return null;
    }
}
