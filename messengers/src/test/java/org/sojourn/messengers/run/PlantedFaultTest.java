package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.messengers.form.Form;

/** That the comparison of lives finds a fault of the compiler, or of what it knows of the steps. */
final class PlantedFaultTest {
    /** A third of what a build tries. */
    private static final int MOST = 833;

    private static final int POINTS = 40;

    /** Chunks of a few steps. */
    private static final int SMALL = Lives.SMALL;

    /** A life with the fault; null if the fault has nothing to do with the form. */
    private interface Faulty {
        @Nullable
        Life of(Form form, long seed) throws TooLargeException;
    }

    @ParameterizedTest
    @EnumSource
    void faultOfTheCompiler_isFound(Plant plant) throws TooLargeException {
        assertFound((form, seed) -> {
            Script script = plant.compile(form);
            return script == null ? null : Life.of(script, seed, POINTS, null);
        });
    }

    @Test
    void variableTakenForDead_isFound() throws TooLargeException {
        assertFound((form, seed) -> {
            Script script = new Interpreter(form);
            IntFunction<BitSet> less = step -> without(script.live(step));
            return Life.of(script, seed, POINTS, less);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {Written.JIT, SMALL})
    void variableNotPutBack_isFound(int limit) throws TooLargeException {
        assertFound(limit, plan -> Arrays.stream(plan.kept()).forEach(PlantedFaultTest::without));
    }

    @ParameterizedTest
    @ValueSource(ints = {Written.JIT, SMALL})
    void scalarNotTakenOut_isFound(int limit) throws TooLargeException {
        assertFound(limit, plan -> {
            for (BitSet each : plan.taken()) {
                each.stream()
                        .filter(i -> i < plan.form().messenger().size()
                                && Layout.isNumber(plan.form().messenger().get(i)))
                        .max()
                        .ifPresent(each::clear);
            }
        });
    }

    @Test
    void variableNotPassedToTheNextChunk_isFound() throws TooLargeException {
        assertFound(SMALL, plan -> plan.passed().values().forEach(PlantedFaultTest::without));
    }

    private static void assertFound(int limit, Consumer<Plan> spoil) throws TooLargeException {
        assertFound((form, seed) -> {
            Plan plan = Written.of(form, limit).plan();
            spoil.accept(plan);
            return Life.of(ScriptCompiler.define(Written.of(plan), Linker.NONE), seed, POINTS, null);
        });
    }

    /** {@return the set, which has lost one} */
    private static BitSet without(BitSet set) {
        if (!set.isEmpty()) {
            set.clear(set.length() - 1);
        }
        return set;
    }

    private static void assertFound(Faulty faulty) throws TooLargeException {
        for (long seed = 1; seed <= MOST; seed++) {
            Form form = RandomForms.of(seed);
            Life wrong = faulty.of(form, seed);
            if (wrong != null && Lives.difference(Life.of(new Interpreter(form), seed, POINTS, null), wrong) != null) {
                System.out.println("Found by form " + seed);
                return;
            }
        }
        assertThat(MOST).as("forms that don't show the fault").isZero();
    }
}
