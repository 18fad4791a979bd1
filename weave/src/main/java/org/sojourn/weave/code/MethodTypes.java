package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The types of all values before instructions of a method, as its stack maps imply them. No class is looked at for that: where two
 * types meet, the compiler has said what comes of it.
 */
final class MethodTypes {
    /**
     * Before an instruction.
     *
     * @param locals by slot; a long or double has {@link Opcodes#TOP} behind it
     * @param stack likewise, the bottom first
     */
    record State(List<Object> locals, List<Object> stack) {
        Object local(int slot) {
            return slot < locals.size() ? locals.get(slot) : Opcodes.TOP;
        }
    }

    /** Says where types are wanted. */
    @FunctionalInterface
    interface Asked {
        /** Whether those before an instruction are; both lists change later. */
        boolean isAsked(AbstractInsnNode instruction, List<Object> locals, List<Object> stack);
    }

    private final Map<AbstractInsnNode, State> states = new IdentityHashMap<>();

    /** What a label of an object without constructor stands for: the instruction that made it. */
    private final Map<Label, AbstractInsnNode> fresh = new HashMap<>();

    private MethodTypes() {}

    /**
     * Of a method.
     *
     * @param owner its class
     * @param asked for each instruction that may be reached, in order
     */
    static MethodTypes of(String owner, MethodNode method, Asked asked) {
        MethodTypes types = new MethodTypes();
        Adapter adapter = new Adapter(owner, method);
        List<Label> labels = new ArrayList<>();
        for (AbstractInsnNode each : method.instructions) {
            if (adapter.locals != null && asked.isAsked(each, adapter.locals, adapter.stack)) {
                types.states.put(each, new State(new ArrayList<>(adapter.locals), new ArrayList<>(adapter.stack)));
            }
            each.accept(adapter);
            if (each instanceof LabelNode label) {
                labels.add(label.getLabel());
            } else if (each.getOpcode() >= 0) {
                if (each.getOpcode() == Opcodes.NEW && adapter.stack != null) {
                    labels.add((Label) adapter.stack.get(adapter.stack.size() - 1));
                    labels.forEach(label -> types.fresh.put(label, each));
                }
                labels.clear();
            }
        }
        return types;
    }

    /** Null where nothing ever comes, or that wasn't asked for. */
    @Nullable
    State before(AbstractInsnNode instruction) {
        return states.get(instruction);
    }

    /** Which instruction made an object that has this type; null if it isn't of that sort. */
    @Nullable
    AbstractInsnNode maker(Object type) {
        return type instanceof Label ? fresh.get(type) : null;
    }

    private static final class Adapter extends AnalyzerAdapter {
        Adapter(String owner, MethodNode method) {
            super(Opcodes.ASM9, owner, method.access, method.name, method.desc, null);
        }
    }
}
