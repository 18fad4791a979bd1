package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.Objects;
import org.objectweb.asm.Label;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Type;

/** Instructions that go on somewhere if something holds. */
final class Conditions {
    private final Code code;
    private final ExprCode exprs;

    Conditions(Code code, ExprCode exprs) {
        this.code = code;
        this.exprs = exprs;
    }

    /** Goes to a label if a condition is as said, and on to the next instruction otherwise. */
    void jump(Expr condition, boolean when, Label to) {
        switch (condition) {
            case Expr.Not its -> jump(its.of(), !when, to);
            case Expr.Both its -> both(its, when, to);
            case Expr.Binary its when its.op().isComparison() -> comparison(its, when, to);
            default -> {
                exprs.value(condition);
                code.jump(when ? IFNE : IFEQ, to);
            }
        }
    }

    private void both(Expr.Both its, boolean when, Label to) {
        if (its.isAnd() != when) {
            // One side that is so is enough: "and" fails by either, "or" holds by either.
            jump(its.left(), when, to);
            jump(its.right(), when, to);
        } else {
            Label after = code.label();
            jump(its.left(), !when, after);
            jump(its.right(), when, to);
            code.mark(after);
        }
    }

    private void comparison(Expr.Binary its, boolean when, Label to) {
        exprs.value(its.left());
        boolean isZero = its.in() == Type.INT && its.right() instanceof Expr.Whole whole && whole.value() == 0;
        if (!isZero) {
            exprs.value(its.right());
        }
        int test = test(its.op(), when);
        boolean isEquality = its.op() == Op.EQUAL || its.op() == Op.NOT_EQUAL;
        switch (its.in()) {
            case INT -> test += isZero ? 0 : IF_ICMPEQ - IFEQ;
            case LONG -> code.op(LCMP);
            case FLOAT -> code.op(isLess(its.op()) ? FCMPG : FCMPL);
            case DOUBLE -> code.op(isLess(its.op()) ? DCMPG : DCMPL);
            default -> {
                if (isEquality) {
                    code.invokeStatic(Objects.class, "equals", boolean.class, Object.class, Object.class);
                    test = (its.op() == Op.EQUAL) == when ? IFNE : IFEQ;
                } else {
                    code.invokeStatic(Texts.class, "compare", int.class, String.class, String.class);
                }
            }
        }
        code.jump(test, to);
    }

    /** What isn't a number makes these false, and so has to count as greater. */
    private static boolean isLess(Op op) {
        return op == Op.LESS || op == Op.LESS_OR_EQUAL;
    }

    private static int test(Op op, boolean when) {
        return switch (op) {
            case EQUAL -> when ? IFEQ : IFNE;
            case NOT_EQUAL -> when ? IFNE : IFEQ;
            case LESS -> when ? IFLT : IFGE;
            case LESS_OR_EQUAL -> when ? IFLE : IFGT;
            case GREATER -> when ? IFGT : IFLE;
            case GREATER_OR_EQUAL -> when ? IFGE : IFLT;
            default -> throw new AssertionError(op);
        };
    }
}
