package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Types of values as stack maps have them: {@link Opcodes#INTEGER} and the like, internal names, and labels for objects that aren't
 * initialised yet.
 */
final class Values {
    private static final String ADAPT = "org/sojourn/weave/frame/Adapt";

    private Values() {}

    static int size(Object type) {
        return type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
    }

    /** Whether it is an object whose constructor hasn't been called, or has not returned. */
    static boolean isUninitialised(Object type) {
        return type == Opcodes.UNINITIALIZED_THIS || !(type instanceof Integer || type instanceof String);
    }

    static char shape(Object type) {
        if (type == Opcodes.INTEGER) {
            return 'I';
        }
        if (type == Opcodes.FLOAT) {
            return 'F';
        }
        if (type == Opcodes.LONG) {
            return 'J';
        }
        return type == Opcodes.DOUBLE ? 'D' : 'L';
    }

    /** As a descriptor that any class can resolve. */
    static String descriptor(Object type) {
        char shape = shape(type);
        return shape == 'L' ? "Ljava/lang/Object;" : String.valueOf(shape);
    }

    /** What a load or a store of int becomes for such a value. */
    static int opcode(Object type, int ofInt) {
        return Type.getType(descriptor(type)).getOpcode(ofInt);
    }

    /** A value of this type as stack maps see it; a void one has none. */
    static Object of(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> Opcodes.INTEGER;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            default -> type.getInternalName();
        };
    }

    static List<Object> of(Type... types) {
        List<Object> all = new ArrayList<>();
        for (Type type : types) {
            all.add(of(type));
        }
        return all;
    }

    /** The values in slots, of which a long or double takes two. */
    static List<Object> inSlots(List<Object> slots) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < slots.size(); i += size(slots.get(i))) {
            values.add(slots.get(i));
        }
        return values;
    }

    /** A boxed value on the stack becomes one of this type; null becomes zero. */
    static void unbox(InsnList to, Object type) {
        switch (shape(type)) {
            case 'I' -> to.add(adapt("asInt", "(Ljava/lang/Object;)I"));
            case 'J' -> to.add(adapt("asLong", "(Ljava/lang/Object;)J"));
            case 'F' -> to.add(adapt("asFloat", "(Ljava/lang/Object;)F"));
            case 'D' -> to.add(adapt("asDouble", "(Ljava/lang/Object;)D"));
            default -> cast(to, type);
        }
    }

    private static void cast(InsnList to, Object type) {
        if (type == Opcodes.NULL) {
            to.add(new InsnNode(Opcodes.POP));
            to.add(new InsnNode(Opcodes.ACONST_NULL));
        } else if (!type.equals("java/lang/Object")) {
            to.add(new TypeInsnNode(Opcodes.CHECKCAST, (String) type));
        }
    }

    private static MethodInsnNode adapt(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, ADAPT, name, descriptor, false);
    }

    /** A value of this type on the stack becomes an object, as Java boxes it. */
    static void box(InsnList to, Type type) {
        String box = switch (type.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.CHAR -> "java/lang/Character";
            case Type.BYTE -> "java/lang/Byte";
            case Type.SHORT -> "java/lang/Short";
            case Type.INT -> "java/lang/Integer";
            case Type.FLOAT -> "java/lang/Float";
            case Type.LONG -> "java/lang/Long";
            case Type.DOUBLE -> "java/lang/Double";
            default -> "";
        };
        if (!box.isEmpty()) {
            String descriptor = "(" + type.getDescriptor() + ")L" + box + ";";
            to.add(new MethodInsnNode(Opcodes.INVOKESTATIC, box, "valueOf", descriptor, false));
        }
    }
}
