package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.BitSet;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Type;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.MalformedFormException;

/**
 * Compiles a form into a hidden class: one that nobody finds by its name, and that is unloaded when nobody has a script of it any more.
 * The class has one method for the script itself and one for each routine; see {@link RunCode}.
 *
 * <p>Variables of nodes are read and stored where they stand, since other messengers have to see them; the arrays that hold them are
 * looked up once for each run.
 */
public final class ScriptCompiler {
    private static final System.Logger LOG = System.getLogger(ScriptCompiler.class.getName());
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();

    private ScriptCompiler() {}

    /**
     * {@return a script that runs a form: compiled, or interpreted if the form is too large for that}
     *
     * @throws MalformedFormException if the form isn't sound
     */
    public static Script compile(Form form) {
        form.check();
        try {
            if (!Flow.isSmall(form)) {
                throw new TooLargeException("it has " + form.steps().size() + " steps and "
                        + form.messenger().size() + " variables of the messenger");
            }
            Flow flow = Flow.of(form);
            BitSet[] kept = flow.kept();
            return define(form, bytes(form, kept, flow.taken(kept)));
        } catch (TooLargeException e) {
            LOG.log(Level.INFO, "{0} is interpreted rather than compiled: {1}.", form.name(), e.getMessage());
            return new Interpreter(form);
        }
    }

    static Script define(Form form, byte[] bytes) {
        try {
            MethodHandles.Lookup lookup = HERE.defineHiddenClass(bytes, true);
            CompiledScript script = (CompiledScript)
                    lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class, Form.class))
                            .invoke(form);
            script.setCodeBytes(bytes.length);
            return script;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a class of our own can't be made", e);
        }
    }

    /** {@return the class of a form, by what its {@link Flow} says} */
    static byte[] bytes(Form form, BitSet[] kept, BitSet[] taken) throws TooLargeException {
        String name = Type.getInternalName(ScriptCompiler.class).replaceFirst("[^/]+$", title(form.name()));
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
            RunCode.write(to, name, form, kept, taken);
            for (int i = 0; i < form.routines().size(); i++) {
                RoutineCode.write(to, name, form, i);
            }
            to.visitEnd();
            return to.toByteArray();
        } catch (MethodTooLargeException | ClassTooLargeException | LimitExceededException e) {
            throw new TooLargeException("its code is too large for a class");
        }
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
