package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What a class may do and its twin may not: call a method of the superclass that it overrides, use what is protected in a superclass of
 * another package, make lambdas of such members or lambdas that can be serialised, and have values of types that nobody may name. A twin has
 * a call site for each such use, which is linked with what the class itself may do. A value of a type that may not be named comes by way of a field
 * of that type, since nobody is asked for whether he may name that.
 */
final class TwinLinks {
    private static final String LINKS = "org/sojourn/weave/run/Links";
    private static final String OURS = "org/sojourn/weave/";
    private static final String SITE =
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;";
    private static final Handle LINK =
            new Handle(Opcodes.H_INVOKESTATIC, LINKS, "link", SITE + "I)Ljava/lang/invoke/CallSite;", false);
    private static final Handle HOLD =
            new Handle(Opcodes.H_INVOKESTATIC, LINKS, "hold", SITE + ")Ljava/lang/invoke/CallSite;", false);
    private static final Type OBJECT = Type.getObjectType("java/lang/Object");

    private final ClassNode node;
    private final Reach reach;
    private final String twin;
    private final List<Link> links = new ArrayList<>();

    /** By internal name of a type, the field that values of it go through. */
    private final Map<String, String> fields = new LinkedHashMap<>();

    /**
     * Of the twins of a class.
     *
     * @param node the class, as it was compiled
     */
    TwinLinks(ClassNode node, Reach reach) {
        this.node = node;
        this.reach = reach;
        this.twin = Names.twin(node.name);
    }

    /** What the call sites lead to, by number. */
    List<Link> links() {
        return links;
    }

    /** Has the code of a twin do by call sites what it may not do by itself. */
    void link(InsnList code) {
        for (AbstractInsnNode each : code.toArray()) {
            switch (each) {
                case MethodInsnNode call -> link(call, code);
                case FieldInsnNode field -> link(field, code);
                case InvokeDynamicInsnNode dynamic when !dynamic.bsm.getOwner().startsWith(OURS) -> link(dynamic, code);
                default -> {}
            }
        }
    }

    private void link(MethodInsnNode call, InsnList code) {
        if (call.owner.equals("java/lang/invoke/MethodHandles") && call.name.equals("lookup")) {
            call.owner = node.name;
            call.name = Names.LOOKUP;
            call.itf = isInterface();
        } else if (call.name.equals("<init>") || call.getOpcode() == Opcodes.INVOKEINTERFACE) {
            return;
        } else if (call.getOpcode() != Opcodes.INVOKESPECIAL) {
            boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
            if (isGuarded(call.owner, call.name, call.desc, isOwn(call))) {
                int tag = isStatic ? Opcodes.H_INVOKESTATIC : Opcodes.H_INVOKEVIRTUAL;
                String descriptor = isStatic ? call.desc : withReceiver(call.owner, call.desc);
                replace(call, descriptor, new Member(tag, call.owner, call.name, call.desc), code);
            }
        } else if (isOwn(call)) {
            call.setOpcode(
                    isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL); // private: it is the nest's
        } else {
            replace(
                    call,
                    withReceiver(node.name, call.desc),
                    new Member(Opcodes.H_INVOKESPECIAL, call.owner, call.name, call.desc),
                    code);
        }
    }

    private void link(FieldInsnNode field, InsnList code) {
        boolean isOwn = field.owner.equals(node.name)
                && node.fields.stream().anyMatch(each -> each.name.equals(field.name) && each.desc.equals(field.desc));
        if (!isGuarded(field.owner, field.name, field.desc, isOwn)) {
            return;
        }
        int tag = switch (field.getOpcode()) {
            case Opcodes.GETFIELD -> Opcodes.H_GETFIELD;
            case Opcodes.GETSTATIC -> Opcodes.H_GETSTATIC;
            case Opcodes.PUTFIELD -> Opcodes.H_PUTFIELD;
            default -> Opcodes.H_PUTSTATIC;
        };
        boolean isPut = tag == Opcodes.H_PUTFIELD || tag == Opcodes.H_PUTSTATIC;
        String use = isPut ? "(" + field.desc + ")V" : "()" + field.desc;
        boolean isStatic = tag == Opcodes.H_GETSTATIC || tag == Opcodes.H_PUTSTATIC;
        String descriptor = isStatic ? use : withReceiver(field.owner, use);
        replace(field, descriptor, new Member(tag, field.owner, field.name, field.desc), code);
    }

    private void link(InvokeDynamicInsnNode dynamic, InsnList code) {
        boolean makesLambda = dynamic.bsm.getName().equals("altMetafactory");
        if (makesLambda || Arrays.stream(dynamic.bsmArgs).anyMatch(TwinLinks::namesMember)) {
            replace(dynamic, dynamic.desc, new DynamicCall(dynamic), code);
        }
    }

    private static boolean namesMember(Object argument) {
        return argument instanceof Handle || argument instanceof ConstantDynamic;
    }

    private void replace(AbstractInsnNode use, String descriptor, Link link, InsnList code) {
        Type returns = Type.getReturnType(descriptor);
        Type[] arguments = Type.getArgumentTypes(descriptor);
        Arrays.setAll(arguments, i -> named(arguments[i]));
        AbstractInsnNode site = new InvokeDynamicInsnNode(
                "link", Type.getMethodDescriptor(named(returns), arguments), LINK, links.size());
        links.add(link);
        code.set(use, site);
        if (named(returns) != returns) {
            InsnList cast = new InsnList();
            cast(cast, returns.getInternalName());
            code.insert(site, cast);
        }
    }

    /** A type as a twin may name it. */
    private Type named(Type type) {
        return type.getSort() < Type.ARRAY || mayName(type.getInternalName()) ? type : OBJECT;
    }

    private boolean mayName(String type) {
        return type.equals(OBJECT.getInternalName()) || type.equals(node.name) || reach.mayName(type);
    }

    private boolean isGuarded(String owner, String name, String descriptor, boolean isOwn) {
        return !isOwn && !owner.startsWith("[") && !owner.startsWith(OURS) && reach.isGuarded(name, descriptor);
    }

    private boolean isOwn(MethodInsnNode call) {
        return call.owner.equals(node.name)
                && node.methods.stream().anyMatch(each -> each.name.equals(call.name) && each.desc.equals(call.desc));
    }

    private boolean isInterface() {
        return (node.access & Opcodes.ACC_INTERFACE) != 0;
    }

    private static String withReceiver(String owner, String descriptor) {
        return "(" + Type.getObjectType(owner).getDescriptor() + descriptor.substring(1);
    }

    /** A boxed value on the stack becomes one of this type; null becomes zero. */
    void unbox(InsnList to, Object type) {
        if (type instanceof String name) {
            cast(to, name);
        } else {
            Values.unbox(to, type);
        }
    }

    private void cast(InsnList to, String type) {
        if (mayName(type)) {
            Values.unbox(to, type);
            return;
        }
        String field = fields.computeIfAbsent(type, absent -> "held" + fields.size());
        to.add(new InvokeDynamicInsnNode(field, "(Ljava/lang/Object;)L" + twin + ";", HOLD));
        to.add(new FieldInsnNode(
                Opcodes.GETFIELD, twin, field, Type.getObjectType(type).getDescriptor()));
    }

    /** Adds to the class of twins what the call sites need there. */
    void complete(ClassNode twins) {
        if (fields.isEmpty()) {
            return;
        }
        fields.forEach((type, field) -> twins.fields.add(new FieldNode(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC,
                field,
                Type.getObjectType(type).getDescriptor(),
                null,
                null)));
        MethodNode constructor =
                new MethodNode(Opcodes.ASM9, Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, "<init>", "()V", null, null);
        constructor.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        constructor.instructions.add(
                new MethodInsnNode(Opcodes.INVOKESPECIAL, OBJECT.getInternalName(), "<init>", "()V", false));
        constructor.instructions.add(new InsnNode(Opcodes.RETURN));
        constructor.maxLocals = 1;
        constructor.maxStack = 1;
        twins.methods.add(constructor);
    }
}
