package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.sojourn.messengers.form.Form;

/** A fault of the compiler: some instructions of what it makes are others, or are missing. */
enum Plant {
    ADDS_WRONG(IADD, ISUB),
    SUBTRACTS_LONGS_WRONG(LSUB, LADD),
    MULTIPLIES_DOUBLES_WRONG(DMUL, DADD),
    DIVIDES_FLOATS_WRONG(FDIV, FMUL),
    TAKES_REMAINDERS_WRONG(IREM, IDIV),
    SHIFTS_ZEROS_IN(ISHR, IUSHR),
    SHIFTS_ZEROS_INTO_LONGS(LSHR, LUSHR),
    NEGATES_NOT(INEG, NOP),
    XORS_WRONG(LXOR, LOR),
    CUTS_NO_CHARACTERS(I2B, NOP),
    CUTS_NO_SHORTS(I2S, NOP),
    COMPARES_AT_THE_EDGE_WRONG(IF_ICMPLT, IF_ICMPLE),
    COMPARES_THE_WRONG_WAY(IF_ICMPGE, IF_ICMPLT),
    TAKES_NAN_FOR_LESS(DCMPG, DCMPL),
    TAKES_NAN_FOR_GREATER(DCMPL, DCMPG),
    TESTS_AT_THE_EDGE_WRONG(IFLE, IFLT),
    JUMPS_IF_NOT(IFNE, IFEQ),
    CALLS_SINE_COSINE("sin", "cos"),
    ORDERS_TEXTS_AS_JAVA("compare", "length"),
    POLLS_NEVER("poll", null),
    FORGETS_LINES(ISTORE, POP),
    FORGETS_THAT_THE_NODE_IS_CHANGED("isNodeStored", null),
    WAITS_AT_THE_NEXT_STEP("step", null);

    private final int from;
    private final int to;
    private final String name;
    private final @Nullable String other;

    Plant(int from, int to) {
        this.from = from;
        this.to = to;
        this.name = "";
        this.other = null;
    }

    Plant(String name, @Nullable String other) {
        this.from = -1;
        this.to = -1;
        this.name = name;
        this.other = other;
    }

    /** {@return a form's script with the fault; null if the fault changes nothing in it} */
    @Nullable
    Script compile(Form form) throws TooLargeException {
        Written right = Written.of(form, Written.JIT);
        byte[] bytes = right.bytes();
        ClassWriter written = new ClassWriter(0);
        ClassWriter same = new ClassWriter(0);
        new ClassReader(bytes).accept(same, 0);
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(ASM9, written) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String method, String descriptor, String signature, String[] thrown) {
                                return new Wrong(
                                        super.visitMethod(access, method, descriptor, signature, thrown),
                                        method.equals("go"));
                            }
                        },
                        0);
        byte[] wrong = written.toByteArray();
        return Arrays.equals(wrong, same.toByteArray())
                ? null
                : ScriptCompiler.define(new Written(right.plan(), wrong, 0));
    }

    private final class Wrong extends MethodVisitor {
        private static final int LINE = 6;

        private final boolean isRun;
        private int stored;

        Wrong(MethodVisitor right, boolean isRun) {
            super(ASM9, right);
            this.isRun = isRun;
        }

        @Override
        public void visitInsn(int opcode) {
            super.visitInsn(opcode == from ? to : opcode);
        }

        @Override
        public void visitJumpInsn(int opcode, org.objectweb.asm.Label label) {
            super.visitJumpInsn(opcode == from ? to : opcode, label);
        }

        @Override
        public void visitVarInsn(int opcode, int local) {
            boolean isLine = isRun && opcode == ISTORE && local == LINE && stored++ > 1;
            if (isLine && from == ISTORE) {
                super.visitInsn(POP);
            } else {
                super.visitVarInsn(opcode, local);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            if (opcode == PUTFIELD && field.equals(name)) {
                super.visitInsn(POP2);
            } else {
                super.visitFieldInsn(opcode, owner, field, descriptor);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String descriptor, boolean isInterface) {
            if (!method.equals(name)) {
                super.visitMethodInsn(opcode, owner, method, descriptor, isInterface);
            } else if (other == null) {
                super.visitInsn(POP);
            } else if (method.equals("compare")) {
                super.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "compareTo", "(Ljava/lang/String;)I", false);
            } else {
                super.visitMethodInsn(opcode, owner, other, descriptor, isInterface);
            }
        }
    }
}
