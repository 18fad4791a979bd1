package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Pattern;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;

/** Instructions for scheduling points: what is handed over, then what is put back into the frame, then the call of the turn. */
final class PointCode {
    private static final Class<?>[] NAVIGATION = {
        boolean.class,
        int.class,
        Object.class,
        int.class,
        String.class,
        int.class,
        double.class,
        int.class,
        String.class,
        Step.Direction.class
    };

    private final Code code;
    private final Locals locals;
    private final ExprCode exprs;
    private final ArgumentCode arguments;

    PointCode(Code code, Locals locals, ExprCode exprs) {
        this.code = code;
        this.locals = locals;
        this.exprs = exprs;
        this.arguments = exprs.arguments();
    }

    /**
     * Writes a point that isn't an {@link Step.Await}.
     *
     * @param number its step
     * @param keep writes what puts the variables back into the frame
     */
    void point(Step.Point point, int number, Runnable keep) {
        code.load(Jvm.OBJECT, locals.turn);
        switch (point) {
            case Step.Hop its -> {
                code.push(its.isDelete() ? 1 : 0);
                patterns(its.node(), its.link(), its.weight(), its.physical());
                code.constant(its.direction());
            }
            case Step.Create its -> {
                code.push(its.isAll() ? 1 : 0);
                patterns(its.node(), its.link(), its.weight(), its.physical());
                code.constant(its.direction());
            }
            case Step.Func its -> {
                exprs.value(its.file());
                exprs.value(its.name());
                arguments.all(its.in());
                shapes(number);
            }
            case Step.Exec its -> {
                exprs.value(its.file());
                arguments.all(its.in());
                code.push(its.isWaitedFor() ? 1 : 0);
            }
            case Step.Inject its -> {
                exprs.value(its.script());
                arguments.all(its.arguments());
            }
            case Step.Receive its -> {
                exprs.value(its.node());
                code.push(its.isWaiting() ? 1 : 0);
                shapes(number);
                code.op(ICONST_0);
                code.op(AALOAD);
            }
            case Step.Outside its -> {
                code.constant(its.what());
                exprs.value(its.number());
                exprs.value(its.priority());
                arguments.printed(its.values());
                if (its.shape() == null) {
                    code.zero(Jvm.OBJECT);
                } else {
                    shapes(number);
                    code.op(ICONST_0);
                    code.op(AALOAD);
                }
            }
            default -> {}
        }
        keep.run();
        stop(number + 1);
        tell(point);
        leave();
    }

    /** Writes that the messenger waits at an await. */
    void waiting(int number, Runnable keep) {
        keep.run();
        stop(number);
        code.load(Jvm.OBJECT, locals.turn);
        code.op(ICONST_1);
        code.invoke(Turn.class, "yields", void.class, boolean.class);
        leave();
    }

    void exit(int next) {
        stop(next);
        code.load(Jvm.OBJECT, locals.turn);
        code.invoke(Turn.class, "exit", void.class);
        leave();
    }

    /** The messenger has stopped: see {@link CompiledScript#go}. */
    private void leave() {
        code.op(ICONST_0);
        code.op(IRETURN);
    }

    private void stop(int next) {
        code.load(Jvm.OBJECT, 1);
        code.push(next);
        code.setField(Frame.class, "step", int.class);
    }

    private void tell(Step.Point point) {
        switch (point) {
            case Step.Yield its -> {
                code.op(ICONST_0);
                code.invoke(Turn.class, "yields", void.class, boolean.class);
            }
            case Step.Exit its -> code.invoke(Turn.class, "exit", void.class);
            case Step.Fork its -> code.invoke(Turn.class, "fork", void.class);
            case Step.Duplicate its -> code.invoke(Turn.class, "duplicate", void.class);
            case Step.Hop its -> code.invoke(Turn.class, "hop", void.class, NAVIGATION);
            case Step.Create its -> code.invoke(Turn.class, "create", void.class, NAVIGATION);
            case Step.Func its ->
                code.invoke(Turn.class, "func", void.class, String.class, String.class, Object[].class, Shape[].class);
            case Step.Exec its ->
                code.invoke(Turn.class, "exec", void.class, String.class, Object[].class, boolean.class);
            case Step.Inject its -> code.invoke(Turn.class, "inject", void.class, String.class, Object[].class);
            case Step.Receive its ->
                code.invoke(Turn.class, "receive", void.class, Object.class, boolean.class, Shape.class);
            case Step.Outside its ->
                code.invoke(
                        Turn.class,
                        "outside",
                        void.class,
                        Outward.class,
                        int.class,
                        int.class,
                        Object[].class,
                        Shape.class);
            case Step.Await its -> throw new AssertionError(point);
        }
    }

    private void shapes(int step) {
        code.load(Jvm.OBJECT, 0);
        code.field(CompiledScript.class, "shapes", Shape[][].class);
        code.push(step);
        code.op(AALOAD);
    }

    private void patterns(Pattern node, Pattern link, Pattern weight, Pattern physical) {
        pattern(node, Jvm.OBJECT);
        pattern(link, Jvm.STRING);
        pattern(weight, Type.DOUBLE_TYPE);
        pattern(physical, Jvm.STRING);
    }

    private void pattern(Pattern pattern, Type type) {
        code.push(PointActs.kind(pattern));
        if (pattern instanceof Pattern.Is(Expr value)) {
            exprs.value(value);
        } else {
            code.zero(type);
        }
    }
}
