package org.sojourn.messengers.run;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of a messenger by the interpreter. Values and calls are on stacks of its own, so that neither deep expressions nor deep
 * recursion need that of the thread.
 */
final class Machine {
    final Frame frame;
    final Turn turn;
    final @Nullable Object @Nullable [] results;

    private @Nullable Object[] values = new @Nullable Object[16];
    private int height;

    private Acts acts;
    private int at;
    private boolean isDone;

    private final Deque<Call> calls = new ArrayDeque<>();
    private @Nullable Object[] locals = {};
    private int weight;

    /** Where a routine goes back to. */
    private record Call(Acts acts, int at, @Nullable Object[] locals, int weight) {}

    Machine(Frame frame, Turn turn, Acts acts) {
        this.frame = frame;
        this.turn = turn;
        this.acts = acts;
        this.results = frame.results;
        frame.results = null;
    }

    /** Goes on until the messenger stops. */
    void run(int step) {
        at = acts.start(step);
        try {
            while (!isDone) {
                acts.get(at++).run(this);
            }
        } catch (Fault e) {
            throw e.at(acts.line(at - 1));
        }
    }

    /** The act that is being done is the last one; the messenger goes on at a step. */
    void stop(int step) {
        isDone = true;
        frame.step = step;
    }

    void jump(int act) {
        at = act;
    }

    void jumpToStep(int step) {
        at = acts.start(step);
    }

    void push(@Nullable Object value) {
        if (height == values.length) {
            values = Arrays.copyOf(values, 2 * height);
        }
        values[height++] = value;
    }

    @Nullable
    Object pop() {
        Object value = values[--height];
        values[height] = null;
        return value;
    }

    int popInt() {
        return (Integer) Objects.requireNonNull(pop());
    }

    String popText() {
        return (String) Objects.requireNonNull(pop());
    }

    /** {@return the last values, in the order in which they came} */
    @Nullable
    Object[] pop(int count) {
        @Nullable Object[] last = new @Nullable Object[count];
        for (int i = count - 1; i >= 0; i--) {
            last[i] = pop();
        }
        return last;
    }

    @Nullable
    Object local(int variable) {
        return locals[variable];
    }

    void setLocal(int variable, @Nullable Object value) {
        locals[variable] = value;
    }

    /** Goes into a routine. */
    void call(Acts routine, String name, int itsWeight, @Nullable Object[] variables) {
        Checks.call(turn, weight + itsWeight, name);
        calls.push(new Call(acts, at, locals, weight));
        acts = routine;
        at = 0;
        locals = variables;
        weight += itsWeight;
    }

    /** Leaves it. */
    void leave() {
        Call last = calls.pop();
        acts = last.acts;
        at = last.at;
        locals = last.locals;
        weight = last.weight;
    }
}
