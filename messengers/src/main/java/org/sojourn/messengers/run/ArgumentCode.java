package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.List;
import org.sojourn.messengers.form.Argument;

/** Instructions that leave values as objects, for the turn. */
final class ArgumentCode {
    private final Code code;
    private final ExprCode exprs;

    ArgumentCode(Code code, ExprCode exprs) {
        this.code = code;
        this.exprs = exprs;
    }

    void one(Argument argument) {
        switch (argument) {
            case Argument.Value its -> {
                exprs.value(its.of());
                code.box(its.of().type());
            }
            case Argument.Copy its -> {
                exprs.slots().start(its.of());
                code.push(its.of().length());
                code.invokeStatic(Spans.class, "copy", Object.class, Object.class, int.class, int.class);
            }
        }
    }

    /** Leaves an array of them. */
    void all(List<Argument> arguments) {
        each(arguments, false);
    }

    /** Leaves an array of what is to be printed: characters as such. */
    void printed(List<Argument> arguments) {
        each(arguments, true);
    }

    private void each(List<Argument> arguments, boolean isPrinted) {
        code.push(arguments.size());
        code.newObjects();
        for (int i = 0; i < arguments.size(); i++) {
            code.op(DUP);
            code.push(i);
            Argument each = arguments.get(i);
            if (isPrinted && each instanceof Argument.Value value && Texts.isCharacter(value.of())) {
                exprs.value(value.of());
                code.invokeStatic(Texts.class, "character", Character.class, int.class);
            } else {
                one(each);
            }
            code.op(AASTORE);
        }
    }
}
