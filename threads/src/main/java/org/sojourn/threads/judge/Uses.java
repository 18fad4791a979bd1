package org.sojourn.threads.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
    private final Program program;
    private final Map<String, List<Call>> calls = new HashMap<>();
    private final Map<String, List<Setting>> settings = new HashMap<>();
    private String unknown = "";

    /**
     * A method is called, or a reference to it made.
     *
     * @param in where
     * @param owner the class by which it is named
     * @param isOwn whether the object is the one whose method this is; if a reference was made, whether it is called before anything goes on
     */
    record Call(MethodName in, String owner, boolean isOwn) {}

    /**
     * A field of an object is set.
     *
     * @param in where
     * @param owner the class by which it is named
     * @param isOwn whether it is one of the object whose method this is
     */
    record Setting(MethodName in, String owner, boolean isOwn) {}

    Uses(Program program) {
        this.program = program;
        for (ClassNode type : program.all()) {
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
        List<@Nullable Frame<BasicValue>> frames = followed(in, method);
        for (int i = 0; i < method.instructions.size(); i++) {
            Frame<BasicValue> frame = frames.isEmpty() ? null : frames.get(i);
            switch (method.instructions.get(i)) {
                case MethodInsnNode call -> {
                    boolean isOwn = call.getOpcode() != Opcodes.INVOKESTATIC
                            && isThis(frame, Type.getArgumentCount(call.desc) + 1);
                    called(in, call.owner, call.name + call.desc, isOwn);
                }
                case InvokeDynamicInsnNode dynamic -> {
                    for (Object argument : dynamic.bsmArgs) {
                        if (argument instanceof Handle handle) {
                            boolean isOwn = handle.getTag() != Opcodes.H_INVOKESTATIC
                                    && isThis(frame, Type.getArgumentCount(dynamic.desc))
                                    && isCalledAtOnce(dynamic);
                            called(in, handle.getOwner(), handle.getName() + handle.getDesc(), isOwn);
                        }
                    }
                }
                case FieldInsnNode field
                when field.getOpcode() == Opcodes.PUTFIELD ->
                    settings.computeIfAbsent(field.name, any -> new ArrayList<>())
                            .add(new Setting(in, field.owner, isThis(frame, 2)));
                default -> {}
            }
        }
    }

    private void called(MethodName in, String owner, String method, boolean isOwn) {
        calls.computeIfAbsent(method, any -> new ArrayList<>()).add(new Call(in, owner, isOwn));
        if (owner.startsWith("java/lang/reflect/") || owner.startsWith("java/lang/invoke/")) {
            unknown = in + " uses " + owner.replace('/', '.');
        }
    }

    /** Whether the value so far below the top of the stack is the object whose method it is. */
    private static boolean isThis(@Nullable Frame<BasicValue> frame, int below) {
        return frame != null && below > 0 && Own.THIS.equals(frame.getStack(frame.getStackSize() - below));
    }

    /** Whether a reference to a method is handed to a method of the platform, as the last argument, which calls it before it returns, and doesn't keep it. */
    private boolean isCalledAtOnce(InvokeDynamicInsnNode made) {
        AbstractInsnNode next = made.getNext();
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next instanceof MethodInsnNode call
                && Platform.callsAtOnce(call.owner, call.name)
                && program.below(call.owner).stream()
                        .noneMatch(each -> program.method(MethodName.of(each, call.name, call.desc)) != null);
    }

    /** What the values are at each instruction of a method of an object; empty if that is asked for nowhere. */
    private List<@Nullable Frame<BasicValue>> followed(MethodName in, MethodNode method) {
        if ((method.access & Opcodes.ACC_STATIC) != 0 || !isAsked(method)) {
            return List.of();
        }
        try {
            return Arrays.asList(new Analyzer<>(new Own()).analyze(in.owner(), method));
        } catch (AnalyzerException e) {
            unknown = in + " can't be followed: " + e.getMessage();
            return List.of();
        }
    }

    private boolean isAsked(MethodNode method) {
        for (AbstractInsnNode each : method.instructions) {
            if (each.getOpcode() == Opcodes.PUTFIELD
                    || each instanceof InvokeDynamicInsnNode
                    || each instanceof MethodInsnNode call && program.has(call.owner)) {
                return true;
            }
        }
        return false;
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
