package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Where each instruction of a method may go on, by its number. */
final class Flow {
    private final InsnList instructions;
    private final Map<Integer, List<Integer>> handlers;
    private final Map<Integer, List<Integer>> covering;

    Flow(MethodNode method) {
        this.instructions = method.instructions;
        this.handlers = handlers(method, false);
        this.covering = handlers(method, true);
    }

    int size() {
        return instructions.size();
    }

    AbstractInsnNode at(int index) {
        return instructions.get(index);
    }

    /** Those that it goes on to without an exception. */
    List<Integer> next(int index) {
        AbstractInsnNode instruction = instructions.get(index);
        List<Integer> next = new ArrayList<>();
        for (LabelNode target : targets(instruction)) {
            next.add(instructions.indexOf(target));
        }
        if (fallsThrough(instruction) && index + 1 < instructions.size()) {
            next.add(index + 1);
        }
        return next;
    }

    /** The handlers that its exceptions may go to. */
    List<Integer> handlers(int index) {
        return handlers.getOrDefault(index, List.of());
    }

    /** All handlers that cover it, also those behind one that takes all that comes: verifiers look at these as well. */
    List<Integer> covering(int index) {
        return covering.getOrDefault(index, List.of());
    }

    private static Map<Integer, List<Integer>> handlers(MethodNode method, boolean all) {
        Map<Integer, List<Integer>> handlers = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            boolean takesAll = !all && (block.type == null || block.type.equals("java/lang/Throwable"));
            int handler = method.instructions.indexOf(block.handler);
            int end = method.instructions.indexOf(block.end);
            for (int i = method.instructions.indexOf(block.start); i < end; i++) {
                if (!taken.contains(i)) {
                    handlers.computeIfAbsent(i, absent -> new ArrayList<>()).add(handler);
                    if (takesAll) {
                        taken.add(i);
                    }
                }
            }
        }
        return handlers;
    }

    static List<LabelNode> targets(AbstractInsnNode instruction) {
        return switch (instruction) {
            case JumpInsnNode jump -> List.of(jump.label);
            case TableSwitchInsnNode choice -> with(choice.labels, choice.dflt);
            case LookupSwitchInsnNode choice -> with(choice.labels, choice.dflt);
            default -> List.of();
        };
    }

    private static List<LabelNode> with(List<LabelNode> labels, LabelNode last) {
        List<LabelNode> all = new ArrayList<>(labels);
        all.add(last);
        return all;
    }

    private static boolean fallsThrough(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        return opcode != Opcodes.GOTO
                && opcode != Opcodes.ATHROW
                && opcode != Opcodes.TABLESWITCH
                && opcode != Opcodes.LOOKUPSWITCH
                && !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
    }
}
