package org.sojourn.weave.code;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What a class may do and its twin, a class of its own in the same nest, may not: call a method of the superclass that it overrides, and use
 * what is protected in a superclass of another package, and make lambdas that can be read again. For each such use in its code the class gets a static method, which the twin calls instead.
 */
final class Accessors {
    private final ClassNode node;
    private final Scope scope;

    /** By what it does, each method. */
    private final Map<String, MethodNode> made = new LinkedHashMap<>();

    /** Of a class, as it was compiled. */
    Accessors(ClassNode node, Scope scope) {
        this.node = node;
        this.scope = scope;
    }

    /** Adds methods to the class, behind its own. */
    void add() {
        for (MethodNode method : node.methods) {
            if (Weavable.is(method)) {
                each(method, false);
            }
        }
        node.methods.addAll(made.values());
    }

    /** Has a method use them, which becomes a twin. Not one of them: its twin begins behind what it does. */
    void use(MethodNode method) {
        if (made.containsValue(method)) {
            return;
        }
        each(method, true);
        for (AbstractInsnNode each : method.instructions.toArray()) {
            if (each instanceof InvokeDynamicInsnNode dynamic) {
                for (int i = 0; i < dynamic.bsmArgs.length; i++) {
                    dynamic.bsmArgs[i] = nestmate(dynamic.bsmArgs[i]);
                }
            } else if (each instanceof MethodInsnNode call && isLookup(call)) {
                call.owner = node.name;
                call.name = Names.LOOKUP;
                call.itf = isInterface();
            }
        }
    }

    /** Whether code of the class looks at itself by a {@code Lookup}, which a twin can't have by itself. */
    boolean needsLookup() {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode each : method.instructions) {
                if (each instanceof MethodInsnNode call && isLookup(call)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isLookup(MethodInsnNode call) {
        return call.owner.equals("java/lang/invoke/MethodHandles") && call.name.equals("lookup");
    }

    private boolean isInterface() {
        return (node.access & Opcodes.ACC_INTERFACE) != 0;
    }

    /** A private method is called by a nestmate as by the class itself, but for the instruction. */
    private Object nestmate(Object argument) {
        if (argument instanceof Handle handle
                && handle.getTag() == Opcodes.H_INVOKESPECIAL
                && handle.getOwner().equals(node.name)) {
            int tag = handle.isInterface() ? Opcodes.H_INVOKEINTERFACE : Opcodes.H_INVOKEVIRTUAL;
            return new Handle(tag, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
        }
        return argument;
    }

    private void each(MethodNode method, boolean replace) {
        MethodTypes types = null;
        for (AbstractInsnNode each : method.instructions.toArray()) {
            boolean onOwn = false;
            if (isInherited(each)) {
                types = types == null ? MethodTypes.of(node.name, method, this::isInherited) : types;
                onOwn = isOnOwn(each, types);
            }
            if (isSuperCall(each) || onOwn || isSerialisable(each)) {
                MethodNode accessor = accessor(each);
                if (replace) {
                    method.instructions.set(
                            each,
                            new MethodInsnNode(
                                    Opcodes.INVOKESTATIC, node.name, accessor.name, accessor.desc, isInterface()));
                }
            } else if (replace
                    && each instanceof MethodInsnNode call
                    && call.getOpcode() == Opcodes.INVOKESPECIAL
                    && !call.name.equals("<init>")) {
                call.setOpcode(isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL);
            }
        }
    }

    /** Whether it makes a lambda that can be serialised: one that a twin made could not be read again, since that takes a method of its class. */
    private static boolean isSerialisable(AbstractInsnNode instruction) {
        return instruction instanceof InvokeDynamicInsnNode dynamic
                && dynamic.bsm.getName().equals("altMetafactory");
    }

    private boolean isSuperCall(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call
                && call.getOpcode() == Opcodes.INVOKESPECIAL
                && !call.name.equals("<init>")
                && !(call.owner.equals(node.name) && declaresMethod(call));
    }

    /**
     * Whether it uses a member that a superclass of another package may have for subclasses only. Which superclasses there are, above the
     * next one, isn't known here.
     */
    private boolean isInherited(AbstractInsnNode instruction) {
        String superName = node.superName;
        if (superName == null || isInterface()) {
            return false;
        }
        if (instruction instanceof FieldInsnNode field) {
            boolean isStatic = field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC;
            return !superName.equals("java/lang/Object")
                    && isBeyond(field.owner, isStatic)
                    && node.fields.stream().noneMatch(each -> each.name.equals(field.name));
        }
        if (!(instruction instanceof MethodInsnNode call)
                || call.getOpcode() == Opcodes.INVOKESPECIAL
                || call.itf
                || declaresMethod(call)) {
            return false;
        }
        if (call.owner.equals("java/lang/Object") || superName.equals("java/lang/Object")) {
            return call.name.equals("clone") || call.name.equals("finalize");
        }
        return isBeyond(call.owner, call.getOpcode() == Opcodes.INVOKESTATIC);
    }

    /** Whether a class may be a superclass of another package, or is this class, which inherits from it. */
    private boolean isBeyond(String owner, boolean isStatic) {
        if (owner.equals(node.name)) {
            return true;
        }
        boolean isOther = !packageOf(owner).equals(packageOf(node.name))
                && !owner.startsWith("[")
                && !owner.startsWith("org/sojourn/weave/");
        return isOther && (!isStatic || owner.equals(node.superName) || !owner.startsWith("java/"));
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    private boolean declaresMethod(MethodInsnNode call) {
        return node.methods.stream().anyMatch(each -> each.name.equals(call.name) && each.desc.equals(call.desc));
    }

    /** Whether its object is one of this class, as it has to be if the member is protected. */
    private boolean isOnOwn(AbstractInsnNode instruction, MethodTypes types) {
        MethodTypes.State state = types.before(instruction);
        if (state == null) {
            return false;
        }
        int above = switch (instruction) {
            case FieldInsnNode field when field.getOpcode() == Opcodes.GETFIELD -> 0;
            case FieldInsnNode field
            when field.getOpcode() == Opcodes.PUTFIELD ->
                Type.getType(field.desc).getSize();
            case MethodInsnNode call
            when call.getOpcode() == Opcodes.INVOKEVIRTUAL -> (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - 1;
            default -> -1;
        };
        if (above < 0) {
            return true;
        }
        Object on = state.stack().get(state.stack().size() - 1 - above);
        boolean isOfAll = instruction instanceof MethodInsnNode call && call.owner.equals("java/lang/Object");
        return isOfAll ? on instanceof String name && !name.startsWith("[") : on.equals(node.name);
    }

    private MethodNode accessor(AbstractInsnNode use) {
        String key = switch (use) {
            case FieldInsnNode field -> use.getOpcode() + field.owner + "." + field.name + field.desc;
            case MethodInsnNode call -> use.getOpcode() + call.owner + "." + call.name + call.desc;
            case InvokeDynamicInsnNode made -> made.name + made.desc + List.of(made.bsmArgs);
            default -> throw new IllegalArgumentException("no use of a member");
        };
        return made.computeIfAbsent(key, absent -> {
            String prefix = scope.mayLeaveAt(use) ? Names.LEAVING : Names.STAYING;
            MethodNode accessor = new MethodNode(
                    Opcodes.ASM9,
                    Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                    prefix + made.size(),
                    descriptor(use),
                    null,
                    null);
            int slot = 0;
            for (Type each : Type.getArgumentTypes(accessor.desc)) {
                accessor.instructions.add(new VarInsnNode(each.getOpcode(Opcodes.ILOAD), slot));
                slot += each.getSize();
            }
            accessor.instructions.add(use.clone(null));
            accessor.instructions.add(
                    new InsnNode(Type.getReturnType(accessor.desc).getOpcode(Opcodes.IRETURN)));
            accessor.maxLocals = slot;
            accessor.maxStack = slot + 2;
            return accessor;
        });
    }

    private String descriptor(AbstractInsnNode use) {
        String self = "L" + node.name + ";";
        return switch (use) {
            case FieldInsnNode field ->
                switch (field.getOpcode()) {
                    case Opcodes.GETFIELD -> "(" + self + ")" + field.desc;
                    case Opcodes.PUTFIELD -> "(" + self + field.desc + ")V";
                    case Opcodes.GETSTATIC -> "()" + field.desc;
                    default -> "(" + field.desc + ")V";
                };
            case MethodInsnNode call
            when call.getOpcode() != Opcodes.INVOKESTATIC -> "(" + self + call.desc.substring(1);
            case MethodInsnNode call -> call.desc;
            case InvokeDynamicInsnNode made -> made.desc;
            default -> throw new IllegalArgumentException("no use of a member");
        };
    }
}
