package org.sojourn.messengers.run;

import java.util.BitSet;
import java.util.List;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Step;

/**
 * What one step does with variables. Those of the messenger have their numbers; those of nodes follow them, and count only as {@link
 * #touched}.
 */
final class Uses {
    /** Variables whose values count: all that are read, whether or not the step has stored something in them before. */
    final BitSet read = new BitSet();

    /** Variables that have a new value after the step, whatever happens: scalars, and arrays that are overwritten as a whole. */
    final BitSet overwritten = new BitSet();

    /** Scalars that may have a new value after the step. */
    final BitSet stored = new BitSet();

    /** Arrays that are needed for whatever is done with them. */
    final BitSet touched = new BitSet();

    private final Form form;

    Uses(Form form, Step step) {
        this.form = form;
        for (Expr each : step.parts()) {
            look(each, true);
        }
        switch (step) {
            case Step.CopySpan its -> {
                read(its.from());
                overwrite(its.to());
            }
            case Step.SetText its -> overwrite(its.to());
            case Step.Clear its -> overwrite(its.span());
            case Step.TakeResult its -> overwrite(its.to());
            case Step.Print its -> arguments(its.what());
            case Step.Report its -> arguments(List.of(its.value()));
            case Step.Send its -> arguments(List.of(its.what()));
            case Step.Func its -> arguments(its.in());
            case Step.Exec its -> arguments(its.in());
            case Step.Inject its -> arguments(its.arguments());
            case Step.Outside its -> arguments(its.values());
            default -> {}
        }
    }

    private void arguments(List<Argument> all) {
        for (Argument each : all) {
            if (each instanceof Argument.Copy copy) {
                read(copy.of());
            }
        }
    }

    /**
     * Looks at an expression and all that is inside.
     *
     * @param isSure whether it is evaluated whenever the step is done
     */
    private void look(Expr expr, boolean isSure) {
        switch (expr) {
            case Expr.Get its -> read(its.slot());
            case Expr.Set its -> store(its.slot(), isSure);
            case Expr.Update its -> {
                read(its.slot());
                store(its.slot(), isSure);
            }
            case Expr.TextOf its -> read(its.span());
            default -> {}
        }
        List<Expr> parts = expr.parts();
        boolean isDecided = expr instanceof Expr.Both || expr instanceof Expr.Choice;
        for (int i = 0; i < parts.size(); i++) {
            look(parts.get(i), isSure && !(isDecided && i > 0));
        }
    }

    private void read(Slot slot) {
        touch(slot.scope(), slot.variable());
        if (slot.scope() == Scope.MESSENGER) {
            read.set(slot.variable());
        }
    }

    private void store(Slot slot, boolean isSure) {
        touch(slot.scope(), slot.variable());
        if (slot.scope() == Scope.MESSENGER && slot.indices().isEmpty()) {
            stored.set(slot.variable());
            if (isSure) {
                overwritten.set(slot.variable());
            }
        }
    }

    private void read(Span span) {
        touch(span.scope(), span.variable());
        if (span.scope() == Scope.MESSENGER) {
            read.set(span.variable());
        }
    }

    private void overwrite(Span span) {
        touch(span.scope(), span.variable());
        if (span.scope() == Scope.MESSENGER
                && span.first().isEmpty()
                && span.length() == form.messenger().get(span.variable()).length()) {
            overwritten.set(span.variable());
        }
    }

    private void touch(Scope scope, int variable) {
        boolean isOwn = scope == Scope.MESSENGER;
        if ((isOwn ? form.messenger() : form.node()).get(variable).isArray()) {
            touched.set(isOwn ? variable : form.messenger().size() + variable);
        }
    }
}
