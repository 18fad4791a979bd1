package org.sojourn.threads.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Where in a program its methods are called and the fields of its objects are set. */
final class Uses {
    private final Map<String, List<Call>> calls = new HashMap<>();
    private final Map<String, List<Setting>> settings = new HashMap<>();
    private String unknown = "";

    /**
     * A method is called, or a reference to it made.
     *
     * @param in where
     * @param owner the class by which it is named
     */
    record Call(MethodName in, String owner) {}

    /**
     * A field of an object is set.
     *
     * @param in where
     * @param owner the class by which it is named
     * @param isOwn whether it is one of the object whose method this is
     */
    record Setting(MethodName in, String owner, boolean isOwn) {}

    Uses(Iterable<ClassNode> classes) {
        for (ClassNode type : classes) {
            for (MethodNode method : type.methods) {
                look(new MethodName(type.name, method.name + method.desc), method);
            }
        }
    }

    /** All calls of methods of a name and descriptor, whatever their class is. */
    List<Call> calls(String nameAndDescriptor) {
        return calls.getOrDefault(nameAndDescriptor, List.of());
    }

    /** All settings of fields of a name, whatever their class is. */
    List<Setting> settings(String field) {
        return settings.getOrDefault(field, List.of());
    }

    /** A method that may set any field, as it uses reflection; empty if there is none. */
    String unknown() {
        return unknown;
    }

    private void look(MethodName in, MethodNode method) {
        boolean sets = false;
        for (AbstractInsnNode each : method.instructions) {
            switch (each) {
                case MethodInsnNode call -> called(in, call.owner, call.name + call.desc);
                case InvokeDynamicInsnNode dynamic -> {
                    for (Object argument : dynamic.bsmArgs) {
                        if (argument instanceof Handle handle) {
                            called(in, handle.getOwner(), handle.getName() + handle.getDesc());
                        }
                    }
                }
                default -> sets |= each.getOpcode() == Opcodes.PUTFIELD;
            }
        }
        if (sets) {
            set(in, method);
        }
    }

    private void called(MethodName in, String owner, String method) {
        calls.computeIfAbsent(method, any -> new ArrayList<>()).add(new Call(in, owner));
        if (owner.startsWith("java/lang/reflect/") || owner.startsWith("java/lang/invoke/")) {
            unknown = in + " uses " + owner.replace('/', '.');
        }
    }

    private void set(MethodName in, MethodNode method) {
        Frame<BasicValue>[] frames;
        try {
            frames = new Analyzer<>(new Own()).analyze(in.owner(), method);
        } catch (AnalyzerException e) {
            unknown = in + " can't be followed: " + e.getMessage();
            return;
        }
        for (int i = 0; i < frames.length; i++) {
            Frame<BasicValue> frame = frames[i];
            if (frame != null
                    && method.instructions.get(i) instanceof FieldInsnNode field
                    && field.getOpcode() == Opcodes.PUTFIELD) {
                boolean isOwn = Own.THIS.equals(frame.getStack(frame.getStackSize() - 2));
                settings.computeIfAbsent(field.name, any -> new ArrayList<>()).add(new Setting(in, field.owner, isOwn));
            }
        }
    }

    /** Follows which values are the object whose method it is. */
    private static final class Own extends BasicInterpreter {
        static final BasicValue THIS = new BasicValue(Type.getObjectType("this"));

        Own() {
            super(ASM9);
        }

        @Override
        public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
            return isInstanceMethod && local == 0
                    ? THIS
                    : Objects.requireNonNull(super.newParameterValue(isInstanceMethod, local, type));
        }
    }
}
