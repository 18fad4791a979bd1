package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import org.objectweb.asm.Label;
import org.sojourn.messengers.form.Argument;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Type;

/** Instructions that leave the value of an expression on the stack. */
final class ExprCode {
    private final Code code;
    private final Locals locals;
    private final Declared declared;
    private final String owner;
    private final boolean isRoutine;
    private final Conditions conditions;
    private final SlotCode slots;
    private final ArgumentCode arguments;

    /**
     * For one method.
     *
     * @param owner the class, which has the routines
     */
    ExprCode(Code code, Locals locals, Declared declared, String owner, boolean isRoutine) {
        this.code = code;
        this.locals = locals;
        this.declared = declared;
        this.owner = owner;
        this.isRoutine = isRoutine;
        this.conditions = new Conditions(code, this);
        this.slots = new SlotCode(code, locals, declared, this);
        this.arguments = new ArgumentCode(code, this);
    }

    ArgumentCode arguments() {
        return arguments;
    }

    SlotCode slots() {
        return slots;
    }

    Conditions conditions() {
        return conditions;
    }

    /** Evaluates an expression for what it does. */
    void effect(Expr expr) {
        switch (expr) {
            case Expr.Set its -> slots.set(its, false);
            case Expr.Update its -> slots.update(its, false);
            case Expr.Then its -> {
                effect(its.first());
                effect(its.second());
            }
            default -> {
                value(expr);
                code.pop(Jvm.value(expr.type()));
            }
        }
    }

    void value(Expr expr) {
        switch (expr) {
            case Expr.Whole its -> whole(its);
            case Expr.Fraction its -> fraction(its);
            case Expr.Text its -> code.text(its.value());
            case Expr.None its -> code.op(ACONST_NULL);
            case Expr.Get its -> slots.get(its.slot());
            case Expr.Set its -> slots.set(its, true);
            case Expr.Update its -> slots.update(its, true);
            case Expr.TextOf its -> {
                slots.start(its.span());
                code.push(its.span().length());
                code.invokeStatic(Texts.class, "read", String.class, byte[].class, int.class, int.class);
            }
            case Expr.Joined its -> {
                arguments.printed(
                        its.values().stream().<Argument>map(Argument.Value::new).toList());
                code.invokeStatic(Texts.class, "joined", String.class, Object[].class);
            }
            case Expr.Negate its -> {
                value(its.of());
                code.op(Jvm.value(its.type()), INEG);
            }
            case Expr.Complement its -> {
                value(its.of());
                code.zero(Jvm.value(its.type()));
                code.op(its.type() == Type.LONG ? LCONST_1 : ICONST_1);
                code.op(Jvm.value(its.type()), ISUB);
                code.op(Jvm.value(its.type()), IXOR);
            }
            case Expr.Convert its -> {
                value(its.of());
                Conversion.cast(code, its.of().type(), its.narrow());
            }
            default -> joined(expr);
        }
    }

    private void joined(Expr expr) {
        switch (expr) {
            case Expr.Binary its
            when !its.op().isComparison() -> {
                value(its.left());
                value(its.right());
                join(its.op(), its.in(), its.right());
            }
            case Expr.Binary its -> truth(its);
            case Expr.Not its -> truth(its);
            case Expr.Both its -> truth(its);
            case Expr.Choice its -> {
                Label no = code.label();
                Label end = code.label();
                conditions.jump(its.condition(), false, no);
                value(its.yes());
                code.jump(GOTO, end);
                code.mark(no);
                value(its.no());
                code.mark(end);
            }
            case Expr.Then its -> {
                effect(its.first());
                value(its.second());
            }
            case Expr.Call its -> call(its);
            case Expr.Library its -> LibraryCode.call(code, locals, this, its);
            case Expr.Network its -> LibraryCode.known(code, locals, its.what());
            case Expr.Given its -> LibraryCode.given(code, locals, its.parameter());
            case Expr.Result its -> LibraryCode.result(code, locals, its);
            default -> throw new AssertionError(expr);
        }
    }

    private void truth(Expr condition) {
        Label yes = code.label();
        Label end = code.label();
        conditions.jump(condition, true, yes);
        code.op(ICONST_0);
        code.jump(GOTO, end);
        code.mark(yes);
        code.op(ICONST_1);
        code.mark(end);
    }

    private void whole(Expr.Whole its) {
        if (its.type() == Type.INT) {
            code.push((int) its.value());
        } else if (its.value() == 0 || its.value() == 1) {
            code.op(its.value() == 0 ? LCONST_0 : LCONST_1);
        } else {
            code.constant((Object) its.value());
        }
    }

    private void fraction(Expr.Fraction its) {
        code.constant(its.type() == Type.FLOAT ? (Object) (float) its.value() : (Object) its.value());
    }

    /** Joins the two values on the stack. */
    void join(Op op, Type in, Expr right) {
        boolean isDivision = op == Op.DIVIDE || op == Op.REMAINDER;
        if (isDivision && in.isWhole() && !(right instanceof Expr.Whole constant && constant.value() != 0)) {
            Class<?> type = in == Type.LONG ? long.class : int.class;
            code.invokeStatic(Checks.class, "divisor", type, type);
        }
        code.op(
                Jvm.value(in),
                switch (op) {
                    case ADD -> IADD;
                    case SUBTRACT -> ISUB;
                    case MULTIPLY -> IMUL;
                    case DIVIDE -> IDIV;
                    case REMAINDER -> IREM;
                    case AND -> IAND;
                    case OR -> IOR;
                    case XOR -> IXOR;
                    case SHIFT_LEFT -> ISHL;
                    case SHIFT_RIGHT -> ISHR;
                    default -> throw new AssertionError(op);
                });
    }

    private void call(Expr.Call its) {
        its.arguments().forEach(this::value);
        code.load(Jvm.OBJECT, locals.turn);
        if (isRoutine) {
            code.load(org.objectweb.asm.Type.INT_TYPE, locals.weight);
        } else {
            code.op(ICONST_0);
        }
        Routine routine = declared.form().routines().get(its.routine());
        code.invokeStatic(owner, RoutineCode.name(its.routine()), RoutineCode.descriptor(routine));
    }
}
