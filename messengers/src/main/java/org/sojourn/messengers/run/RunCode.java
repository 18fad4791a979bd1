package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Variable;

/**
 * The methods that run a messenger: {@link CompiledScript#go}, or one for each chunk if there are several. Each begins by taking from the
 * frame what is needed where the messenger goes on, and jumps there. All locals have a value from the start, so that every step has the
 * same stack-map frame. One handler around it all gives faults their line, from a local: the optimising compiler keeps that up only where
 * a fault can come from.
 */
final class RunCode {
    private static final String GO = Type.getMethodDescriptor(
            Type.INT_TYPE,
            Type.getType(Frame.class),
            Type.getType(Turn.class),
            Jvm.OBJECTS,
            Type.INT_TYPE,
            Type.INT_TYPE);

    private static final int AT = 4;
    private static final int CHUNK = 5;
    private static final int PARAMETERS = 6;

    /** How many numbers the stack-map frames of all chunks may be computed from. */
    private static final long FRAMES = 1 << 25;

    private final Form form;
    private final Plan plan;
    private final int chunk;
    private final Layout layout;
    private final Code code;
    private final Locals locals;
    private final ExprCode exprs;
    private final StepCode steps;
    private final PointCode points;
    private final BitSet used;

    private RunCode(Plan plan, int chunk, Code code, String owner) {
        this.form = plan.form();
        this.plan = plan;
        this.chunk = chunk;
        this.layout = new Layout(form.messenger());
        this.code = code;
        used = new BitSet();
        for (Step each : form.steps().subList(from(), to())) {
            Uses uses = new Uses(form, each);
            used.or(uses.read);
            used.or(uses.stored);
            used.or(uses.touched);
        }
        locals = Locals.ofScript(code, form, used);
        Declared declared = new Declared(form, List.of());
        exprs = new ExprCode(code, locals, declared, owner, false);
        steps = new StepCode(code, locals, exprs);
        points = new PointCode(code, locals, exprs);
    }

    /** {@return how many bytes the largest chunk has that could be divided} */
    static int write(ClassVisitor to, String owner, Plan plan) throws TooLargeException {
        int count = plan.chunks().count();
        int largest = 0;
        long effort = 0;
        for (int i = 0; i < count; i++) {
            var method = to.visitMethod(count == 1 ? ACC_FINAL : ACC_PRIVATE, name(count, i), GO, null, null);
            method.visitCode();
            Code code = new Code(method, PARAMETERS);
            new RunCode(plan, i, code, owner).write();
            int size = code.end();
            largest = plan.chunks().to(i) - plan.chunks().from(i) > 1 ? Math.max(largest, size) : largest;
            effort += code.effort();
            if (effort > FRAMES) {
                throw new TooLargeException("it has " + count + " chunks of many locals and labels");
            }
        }
        if (count > 1) {
            choose(to, owner, count);
        }
        return largest;
    }

    private static String name(int chunks, int number) {
        return chunks == 1 ? "go" : "go" + number;
    }

    /** Writes the method that calls one of several. */
    private static void choose(ClassVisitor to, String owner, int count) throws TooLargeException {
        var method = to.visitMethod(ACC_FINAL, "go", GO, null, null);
        method.visitCode();
        Code code = new Code(method, PARAMETERS);
        Label[] labels = new Label[count];
        Arrays.setAll(labels, _ -> code.label());
        code.load(Type.INT_TYPE, CHUNK);
        code.select(labels);
        for (int i = 0; i < count; i++) {
            code.mark(labels[i]);
            for (int object = 0; object < AT; object++) {
                code.load(Jvm.OBJECT, object);
            }
            code.load(Type.INT_TYPE, AT);
            code.load(Type.INT_TYPE, CHUNK);
            code.invokeOwn(owner, name(count, i), GO);
            code.op(IRETURN);
        }
        code.end();
    }

    /** {@return about how many bytes each step takes, with what is put back and taken out there} */
    static int[] sizes(String owner, Plan whole) throws TooLargeException {
        var method = new ClassWriter(0).visitMethod(ACC_FINAL, "go", GO, null, null);
        Code code = new Code(method, PARAMETERS, false);
        RunCode writing = new RunCode(whole, 0, code, owner);
        int[] sizes = new int[whole.form().steps().size()];
        for (int i = 0; i < sizes.length; i++) {
            int before = code.size();
            if (whole.resumptions().get(i)) {
                whole.taken()[i].stream().forEach(writing::take);
            }
            if (whole.reached().get(i)) {
                writing.step(i);
            }
            sizes[i] = code.size() - before;
        }
        return sizes;
    }

    private int from() {
        return plan.chunks().from(chunk);
    }

    private int to() {
        return plan.chunks().to(chunk);
    }

    private void write() throws TooLargeException {
        enter();
        Label end = code.label();
        Label handler = code.label();
        code.tryFaults(code.label(), end, handler);
        goOn();
        int last = form.steps().size();
        BitSet reached = plan.reached();
        for (int i = reached.nextSetBit(from()); i >= 0 && i < to(); i = reached.nextSetBit(i + 1)) {
            step(i);
        }
        if (to() < last && reached.get(to() - 1) && Graph.goesOn(form.steps().get(to() - 1))) {
            code.jump(GOTO, steps.label(to()));
        }
        boolean isEnd = to() == last
                && (last == 0
                        || reached.get(last - 1) && Graph.goesOn(form.steps().get(last - 1)));
        if (isEnd || steps.named().contains(last)) {
            code.mark(steps.label(last));
            points.exit(last);
        }
        for (int to : steps.named()) {
            if (to != last && (to < from() || to >= to())) {
                leaveFor(to);
            }
        }
        code.catchFaults(end, handler, locals.line);
    }

    private void step(int number) throws TooLargeException {
        Step step = form.steps().get(number);
        steps.begin(number, step.line(), plan.joins().get(number));
        switch (step) {
            case Step.Await its -> {
                exprs.conditions().jump(its.condition(), true, steps.label(number + 1));
                points.waiting(number, () -> plan.kept()[number].stream().forEach(this::keep));
            }
            case Step.Point its ->
                points.point(its, number, () -> plan.kept()[number].stream().forEach(this::keep));
            default -> steps.step(number, step);
        }
    }

    /** Goes on in another chunk. */
    private void leaveFor(int step) {
        code.mark(steps.label(step));
        BitSet passed = plan.passed().get(new Plan.Border(chunk, step));
        Objects.requireNonNull(passed).stream().forEach(this::keep);
        code.push(~step);
        code.op(IRETURN);
    }

    private void enter() {
        code.op(ICONST_0);
        code.store(Type.INT_TYPE, locals.line);
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

    /** Jumps to a step by way of what takes the variables out of the frame. */
    private void goOn() throws TooLargeException {
        int end = to() == form.steps().size() ? to() + 1 : to();
        SortedMap<Integer, Label> labels = new TreeMap<>();
        plan.resumptions().get(from(), end).stream().forEach(i -> labels.put(from() + i, code.label()));
        plan.borders().get(from(), end).stream().forEach(i -> labels.put(~(from() + i), code.label()));
        Label other = code.label();
        code.load(Type.INT_TYPE, AT);
        code.select(
                labels.keySet().stream().mapToInt(Integer::intValue).toArray(),
                labels.values().toArray(Label[]::new),
                other);
        for (var each : labels.entrySet()) {
            int step = each.getKey() < 0 ? ~each.getKey() : each.getKey();
            code.mark(each.getValue(), 0);
            plan.taken()[step].stream().forEach(this::take);
            code.jump(GOTO, steps.label(step));
        }
        code.mark(other);
        code.load(Type.INT_TYPE, AT);
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

    /** Puts a scalar back into the frame. */
    private void keep(int number) {
        Variable variable = variable(number);
        boolean isNumber = Layout.isNumber(variable);
        code.load(Jvm.OBJECT, isNumber ? locals.numbers : locals.objects);
        code.push(layout.at(number));
        code.load(Locals.type(variable), local(number));
        Conversion.encode(code, variable.type());
        code.op(isNumber ? LASTORE : AASTORE);
    }
}
