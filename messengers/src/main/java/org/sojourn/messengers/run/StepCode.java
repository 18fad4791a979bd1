package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;

/** Instructions for steps that are no scheduling points, in the script itself and in routines. */
final class StepCode {
    private final Code code;
    private final Locals locals;
    private final ExprCode exprs;
    private final ArgumentCode arguments;
    private final Map<Integer, Label> labels = new TreeMap<>();

    /** The line of the step before; 0 where one may come from elsewhere. */
    private int line;

    StepCode(Code code, Locals locals, ExprCode exprs) {
        this.code = code;
        this.locals = locals;
        this.exprs = exprs;
        this.arguments = exprs.arguments();
    }

    Label label(int step) {
        return labels.computeIfAbsent(step, _ -> code.label());
    }

    /** {@return all steps whose labels something has asked for} */
    Set<Integer> named() {
        return Set.copyOf(labels.keySet());
    }

    /** Begins a step: faults have its line from now on. */
    void begin(int number, int itsLine, boolean isJoin) throws TooLargeException {
        code.mark(label(number), itsLine);
        if (isJoin || itsLine != line) {
            code.push(itsLine);
            code.store(Type.INT_TYPE, locals.line);
        }
        line = itsLine;
    }

    void step(int number, Step step) {
        switch (step) {
            case Step.Do its -> exprs.effect(its.what());
            case Step.Jump its -> {
                poll(number, its.to());
                code.jump(GOTO, label(its.to()));
            }
            case Step.JumpIf its -> jumpIf(number, its);
            case Step.CopySpan its -> {
                exprs.slots().start(its.from());
                exprs.slots().start(its.to());
                code.push(its.to().length());
                code.invokeStatic(
                        System.class,
                        "arraycopy",
                        void.class,
                        Object.class,
                        int.class,
                        Object.class,
                        int.class,
                        int.class);
                stored(its.to().scope());
            }
            case Step.SetText its -> {
                span(its.to());
                exprs.value(its.text());
                code.invokeStatic(Texts.class, "store", void.class, byte[].class, int.class, int.class, String.class);
                stored(its.to().scope());
            }
            case Step.Clear its -> {
                span(its.span());
                code.invokeStatic(Spans.class, "clear", void.class, Object.class, int.class, int.class);
                stored(its.span().scope());
            }
            case Step.TakeResult its -> {
                code.load(Jvm.OBJECT, locals.results);
                code.push(its.number());
                span(its.to());
                code.invokeStatic(
                        Results.class,
                        "take",
                        void.class,
                        Object[].class,
                        int.class,
                        Object.class,
                        int.class,
                        int.class);
                stored(its.to().scope());
            }
            default -> said(step);
        }
    }

    private void said(Step step) {
        code.load(Jvm.OBJECT, locals.turn);
        switch (step) {
            case Step.Print its -> {
                arguments.printed(its.what());
                code.invokeStatic(Texts.class, "joined", String.class, Object[].class);
                code.invoke(Turn.class, "print", void.class, String.class);
            }
            case Step.Report its -> {
                exprs.value(its.key());
                arguments.one(its.value());
                code.invoke(Turn.class, "report", void.class, String.class, Object.class);
            }
            case Step.Send its -> {
                exprs.value(its.node());
                arguments.one(its.what());
                code.invoke(Turn.class, "send", void.class, Object.class, Object.class);
            }
            default -> throw new AssertionError(step);
        }
    }

    private void jumpIf(int number, Step.JumpIf its) {
        if (its.to() > number) {
            exprs.conditions().jump(its.condition(), its.when(), label(its.to()));
        } else {
            Label after = code.label();
            exprs.conditions().jump(its.condition(), !its.when(), after);
            poll(number, its.to());
            code.jump(GOTO, label(its.to()));
            code.mark(after);
        }
    }

    private void poll(int from, int to) {
        if (to <= from) {
            code.load(Jvm.OBJECT, locals.turn);
            code.invokeStatic(Checks.class, "poll", void.class, Turn.class);
        }
    }

    private void span(Span span) {
        exprs.slots().start(span);
        code.push(span.length());
    }

    private void stored(Scope scope) {
        exprs.slots().noteStore(scope);
    }

    /** {@return at which steps one may arrive from elsewhere than the step before} */
    static BitSet joins(List<Step> steps) {
        BitSet joins = new BitSet();
        joins.set(0);
        for (Step step : steps) {
            switch (step) {
                case Step.Jump its -> joins.set(its.to());
                case Step.JumpIf its -> joins.set(its.to());
                default -> {}
            }
        }
        return joins;
    }
}
