package org.sojourn.mapping.kind;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.ClassFiles.Method;

/** What Scala's compiler makes of the methods of actors. */
final class ScalaMethods {
    private static final String PARTIAL_FUNCTION = "scala/PartialFunction";

    private final ClassFiles files;

    ScalaMethods(ClassFiles files) {
        this.files = files;
    }

    /** Scala gives each class methods that only call those of its traits, by their names with a dollar: what runs is the trait's. */
    Method forwarded(Method method, List<String> code) {
        MethodNode node = method.node();
        for (AbstractInsnNode insn : node.instructions) {
            if (insn instanceof MethodInsnNode call) {
                boolean isForwarder = call.getOpcode() == Opcodes.INVOKESTATIC
                        && call.name.equals(node.name + '$')
                        && code.contains(call.owner);
                Method meant = isForwarder ? files.find(call.owner, node.name, node.desc) : null;
                return meant == null ? method : meant;
            }
        }
        return method;
    }

    /** Whether what is received is handled, at least in part, by what another object has made: nothing is known of it. */
    boolean receivesByOthers(Method method) {
        if (!method.node().name.equals("receive") || !method.node().desc.startsWith("()")) {
            return false;
        }
        for (AbstractInsnNode insn : method.node().instructions) {
            if (insn instanceof MethodInsnNode call
                    && call.getOpcode() != Opcodes.INVOKESTATIC
                    && !files.isA(method.type().name, call.owner)
                    && !call.owner.startsWith("scala/")
                    && files.isApplication(call.owner)
                    && files.isA(Type.getReturnType(call.desc).getClassName().replace('.', '/'), PARTIAL_FUNCTION)) {
                return true;
            }
        }
        return false;
    }
}
