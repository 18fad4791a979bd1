package org.sojourn.weave.code;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Which locals are still read from each instruction on: by it, by what follows, or by a handler that it may throw to. */
final class Liveness {
    private final BitSet[] live;

    Liveness(Flow flow) {
        live = new BitSet[flow.size()];
        int[][] next = new int[flow.size()][];
        for (int i = 0; i < live.length; i++) {
            live[i] = new BitSet();
            next[i] = flow.next(i);
        }
        int[][] handlers = handlers(flow);
        boolean changes = true;
        while (changes) {
            changes = false;
            for (int i = live.length - 1; i >= 0; i--) {
                BitSet now = new BitSet();
                for (int each : next[i]) {
                    now.or(live[each]);
                }
                step(flow.at(i), now);
                for (int each : handlers[i]) {
                    now.or(live[each]);
                }
                if (!now.equals(live[i])) {
                    live[i] = now;
                    changes = true;
                }
            }
        }
    }

    private static int[][] handlers(Flow flow) {
        int[][] handlers = new int[flow.size()][];
        for (int i = 0; i < handlers.length; i++) {
            handlers[i] = flow.covering(i);
        }
        return handlers;
    }

    /** From after an instruction to before it. */
    private static void step(AbstractInsnNode instruction, BitSet live) {
        if (instruction instanceof VarInsnNode variable) {
            boolean reads = variable.getOpcode() <= Opcodes.ALOAD;
            live.set(variable.var, reads);
        } else if (instruction instanceof IincInsnNode counter) {
            live.set(counter.var);
        }
    }

    /** Slots that are read before they are written, from this instruction on. */
    BitSet before(int index) {
        return live[index];
    }
}
