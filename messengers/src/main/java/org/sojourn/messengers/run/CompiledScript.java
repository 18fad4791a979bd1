package org.sojourn.messengers.run;

import java.util.List;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;

/** A form as a class of its own, which {@link ScriptCompiler} makes. */
abstract class CompiledScript extends Script {
    /** By step: what it asks for. Classes read these. */
    final Shape[][] shapes;

    private int codeBytes;

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

    void setCodeBytes(int count) {
        codeBytes = count;
    }

    /** The JVM has its own tables for a class, and machine code. */
    @Override
    long footprint() {
        return super.footprint() + 10L * codeBytes;
    }
}
