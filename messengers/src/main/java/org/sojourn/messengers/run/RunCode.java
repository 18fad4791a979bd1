package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Variable;

/**
 * The method that runs a messenger: {@link Script#run}. It begins by taking from the frame what is needed where the messenger goes on,
 * and jumps there. All locals have a value from the start, so that every step has the same stack-map frame. One handler around it all
 * gives faults their line, from a local: the optimising compiler keeps that up only where a fault can come from.
 */
final class RunCode {
    private final Form form;
    private final Layout layout;
    private final Code code;
    private final Locals locals;
    private final ExprCode exprs;
    private final StepCode steps;
    private final PointCode points;
    private final BitSet[] kept;
    private final BitSet[] taken;
    private final BitSet used;

    private RunCode(Form form, Code code, String owner, BitSet[] kept, BitSet[] taken) {
        this.form = form;
        this.layout = new Layout(form.messenger());
        this.code = code;
        this.kept = kept;
        this.taken = taken;
        used = new BitSet();
        for (Step each : form.steps()) {
            Uses uses = new Uses(form, each);
            used.or(uses.read);
            used.or(uses.stored);
            used.or(uses.touched);
        }
        locals = Locals.ofScript(code, form, used);
        Declared declared = new Declared(form, List.of());
        exprs = new ExprCode(code, locals, declared, owner, false);
        steps = new StepCode(code, locals, exprs, form.steps().size());
        points = new PointCode(code, locals, exprs);
    }

    static void write(ClassVisitor to, String owner, Form form, BitSet[] kept, BitSet[] taken)
            throws TooLargeException {
        String descriptor =
                Type.getMethodDescriptor(Type.VOID_TYPE, Type.getType(Frame.class), Type.getType(Turn.class));
        var method = to.visitMethod(ACC_PUBLIC | ACC_FINAL, "run", descriptor, null, null);
        method.visitCode();
        Code code = new Code(method, 3);
        new RunCode(form, code, owner, kept, taken).write();
        code.end();
    }

    private void write() throws TooLargeException {
        enter();
        Label end = code.label();
        Label handler = code.label();
        code.tryFaults(code.label(), end, handler);
        BitSet resumptions = Flow.resumptions(form.steps());
        goOn(resumptions);
        BitSet reached = Graph.of(form.steps(), false).reached(resumptions);
        boolean[] joins = StepCode.joins(form.steps());
        int last = form.steps().size();
        for (int i = reached.nextSetBit(0); i >= 0 && i < last; i = reached.nextSetBit(i + 1)) {
            Step step = form.steps().get(i);
            steps.begin(i, step.line(), joins[i] || resumptions.get(i));
            switch (step) {
                case Step.Await its -> {
                    int number = i;
                    exprs.conditions().jump(its.condition(), true, steps.label(i + 1));
                    points.waiting(i, () -> keep(number));
                }
                case Step.Point its -> {
                    int number = i;
                    points.point(its, i, () -> keep(number));
                }
                default -> steps.step(i, step);
            }
        }
        if (reached.get(last)) {
            code.mark(steps.label(last));
            points.exit(last);
        }
        code.catchFaults(end, handler, locals.line);
    }

    private void enter() {
        code.op(ICONST_0);
        code.store(Type.INT_TYPE, locals.line);
        code.load(Jvm.OBJECT, 1);
        code.field(Frame.class, "results", Object[].class);
        code.store(Jvm.OBJECTS, locals.results);
        code.load(Jvm.OBJECT, 1);
        code.op(ACONST_NULL);
        code.setField(Frame.class, "results", Object[].class);
        storage(1, Frame.class, "values", locals.numbers, locals.objects);
        storage(2, Turn.class, "node", locals.nodeNumbers, locals.nodeObjects);
        code.load(Jvm.OBJECT, 2);
        code.field(Turn.class, "at", int[].class);
        code.store(Jvm.INTS, locals.nodeAt);
        for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
            Type type = Locals.type(variable(i));
            code.zero(type);
            code.store(type, local(i));
        }
    }

    private void storage(int of, Class<?> owner, String name, int numbers, int objects) {
        code.load(Jvm.OBJECT, of);
        code.field(owner, name, Storage.class);
        code.op(DUP);
        code.field(Storage.class, "numbers", long[].class);
        code.store(Jvm.LONGS, numbers);
        code.field(Storage.class, "objects", Object[].class);
        code.store(Jvm.OBJECTS, objects);
    }

    /** Jumps to the frame's step by way of what takes the variables out of the frame. */
    private void goOn(BitSet resumptions) throws TooLargeException {
        int[] keys = resumptions.stream().toArray();
        Label[] labels = new Label[keys.length];
        for (int i = 0; i < keys.length; i++) {
            labels[i] = code.label();
        }
        Label other = code.label();
        code.load(Jvm.OBJECT, 1);
        code.field(Frame.class, "step", int.class);
        code.select(keys, labels, other);
        for (int i = 0; i < keys.length; i++) {
            code.mark(labels[i], 0);
            taken[keys[i]].stream().forEach(this::take);
            code.jump(GOTO, steps.label(keys[i]));
        }
        code.mark(other);
        code.load(Jvm.OBJECT, 1);
        code.field(Frame.class, "step", int.class);
        code.invokeStatic(Checks.class, "resumption", Fault.class, int.class);
        code.op(ATHROW);
    }

    private boolean isOfNode(int number) {
        return number >= form.messenger().size();
    }

    private Variable variable(int number) {
        return isOfNode(number)
                ? form.node().get(number - form.messenger().size())
                : form.messenger().get(number);
    }

    private int local(int number) {
        return isOfNode(number)
                ? locals.of(Scope.NODE, number - form.messenger().size())
                : locals.of(Scope.MESSENGER, number);
    }

    private void take(int number) {
        Variable variable = variable(number);
        Type type = Locals.type(variable);
        boolean isNumber = Layout.isNumber(variable);
        if (isOfNode(number)) {
            code.load(Jvm.OBJECT, locals.nodeObjects);
            exprs.slots().nodeAt(number - form.messenger().size());
        } else {
            code.load(Jvm.OBJECT, isNumber ? locals.numbers : locals.objects);
            code.push(layout.at(number));
        }
        code.op(isNumber ? LALOAD : AALOAD);
        if (isNumber) {
            Conversion.decode(code, variable.type());
        } else if (variable.isArray()) {
            code.cast(type);
        }
        code.store(type, local(number));
    }

    /** Puts scalars back into the frame. */
    private void keep(int step) {
        kept[step].stream().forEach(number -> {
            Variable variable = variable(number);
            boolean isNumber = Layout.isNumber(variable);
            code.load(Jvm.OBJECT, isNumber ? locals.numbers : locals.objects);
            code.push(layout.at(number));
            code.load(Locals.type(variable), local(number));
            Conversion.encode(code, variable.type());
            code.op(isNumber ? LASTORE : AASTORE);
        });
    }
}
