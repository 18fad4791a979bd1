package org.sojourn.messengers.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.messengers.form.Builtin;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.run.Interpreter;
import org.sojourn.messengers.run.Lives;
import org.sojourn.messengers.run.ScriptCompiler;

/**
 * Scripts at random, from their texts. What they do is the same by the interpreter and compiled, in chunks, and if the messenger is made
 * anew at each point; and what they calculate is what Java calculates. A seed that fails is printed; {@code -Dsojourn.seed=} runs it
 * first.
 */
final class RandomScriptsTest {
    private static final int SCRIPTS = Integer.getInteger("sojourn.scripts", 300);
    private static final long SEED = Long.getLong("sojourn.seed", 1);

    /** So many are written in Java too, which is compiled so many at a time. */
    private static final int TWICE = SCRIPTS / 3;

    private static final int BATCH = 100;

    /** So many are looked at for a mistake that is planted. */
    private static final int MOST = 60;

    private static final List<Form> FORMS = LongStream.rangeClosed(1, MOST)
            .mapToObj(seed -> compiled(RandomScripts.script(seed), seed))
            .toList();

    private static final List<Form> TWINS = LongStream.rangeClosed(1, MOST)
            .mapToObj(seed -> compiled(RandomScripts.twin(seed).script(), seed))
            .toList();

    private static Form compiled(String text, long seed) {
        try {
            return Scripts.form(text, Map.of("node", RandomScripts.NODE));
        } catch (ScriptException e) {
            throw new AssertionError("seed " + seed + ": " + e.diagnostics() + "\n" + text, e);
        }
    }

    @Test
    void script_interpretedAndCompiled_hasTheSameLife() {
        int points = 0;
        int faults = 0;
        Set<String> seen = new TreeSet<>();
        for (long seed = SEED; seed < SEED + SCRIPTS; seed++) {
            Form form = compiled(RandomScripts.script(seed), seed);
            Lives lives = Lives.of(form, seed);
            assertThat(lives.difference)
                    .as("-Dsojourn.seed=" + seed + "\n" + RandomScripts.script(seed))
                    .isNull();
            points += lives.points;
            faults += lives.isFault ? 1 : 0;
            form.steps().forEach(step -> look(step, seen));
            form.routines().forEach(each -> each.steps().forEach(step -> look(step, seen)));
        }
        System.out.println(SCRIPTS + " scripts from seed " + SEED + ": " + points + " points, " + faults + " faults");
        assertThat(points).as("points").isGreaterThan(2 * SCRIPTS);
        assertThat(faults).as("faults").isLessThan(SCRIPTS * 2 / 3);
        if (SCRIPTS >= 300) {
            assertThat(missing(seen)).as("what no script is made of").isEmpty();
        }
    }

    @Test
    void scriptThatCalculates_inJava_calculatesTheSame() {
        int faults = 0;
        int said = 0;
        for (long first = SEED; first < SEED + TWICE; first += BATCH) {
            List<RandomScripts.Twin> twins = new ArrayList<>();
            for (long seed = first; seed < Math.min(first + BATCH, SEED + TWICE); seed++) {
                twins.add(RandomScripts.twin(seed));
            }
            JavaTwins java =
                    new JavaTwins(twins.stream().map(RandomScripts.Twin::java).toList());
            for (int i = 0; i < twins.size(); i++) {
                String text = twins.get(i).script();
                Form form = compiled(text, first + i);
                List<String> ofScript = Lives.printed(new Interpreter(form));
                List<String> ofJava = java.printed(i);
                if (!ofJava.contains("fault")) {
                    ofJava.add("[exit]");
                }
                String which = "-Dsojourn.seed=" + (first + i) + "\n" + text;
                assertThat(ofScript).as(which).isEqualTo(ofJava);
                assertThat(Lives.printed(ScriptCompiler.compile(form)))
                        .as(which)
                        .isEqualTo(ofJava);
                faults += ofJava.contains("fault") ? 1 : 0;
                said += ofJava.size();
            }
        }
        System.out.println(
                TWICE + " scripts in Java from seed " + SEED + ": " + said + " lines, " + faults + " faults");
        assertThat(faults).as("faults").isLessThan(TWICE / 2);
    }

    @ParameterizedTest
    @EnumSource
    void mistakeOfTheFrontEnd_inWhatIsCompiledOnly_isFound(Spoilt spoilt) {
        List<Form> all = new ArrayList<>(FORMS);
        all.addAll(TWINS);
        boolean isFound = false;
        for (int i = 0; i < all.size() && !isFound; i++) {
            isFound = Lives.of(all.get(i), spoilt.in(all.get(i)), i).difference != null;
        }
        assertThat(isFound).as("whether a script shows it").isTrue();
    }

    /** What the scripts themselves print is what they print in Java, so it stands for that here. */
    @ParameterizedTest
    @EnumSource
    void mistakeOfTheFrontEnd_thatAllShare_isFoundByJava(Spoilt spoilt) {
        boolean isFound = TWINS.stream()
                .anyMatch(form ->
                        !Lives.printed(new Interpreter(spoilt.in(form))).equals(Lives.printed(new Interpreter(form))));
        assertThat(isFound).as("whether a script shows it").isTrue();
    }

    private static Set<String> missing(Set<String> seen) {
        Set<String> all = new TreeSet<>(kinds(Step.class));
        all.addAll(kinds(Expr.class));
        Arrays.stream(Builtin.values()).map(Enum::name).forEach(all::add);
        all.removeAll(seen);
        return all;
    }

    private static List<String> kinds(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .flatMap(each -> each.isSealed() ? kinds(each).stream() : Stream.of(each.getSimpleName()))
                .toList();
    }

    private static void look(Step step, Set<String> seen) {
        seen.add(step.getClass().getSimpleName());
        step.parts().forEach(each -> look(each, seen));
    }

    private static void look(Expr expr, Set<String> seen) {
        seen.add(expr.getClass().getSimpleName());
        if (expr instanceof Expr.Library its) {
            seen.add(its.what().name());
        }
        expr.parts().forEach(each -> look(each, seen));
    }
}
