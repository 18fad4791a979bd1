package org.sojourn.weave.code;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Instructions that are never reached: a twin begins elsewhere, and has no use for what came before its first call. */
final class DeadCode {
    private DeadCode() {}

    static void remove(MethodNode method) {
        Flow flow = new Flow(method);
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        open.add(0);
        reached.set(0);
        while (!open.isEmpty()) {
            int index = open.remove();
            reach(flow.next(index), reached, open);
            if (flow.at(index).getOpcode() >= 0) {
                reach(flow.covering(index), reached, open);
            }
        }
        AbstractInsnNode[] all = method.instructions.toArray();
        for (int i = 0; i < all.length; i++) {
            // A line that begins behind the last instruction isn't one to the JVM.
            boolean isInstruction = all[i].getOpcode() >= 0 || all[i] instanceof FrameNode;
            if (!reached.get(i) && (isInstruction || all[i] instanceof LineNumberNode)) {
                method.instructions.remove(all[i]);
            }
        }
        method.tryCatchBlocks.removeIf(block -> {
            for (AbstractInsnNode each = block.start; each != null && each != block.end; each = each.getNext()) {
                if (each.getOpcode() >= 0) {
                    return false;
                }
            }
            return true;
        });
    }

    private static void reach(int[] next, BitSet reached, Deque<Integer> open) {
        for (int index : next) {
            if (!reached.get(index)) {
                reached.set(index);
                open.add(index);
            }
        }
    }
}
