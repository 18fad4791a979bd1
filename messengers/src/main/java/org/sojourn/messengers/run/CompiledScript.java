package org.sojourn.messengers.run;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;

/** A form as a class of its own, which {@link ScriptCompiler} makes. */
abstract class CompiledScript extends Script {
    /** By step: what it asks for. Classes read these. */
    final Shape[][] shapes;

    private int codeBytes;

    /** The first steps of its {@link Chunks}. */
    private int[] starts = {0};

    CompiledScript(Form form) {
        super(form);
        List<Step> steps = form.steps();
        shapes = new Shape[steps.size()][];
        for (int i = 0; i < shapes.length; i++) {
            shapes[i] = switch (steps.get(i)) {
                case Step.Func its -> its.results().toArray(Shape[]::new);
                case Step.Receive its -> new Shape[] {its.shape()};
                case Step.Outside its when its.shape() != null -> new Shape[] {its.shape()};
                default -> NONE;
            };
        }
    }

    private static final Shape[] NONE = {};

    /** Once, before it is used. */
    void setCode(int bytes, int[] startsOfChunks) {
        codeBytes = bytes;
        starts = startsOfChunks;
    }

    @Override
    public final void run(Frame frame, Turn turn) {
        @Nullable Object @Nullable [] results = frame.results;
        frame.results = null;
        int at = frame.step;
        if (at < 0) {
            throw Checks.resumption(at);
        }
        do {
            at = go(frame, turn, results, at, starts.length == 1 ? 0 : chunk(at));
        } while (at < 0);
    }

    private int chunk(int at) {
        int found = Arrays.binarySearch(starts, at < 0 ? ~at : at);
        return found < 0 ? -found - 2 : found;
    }

    /**
     * Runs a chunk.
     *
     * @param results what the last scheduling point has left
     * @param at the step at which the messenger goes on; if it has come from another chunk, that step's complement
     * @return the complement of the step of another chunk at which it goes on; else it has stopped
     */
    abstract int go(Frame frame, Turn turn, @Nullable Object @Nullable [] results, int at, int chunk);

    /** The JVM has its own tables for a class, and machine code. */
    @Override
    long footprint() {
        return super.footprint() + 10L * codeBytes;
    }
}
