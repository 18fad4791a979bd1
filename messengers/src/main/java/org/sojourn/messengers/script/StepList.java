package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;

/** Steps as they are made. Jumps go to labels, which get their numbers at the end. */
final class StepList {
    private final Scope scope;
    private final List<Variable> variables;
    private final List<Step> steps = new ArrayList<>();
    private final List<Integer> labels = new ArrayList<>();
    private final Map<Type, List<Integer>> free = new EnumMap<>(Type.class);
    private final List<Integer> used = new ArrayList<>();
    private int line = 1;
    private boolean isReachable = true;

    /** Steps whose hidden variables go to the others. */
    StepList(Scope scope, List<Variable> variables) {
        this.scope = scope;
        this.variables = variables;
    }

    void line(int its) {
        line = its;
    }

    int line() {
        return line;
    }

    boolean isFull() {
        return steps.size() > Limits.STEPS;
    }

    /** Adds a step, unless it can't be reached. */
    void add(Step step) {
        if (isReachable && !isFull()) {
            steps.add(step);
            isReachable = !(step instanceof Step.Jump || step instanceof Step.Return || step instanceof Step.Exit);
        }
    }

    void evaluate(Expr what) {
        add(new Step.Do(line, what));
    }

    int label() {
        labels.add(-1);
        return labels.size() - 1;
    }

    /** The next step is what a label means. */
    void place(int label) {
        labels.set(label, steps.size());
        isReachable = true;
    }

    void jump(int label) {
        add(new Step.Jump(line, label));
    }

    void jumpIf(Expr condition, boolean when, int label) {
        add(new Step.JumpIf(line, condition, when, label));
    }

    /** {@return a hidden variable that nothing else uses until {@link #release}} */
    Slot hidden(Type type) {
        List<Integer> spare = spare(type);
        int number;
        if (spare.isEmpty()) {
            number = variables.size();
            long before = variables.stream()
                    .filter(each -> each.name().startsWith("#"))
                    .count();
            variables.add(new Variable("#" + (before + 1), type, 0));
        } else {
            number = spare.removeLast();
        }
        used.add(number);
        return new Slot(scope, number, List.of());
    }

    private List<Integer> spare(Type type) {
        return free.computeIfAbsent(type, _ -> new ArrayList<>());
    }

    boolean isHidden(Expr expr) {
        return expr instanceof Expr.Get(Slot slot, Type _)
                && slot.scope() == scope
                && variables.get(slot.variable()).name().startsWith("#");
    }

    /** A statement is done: its hidden variables are free for the next, but for those that were there at {@code mark}. */
    void release(int mark) {
        while (used.size() > mark) {
            int number = used.removeLast();
            spare(variables.get(number).type()).add(number);
        }
    }

    int mark() {
        return used.size();
    }

    /** {@return the steps, with numbers for labels} */
    List<Step> finished() {
        List<Step> all = new ArrayList<>();
        for (Step each : steps) {
            all.add(
                    switch (each) {
                        case Step.Jump(int its, int to) -> new Step.Jump(its, labels.get(to));
                        case Step.JumpIf(int its, Expr condition, boolean when, int to) ->
                            new Step.JumpIf(its, condition, when, labels.get(to));
                        default -> each;
                    });
        }
        return all;
    }
}
