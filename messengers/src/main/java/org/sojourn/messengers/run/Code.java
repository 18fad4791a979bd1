package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodType;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** One method's instructions, as they are written. */
final class Code {
    /** A constant of a class file has at most 65,535 bytes, and a character three. */
    private static final int CHUNK = 20_000;

    private static final int LARGEST = 65_535;

    /** How many numbers the stack-map frames may be computed from. */
    private static final long FRAMES = 1 << 23;

    private final MethodVisitor to;
    private final boolean isBounded;
    private int locals;
    private int labels;

    Code(MethodVisitor to, int parameters) {
        this(to, parameters, true);
    }

    /**
     * For a method that may never be one.
     *
     * @param isBounded whether it will be
     */
    Code(MethodVisitor to, int parameters, boolean isBounded) {
        this.to = to;
        this.locals = parameters;
        this.isBounded = isBounded;
    }

    /** {@return the number of a new local} */
    int local(Type type) {
        int number = locals;
        locals += type.getSize();
        return number;
    }

    Label label() {
        labels++;
        return new Label();
    }

    void mark(Label label) {
        to.visitLabel(label);
    }

    /** Begins a line. Refuses to go on once the method is too large. */
    void mark(Label label, int line) throws TooLargeException {
        to.visitLabel(label);
        if (line > 0 && line <= LARGEST) {
            to.visitLineNumber(line, label);
        }
        checkSize(label);
    }

    /** {@return how many bytes there are so far} */
    int size() {
        Label here = new Label();
        to.visitLabel(here);
        return here.getOffset();
    }

    /** {@return how much work the stack-map frames are} */
    long effort() {
        return (long) labels * locals;
    }

    private void checkSize(Label here) throws TooLargeException {
        if (!isBounded) {
            return;
        }
        if (here.getOffset() > LARGEST) {
            throw new TooLargeException("it has more than " + LARGEST + " bytes of code");
        }
        if (effort() > FRAMES) {
            throw new TooLargeException("it has " + locals + " locals at " + labels + " labels");
        }
    }

    /** {@return how many bytes there are} */
    int end() throws TooLargeException {
        Label end = new Label();
        to.visitLabel(end);
        checkSize(end);
        to.visitMaxs(0, 0);
        to.visitEnd();
        return end.getOffset();
    }

    /** Faults that are thrown from here on get the line that is in a local, up to {@link #catchFaults}. */
    void tryFaults(Label begin, Label end, Label handler) {
        to.visitTryCatchBlock(begin, end, handler, Type.getInternalName(Fault.class));
        to.visitLabel(begin);
    }

    void catchFaults(Label end, Label handler, int line) {
        to.visitLabel(end);
        to.visitLabel(handler);
        load(Type.INT_TYPE, line);
        invoke(Fault.class, "at", Fault.class, int.class);
        to.visitInsn(ATHROW);
    }

    void op(int opcode) {
        to.visitInsn(opcode);
    }

    /** An instruction that differs by type. */
    void op(Type type, int opcodeOfInt) {
        to.visitInsn(type.getOpcode(opcodeOfInt));
    }

    void load(Type type, int local) {
        to.visitVarInsn(type.getOpcode(ILOAD), local);
    }

    void store(Type type, int local) {
        to.visitVarInsn(type.getOpcode(ISTORE), local);
    }

    void zero(Type type) {
        switch (type.getSort()) {
            case Type.INT -> to.visitInsn(ICONST_0);
            case Type.LONG -> to.visitInsn(LCONST_0);
            case Type.FLOAT -> to.visitInsn(FCONST_0);
            case Type.DOUBLE -> to.visitInsn(DCONST_0);
            default -> to.visitInsn(ACONST_NULL);
        }
    }

    void push(int value) {
        if (value >= -1 && value <= 5) {
            to.visitInsn(ICONST_0 + value);
        } else if (value == (short) value) {
            to.visitIntInsn(value == (byte) value ? BIPUSH : SIPUSH, value);
        } else {
            to.visitLdcInsn(value);
        }
    }

    void constant(Object value) {
        to.visitLdcInsn(value);
    }

    void text(String value) {
        int end = Math.min(CHUNK, value.length());
        to.visitLdcInsn(value.substring(0, end));
        while (end < value.length()) {
            int begin = end;
            end = Math.min(begin + CHUNK, value.length());
            to.visitLdcInsn(value.substring(begin, end));
            invoke(String.class, "concat", String.class, String.class);
        }
    }

    void constant(Enum<?> value) {
        Type type = Type.getType(value.getDeclaringClass());
        to.visitFieldInsn(GETSTATIC, type.getInternalName(), value.name(), type.getDescriptor());
    }

    void field(Class<?> owner, String name, Class<?> type) {
        to.visitFieldInsn(GETFIELD, Type.getInternalName(owner), name, Type.getDescriptor(type));
    }

    void setField(Class<?> owner, String name, Class<?> type) {
        to.visitFieldInsn(PUTFIELD, Type.getInternalName(owner), name, Type.getDescriptor(type));
    }

    void cast(Type type) {
        to.visitTypeInsn(CHECKCAST, type.getInternalName());
    }

    void newObjects() {
        to.visitTypeInsn(ANEWARRAY, Jvm.OBJECT.getInternalName());
    }

    void jump(int opcode, Label label) {
        to.visitJumpInsn(opcode, label);
    }

    void select(int[] keys, Label[] labels, Label other) {
        to.visitLookupSwitchInsn(other, keys, labels);
    }

    /** Selects one of all from 0. */
    void select(Label[] labels) {
        to.visitTableSwitchInsn(0, labels.length - 1, labels[labels.length - 1], labels);
    }

    void invoke(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        call(INVOKEVIRTUAL, owner, name, result, parameters);
    }

    void invokeStatic(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        call(INVOKESTATIC, owner, name, result, parameters);
    }

    private void call(int opcode, Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Class<?> each : parameters) {
            descriptor.append(Type.getDescriptor(each));
        }
        descriptor.append(')').append(Type.getDescriptor(result));
        to.visitMethodInsn(opcode, Type.getInternalName(owner), name, descriptor.toString(), false);
    }

    /** Calls what a method of {@link DirectCall} links, by these constants: texts and types of methods. */
    void dynamic(String linked, MethodType type, MethodType linking, Object... constants) {
        Handle bootstrap = new Handle(
                H_INVOKESTATIC,
                Type.getInternalName(DirectCall.class),
                linked,
                linking.toMethodDescriptorString(),
                false);
        to.visitInvokeDynamicInsn(linked, type.toMethodDescriptorString(), bootstrap, constants);
    }

    void invokeOwn(String owner, String name, String descriptor) {
        to.visitMethodInsn(INVOKESPECIAL, owner, name, descriptor, false);
    }

    void invokeStatic(String owner, String name, String descriptor) {
        to.visitMethodInsn(INVOKESTATIC, owner, name, descriptor, false);
    }

    /** Makes an object of the value on the stack. */
    void box(org.sojourn.messengers.form.Type type) {
        if (type.isNumber()) {
            Type boxed = Jvm.boxed(type);
            invokeStatic(boxed.getInternalName(), "valueOf", Type.getMethodDescriptor(boxed, Jvm.value(type)));
        }
    }

    /** Doubles the value on the stack. */
    void dup(Type type) {
        to.visitInsn(type.getSize() == 2 ? DUP2 : DUP);
    }

    /** Puts a second one of the value on the stack below the two words that it lies on. */
    void dupBelow(Type type) {
        to.visitInsn(type.getSize() == 2 ? DUP2_X2 : DUP_X2);
    }

    void pop(Type type) {
        to.visitInsn(type.getSize() == 2 ? POP2 : POP);
    }
}
