package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sojourn.messengers.run.Build.*;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

final class CompiledScriptTest extends FaultContract {
    @Override
    Script script(Form form) {
        Script script = ScriptCompiler.compile(form);
        assertThat(script).isInstanceOf(CompiledScript.class);
        assertThat(script.getClass().isHidden()).isTrue();
        return script;
    }

    @Test
    void variablesThatAreNotUsed_stayInTheFrame() {
        Build build = new Build();
        Slot used = build.own("used", Type.INT);
        build.own("other", Type.INT);
        Run run = begin(build.of(
                todo(10, set(used, whole(5))), new Step.Yield(11), new Step.Yield(12), print(13, get(used, Type.INT))));
        run.frame.values.numbers[1] = 77;
        run.next();
        assertThat(run.frame.values.numbers).containsExactly(5, 77);
        run.frame.values.numbers[0] = 6;
        run.next();
        assertThat(run.frame.values.numbers)
                .as("not stored in since: not put back")
                .containsExactly(6, 77);
        assertThat(run.next()).containsExactly("[print, 6]", "[exit]");
    }

    private static List<Step> sums(Slot sum, int count) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(todo(1 + i, new Expr.Update(sum, Type.LONG, Op.ADD, Type.LONG, whole((long) i), false)));
        }
        return steps;
    }

    @Test
    void formTooLargeForTheJit_isCompiledInChunksThatAreNot() throws TooLargeException {
        Build build = new Build();
        Slot sum = build.own("sum", Type.LONG);
        List<Step> steps = sums(sum, 9_000);
        steps.add(report(9_001, get(sum, Type.LONG)));
        Form form = build.of(steps.toArray(Step[]::new));
        assertThat(said(form)).containsExactly("[report, it, 40495500]", "[exit]");
        Written written = Written.of(form, Written.JIT);
        assertThat(written.plan().chunks().count()).isBetween(9, 40);
        assertThat(written.largest()).isBetween(Written.JIT / 2, Written.JIT);
    }

    @Test
    void routineTooLargeForAMethod_isInterpreted_withTheSameResult() {
        Build build = new Build();
        List<Step> steps = sums(local(0), 9_000);
        steps.add(new Step.Return(9_001, get(local(0), Type.LONG)));
        int routine = build.routine(
                "sum", Type.LONG, 1, List.of(new Variable("s", Type.LONG, 0)), steps.toArray(Step[]::new));
        Script script = ScriptCompiler.compile(build.of(report(1, call(routine, Type.LONG, whole(0L)))));
        assertThat(script).isInstanceOf(Interpreter.class);
        assertThat(new Run(script).next()).containsExactly("[report, it, 40495500]", "[exit]");
    }

    @Test
    void formOfManyVariablesAndSteps_isInterpreted_ratherThanCompiledForLong() {
        Build build = new Build();
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            slots.add(build.own("v" + i, Type.LONG));
        }
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            steps.add(new Step.JumpIf(1, whole(0), true, 0));
            steps.add(todo(1, set(slots.get(i), whole(1L))));
            steps.add(new Step.Yield(1));
        }
        assertThat(ScriptCompiler.compile(build.of(steps.toArray(Step[]::new)))).isInstanceOf(Interpreter.class);
    }

    @Test
    void textLargerThanAConstant_isCompiled() {
        String large = "ä\uD83D\uDE00".repeat(10_000);
        assertThat(said(new Build().of(print(10, text(large))))).containsExactly("[print, " + large + "]", "[exit]");
    }

    @Test
    void nameOfAForm_mayBeAnything() {
        for (String name : List.of("", "../a;b[c", "x".repeat(1_000))) {
            Form form = new Form(name, List.of(), List.of(), 0, List.of(), List.of(), List.of());
            assertThat(said(form)).containsExactly("[exit]");
        }
    }
}
