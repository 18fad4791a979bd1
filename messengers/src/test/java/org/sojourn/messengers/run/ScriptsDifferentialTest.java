package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Form;

/**
 * Forms at random: interpreted and compiled, with and without being made anew at each point, a messenger has the same life. A seed that
 * fails is printed; {@code -Dsojourn.seed=} runs it first.
 */
final class ScriptsDifferentialTest {
    private static final int SCRIPTS = Integer.getInteger("sojourn.forms", 2_500);
    private static final long SEED = Long.getLong("sojourn.seed", 1);

    @Test
    void randomForm_interpretedAndCompiled_hasTheSameLife() {
        List<String> differences = new ArrayList<>();
        int points = 0;
        int faults = 0;
        for (long seed = SEED; seed < SEED + SCRIPTS && differences.isEmpty(); seed++) {
            Form form = RandomForms.of(seed);
            assertThat(Form.read(form.bytes())).isEqualTo(form);
            Lives lives = Lives.of(form, seed);
            points += lives.points;
            faults += lives.isFault ? 1 : 0;
            if (lives.difference != null) {
                differences.add("with -Dsojourn.seed=" + seed + " " + lives.difference);
            }
        }
        assertThat(differences).isEmpty();
        System.out.println(SCRIPTS + " forms from seed " + SEED + ": " + points + " points, " + faults + " faults");
        assertThat(points).as("points").isGreaterThan(3 * SCRIPTS);
        assertThat(faults).as("faults").isBetween(SCRIPTS / 20, SCRIPTS / 2);
    }
}
