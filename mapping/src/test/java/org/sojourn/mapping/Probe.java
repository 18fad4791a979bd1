package org.sojourn.mapping;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.sojourn.mapping.report.MappingReport;
import org.sojourn.mapping.vector.CVector;

/** An actor whose handler makes one call, on line 7. */
public final class Probe {
    /**
     * The call.
     *
     * @param owner the internal name of the type
     * @param name of the method
     * @param desc its descriptor
     */
    public record Call(String owner, String name, String desc) {}

    private Probe() {}

    /** Returns the vector of the actor. */
    public static CVector vector(Call call) {
        return vector(call, Map.of());
    }

    /** Returns the vector of the actor, which knows some more classes. */
    public static CVector vector(Call call, Map<String, byte[]> more) {
        return report(call, more).kinds().getFirst().traits().vector();
    }

    /** Returns the report of the actor. */
    public static MappingReport report(Call call) {
        return report(call, Map.of());
    }

    private static MappingReport report(Call call, Map<String, byte[]> more) {
        return report(call, more, Map.of());
    }

    /** Returns the report of the actor, which knows some more classes, and uses others as libraries. */
    public static MappingReport report(Call call, Map<String, byte[]> more, Map<String, byte[]> libraries) {
        Map<String, byte[]> program = new TreeMap<>(more);
        program.put("Probe", actor(call));
        return Mapping.of(program, libraries, List.of());
    }

    private static byte[] actor(Call call) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Probe", null, "org/sojourn/selectors/Actor", null);
        MethodVisitor method =
                writer.visitMethod(Opcodes.ACC_PROTECTED, "process", "(Ljava/lang/Object;)V", null, null);
        method.visitCode();
        Label line = new Label();
        method.visitLabel(line);
        method.visitLineNumber(7, line);
        if (call.name().equals("<init>")) {
            method.visitTypeInsn(Opcodes.NEW, call.owner());
        } else {
            method.visitInsn(Opcodes.ACONST_NULL);
        }
        for (Type ignored : Type.getArgumentTypes(call.desc())) {
            method.visitInsn(Opcodes.ACONST_NULL);
        }
        int opcode = call.name().equals("<init>") ? Opcodes.INVOKESPECIAL : Opcodes.INVOKEVIRTUAL;
        method.visitMethodInsn(opcode, call.owner(), call.name(), call.desc(), false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(8, 2);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
