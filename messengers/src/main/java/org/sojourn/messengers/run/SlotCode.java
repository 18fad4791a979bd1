package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.List;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Variable;

/** Instructions that read and store variables. */
final class SlotCode {
    private final Code code;
    private final Locals locals;
    private final Declared declared;
    private final ExprCode exprs;

    SlotCode(Code code, Locals locals, Declared declared, ExprCode exprs) {
        this.code = code;
        this.locals = locals;
        this.declared = declared;
        this.exprs = exprs;
    }

    /** Leaves a variable's value. */
    void get(Slot slot) {
        if (address(slot)) {
            load(slot);
        }
    }

    void set(Expr.Set set, boolean isWanted) {
        Slot slot = set.slot();
        boolean isAddressed = address(slot, false);
        exprs.value(set.value());
        store(slot, set.type(), isAddressed, isWanted);
    }

    void update(Expr.Update update, boolean isWanted) {
        Slot slot = update.slot();
        Type type = Jvm.value(update.type());
        boolean isAddressed = address(slot, false);
        if (isAddressed) {
            code.op(DUP2);
            load(slot);
        } else {
            code.load(type, locals.of(slot.scope(), slot.variable()));
        }
        if (isWanted && update.isOld()) {
            duplicate(type, isAddressed);
        }
        Conversion.cast(code, update.type(), update.in());
        exprs.value(update.operand());
        exprs.join(update.op(), update.in(), update.operand());
        store(slot, update.in(), isAddressed, isWanted && !update.isOld());
    }

    /** Stores what is on the stack, cut to the variable's type. */
    private void store(Slot slot, org.sojourn.messengers.form.Type from, boolean isAddressed, boolean isWanted) {
        Variable variable = declared.variable(slot);
        Conversion.cast(code, from, variable.type());
        Type type = Jvm.value(variable.type());
        if (isWanted) {
            duplicate(type, isAddressed);
        }
        if (!isAddressed) {
            code.store(type, locals.of(slot.scope(), slot.variable()));
        } else if (variable.isArray()) {
            code.op(Jvm.element(variable.type()), IASTORE);
        } else if (variable.type().isNumber()) {
            Conversion.encode(code, variable.type());
            code.op(LASTORE);
        } else {
            code.op(AASTORE);
        }
        noteStore(slot.scope());
    }

    private void duplicate(Type type, boolean isAddressed) {
        if (isAddressed) {
            code.dupBelow(type);
        } else {
            code.dup(type);
        }
    }

    void noteStore(Scope scope) {
        if (scope == Scope.NODE) {
            code.load(Jvm.OBJECT, locals.turn);
            code.op(ICONST_1);
            code.setField(Turn.class, "isNodeStored", boolean.class);
        }
    }

    /** Leaves an array and the number of an element, or the value of a local: then false. */
    private boolean address(Slot slot) {
        return address(slot, true);
    }

    private boolean address(Slot slot, boolean isRead) {
        Variable variable = declared.variable(slot);
        if (variable.isArray()) {
            array(slot.scope(), slot.variable());
            element(slot.indices(), variable.name());
            return true;
        }
        if (slot.scope() == Scope.NODE) {
            code.load(Jvm.OBJECT, variable.type().isNumber() ? locals.nodeNumbers : locals.nodeObjects);
            nodeAt(slot.variable());
            return true;
        }
        if (isRead) {
            code.load(Jvm.value(variable.type()), locals.of(slot.scope(), slot.variable()));
        }
        return false;
    }

    /** Replaces an array and the number of an element by the element. */
    private void load(Slot slot) {
        Variable variable = declared.variable(slot);
        if (variable.isArray()) {
            code.op(Jvm.element(variable.type()), IALOAD);
        } else if (variable.type().isNumber()) {
            code.op(LALOAD);
            Conversion.decode(code, variable.type());
        } else {
            code.op(AALOAD);
        }
    }

    void nodeAt(int variable) {
        code.load(Jvm.OBJECT, locals.nodeAt);
        code.push(variable);
        code.op(IALOAD);
    }

    void array(Scope scope, int variable) {
        code.load(Jvm.OBJECT, locals.of(scope, variable));
    }

    /** Leaves the array, and the number of the first element. */
    void start(Span span) {
        array(span.scope(), span.variable());
        if (span.first().isEmpty()) {
            code.push(span.offset());
            return;
        }
        element(span.first(), declared.variable(span.scope(), span.variable()).name());
        code.push(span.length());
        code.op(IMUL);
        if (span.offset() != 0) {
            code.push(span.offset());
            code.op(IADD);
        }
    }

    private void element(List<Slot.Index> indices, String name) {
        for (int i = 0; i < indices.size(); i++) {
            Slot.Index index = indices.get(i);
            if (i > 0) {
                code.push(index.extent());
                code.op(IMUL);
            }
            index(index, name);
            if (i > 0) {
                code.op(IADD);
            }
        }
    }

    private void index(Slot.Index index, String name) {
        if (index.at() instanceof Expr.Whole its && its.value() >= 0 && its.value() < index.extent()) {
            code.push((int) its.value());
            return;
        }
        exprs.value(index.at());
        code.push(index.extent());
        code.text(name);
        Class<?> type = index.at().type() == org.sojourn.messengers.form.Type.LONG ? long.class : int.class;
        code.invokeStatic(Checks.class, "index", int.class, type, int.class, String.class);
    }
}
