package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Routine;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Variable;

/** A routine as a static method. It is also given the turn, and the weight of the calls that it is in. */
final class RoutineCode {
    private RoutineCode() {}

    static String name(int routine) {
        return "routine" + routine;
    }

    static String descriptor(Routine routine) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Variable each : routine.variables().subList(0, routine.parameters())) {
            descriptor.append(Jvm.value(each.type()).getDescriptor());
        }
        return descriptor
                .append(Type.getDescriptor(Turn.class))
                .append("I)")
                .append(result(routine))
                .toString();
    }

    private static Type result(Routine routine) {
        return routine.result() == null ? Type.INT_TYPE : Jvm.value(routine.result());
    }

    static void write(ClassVisitor to, String owner, Form form, int number) throws TooLargeException {
        Routine routine = form.routines().get(number);
        String descriptor = descriptor(routine);
        var method = to.visitMethod(ACC_PRIVATE | ACC_STATIC, name(number), descriptor, null, null);
        method.visitCode();
        Code code = new Code(method, Type.getArgumentsAndReturnSizes(descriptor) / 4 - 1);
        Locals locals = Locals.ofRoutine(code, routine.variables(), routine.parameters());
        enter(code, locals, routine);
        Declared declared = new Declared(form, routine.variables());
        ExprCode exprs = new ExprCode(code, locals, declared, owner, true);
        List<Step> steps = routine.steps();
        StepCode writing = new StepCode(code, locals, exprs);
        Label end = code.label();
        Label handler = code.label();
        code.tryFaults(code.label(), end, handler);
        BitSet first = new BitSet();
        first.set(0);
        BitSet reached = Graph.of(steps, false).reached(first);
        BitSet joins = StepCode.joins(steps);
        for (int i = reached.nextSetBit(0); i >= 0 && i < steps.size(); i = reached.nextSetBit(i + 1)) {
            Step step = steps.get(i);
            writing.begin(i, step.line(), joins.get(i));
            if (step instanceof Step.Return its) {
                if (its.value() == null) {
                    code.zero(result(routine));
                } else {
                    exprs.value(its.value());
                }
                code.op(result(routine), IRETURN);
            } else {
                writing.step(i, step);
            }
        }
        if (reached.get(steps.size())) {
            code.mark(writing.label(steps.size()));
            code.zero(result(routine));
            code.op(result(routine), IRETURN);
        }
        code.catchFaults(end, handler, locals.line);
        code.end();
    }

    private static void enter(Code code, Locals locals, Routine routine) {
        code.load(Type.INT_TYPE, locals.weight);
        code.push(Limits.weight(routine));
        code.op(IADD);
        code.store(Type.INT_TYPE, locals.weight);
        code.load(Jvm.OBJECT, locals.turn);
        code.load(Type.INT_TYPE, locals.weight);
        code.text(routine.name());
        code.invokeStatic(Checks.class, "call", void.class, Turn.class, int.class, String.class);
        code.op(ICONST_0);
        code.store(Type.INT_TYPE, locals.line);
        for (int i = 0; i < routine.variables().size(); i++) {
            Variable each = routine.variables().get(i);
            Type type = Locals.type(each);
            int local = locals.of(org.sojourn.messengers.form.Scope.ROUTINE, i);
            if (i >= routine.parameters()) {
                code.zero(type);
                code.store(type, local);
            } else if (each.type().read() != each.type()) {
                code.load(type, local);
                Conversion.cast(code, org.sojourn.messengers.form.Type.INT, each.type());
                code.store(type, local);
            }
        }
    }
}
