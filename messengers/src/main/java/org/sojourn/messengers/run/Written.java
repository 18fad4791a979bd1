package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Form;

/**
 * The class of a form.
 *
 * @param largest how many bytes the largest of its chunks has that could be divided
 */
record Written(Plan plan, byte[] bytes, int largest) {
    /** The JVM's optimising compilers leave methods alone that have more bytes. */
    static final int JIT = 8_000;

    /**
     * {@return the class of a form}
     *
     * @param limit how many bytes the method of a chunk has at most, if it can be kept
     */
    static Written of(Form form, int limit) throws TooLargeException {
        Flow flow = Flow.of(form);
        Plan whole = flow.plan(Chunks.whole(form.steps().size()));
        int[] sizes = RunCode.sizes(name(form), whole);
        // Chunks have more than their steps. How much more is seen when they are there.
        for (int most = limit; ; most -= most / 5) {
            Chunks chunks = Chunks.of(form.steps(), sizes, most);
            Written written = of(chunks.count() == 1 ? whole : flow.plan(chunks));
            if (written.largest <= limit || most < limit / 3) {
                return written;
            }
        }
    }

    /** {@return the class of a form, as it is planned} */
    static Written of(Plan plan) throws TooLargeException {
        Form form = plan.form();
        String name = name(form);
        String above = Type.getInternalName(CompiledScript.class);
        ClassWriter to = new Frames();
        to.visit(V21, ACC_FINAL | ACC_SUPER, name, null, above, null);
        to.visitSource(title(form.name()), null);
        String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, Type.getType(Form.class));
        var constructor = to.visitMethod(0, "<init>", descriptor, null, null);
        constructor.visitCode();
        constructor.visitVarInsn(ALOAD, 0);
        constructor.visitVarInsn(ALOAD, 1);
        constructor.visitMethodInsn(INVOKESPECIAL, above, "<init>", descriptor, false);
        constructor.visitInsn(RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        try {
            int largest = RunCode.write(to, name, plan);
            for (int i = 0; i < form.routines().size(); i++) {
                RoutineCode.write(to, name, form, i);
            }
            to.visitEnd();
            return new Written(plan, to.toByteArray(), largest);
        } catch (MethodTooLargeException | ClassTooLargeException | LimitExceededException e) {
            throw new TooLargeException("its code is too large for a class");
        }
    }

    private static String name(Form form) {
        return Type.getInternalName(ScriptCompiler.class).replaceFirst("[^/]+$", title(form.name()));
    }

    /** {@return a name that classes may have, for profiles} */
    private static String title(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_]", "_");
        return "Script_" + plain.substring(0, Math.min(plain.length(), 100));
    }

    /** Computes stack-map frames without loading classes: where two types meet, any object will do. */
    private static final class Frames extends ClassWriter {
        Frames() {
            super(COMPUTE_FRAMES);
        }

        @Override
        protected String getCommonSuperClass(String one, String other) {
            return "java/lang/Object";
        }
    }
}
