package org.sojourn.weave.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * How many monitors a method holds before each instruction, by its blocks of {@code synchronized}. The objects are kept in slots of their
 * own, the outermost first, from where handlers of a {@code Capture} find them. What JVMs call structured locking is assumed: blocks
 * that are nested.
 */
final class HeldMonitors {
    private static final int UNKNOWN = -1;

    private final int first;
    private final int[] depths;
    private final int most;
    private final @Nullable LockVariables variables;

    /**
     * Of a method, whose instructions it adds to.
     *
     * @param first the first slot for objects
     */
    HeldMonitors(MethodNode method, int first) throws Refused {
        this.first = first;
        int deepest = 0;
        List<AbstractInsnNode> enters = new ArrayList<>();
        for (AbstractInsnNode each : method.instructions) {
            if (each.getOpcode() == Opcodes.MONITORENTER) {
                enters.add(each);
            }
        }
        if (enters.isEmpty()) {
            most = 0;
            depths = new int[method.instructions.size()];
            variables = null;
            return;
        }
        int[] before = depths(method);
        int[] ofEnters = enters.stream()
                .mapToInt(each -> before[method.instructions.indexOf(each)])
                .toArray();
        for (int i = 0; i < ofEnters.length; i++) {
            if (ofEnters[i] != UNKNOWN) {
                deepest = Math.max(deepest, ofEnters[i] + 1);
                InsnList keep = new InsnList();
                keep.add(new InsnNode(Opcodes.DUP));
                keep.add(new VarInsnNode(Opcodes.ASTORE, first + ofEnters[i]));
                method.instructions.insertBefore(enters.get(i), keep);
            }
        }
        most = deepest;
        depths = depths(method);
        variables = new LockVariables(method);
        method.maxLocals = Math.max(method.maxLocals, first + most);
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof FrameNode frame) {
                keepIn(frame, before(method.instructions.indexOf(each)));
            }
        }
    }

    /** Stack maps say that the slots are in use. */
    private void keepIn(FrameNode frame, int depth) {
        if (depth == 0) {
            return;
        }
        List<Object> locals = new ArrayList<>(frame.local);
        int slots = locals.stream().mapToInt(Values::size).sum();
        for (; slots < first; slots++) {
            locals.add(Opcodes.TOP);
        }
        for (int i = 0; i < depth; i++) {
            locals.add("java/lang/Object");
        }
        frame.local = locals;
    }

    private static int[] depths(MethodNode method) throws Refused {
        Flow flow = new Flow(method);
        int[] depths = new int[flow.size()];
        Arrays.fill(depths, UNKNOWN);
        Deque<Integer> open = new ArrayDeque<>();
        if (depths.length > 0) {
            depths[0] = 0;
            open.add(0);
        }
        while (!open.isEmpty()) {
            int index = open.remove();
            int after = depths[index] + change(flow.at(index));
            for (int next : flow.next(index)) {
                reach(flow, depths, next, after, open);
            }
            if (flow.at(index).getOpcode() >= 0) {
                for (int handler : flow.handlers(index)) {
                    reach(flow, depths, handler, depths[index], open);
                }
            }
        }
        return depths;
    }

    private static void reach(Flow flow, int[] depths, int index, int depth, Deque<Integer> open) throws Refused {
        if (depth < 0 || depths[index] != UNKNOWN && depths[index] != depth) {
            throw new Refused("monitors are entered and left in no order of blocks", flow.at(index));
        }
        if (depths[index] == UNKNOWN) {
            depths[index] = depth;
            open.add(index);
        }
    }

    private static int change(AbstractInsnNode instruction) {
        return switch (instruction.getOpcode()) {
            case Opcodes.MONITORENTER -> 1;
            case Opcodes.MONITOREXIT -> -1;
            default -> 0;
        };
    }

    /** How many are held before an instruction. */
    int before(int index) {
        return Math.max(0, depths[index]);
    }

    /** Which of them a variable must be the object of, if it is of one; -1 if it needn't be. */
    int of(int index, int slot) {
        List<BitSet> all = variables == null ? List.of() : variables.before(index);
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).get(slot)) {
                return i;
            }
        }
        return UNKNOWN;
    }

    /** The slot of one of them, from the outermost. */
    int slot(int number) {
        return first + number;
    }

    /** The first slot behind those of all. */
    int end() {
        return first + most;
    }
}
