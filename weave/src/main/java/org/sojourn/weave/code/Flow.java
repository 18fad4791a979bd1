package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Where each instruction of a method may go on, by its number. */
final class Flow {
    private static final int[] NONE = {};

    private final MethodNode method;
    private final AbstractInsnNode[] instructions;
    private int @Nullable [][] handlers;
    private int @Nullable [][] covering;

    Flow(MethodNode method) {
        this.method = method;
        this.instructions = method.instructions.toArray();
    }

    int size() {
        return instructions.length;
    }

    AbstractInsnNode at(int index) {
        return instructions[index];
    }

    /** Those that it goes on to without an exception. */
    int[] next(int index) {
        AbstractInsnNode instruction = instructions[index];
        List<LabelNode> targets = targets(instruction);
        boolean fallsThrough = fallsThrough(instruction) && index + 1 < instructions.length;
        int[] next = new int[targets.size() + (fallsThrough ? 1 : 0)];
        for (int i = 0; i < targets.size(); i++) {
            next[i] = method.instructions.indexOf(targets.get(i));
        }
        if (fallsThrough) {
            next[next.length - 1] = index + 1;
        }
        return next;
    }

    /** The handlers that its exceptions may go to. */
    int[] handlers(int index) {
        int[][] all = handlers;
        if (all == null) {
            all = find(false);
            handlers = all;
        }
        return all[index];
    }

    /** All handlers that cover it, also those behind one that takes all that comes: verifiers look at these as well. */
    int[] covering(int index) {
        int[][] all = covering;
        if (all == null) {
            all = find(true);
            covering = all;
        }
        return all[index];
    }

    private int[][] find(boolean all) {
        int[][] found = new int[instructions.length][];
        Arrays.fill(found, NONE);
        BitSet taken = new BitSet();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            boolean takesAll = !all && (block.type == null || block.type.equals("java/lang/Throwable"));
            int handler = method.instructions.indexOf(block.handler);
            int start = method.instructions.indexOf(block.start);
            int end = method.instructions.indexOf(block.end);
            for (int i = start; i < end; i++) {
                if (!taken.get(i)) {
                    found[i] = Arrays.copyOf(found[i], found[i].length + 1);
                    found[i][found[i].length - 1] = handler;
                }
            }
            if (takesAll && start < end) {
                taken.set(start, end);
            }
        }
        return found;
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
