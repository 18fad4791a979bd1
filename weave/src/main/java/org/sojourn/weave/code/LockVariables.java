package org.sojourn.weave.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which variables hold the object of a monitor while it is held: those by which compilers leave it. If one came back as another object, the
 * handlers that compilers write would try to leave that one's monitor for ever.
 */
final class LockVariables {
    private final Flow flow;

    /** By instruction, for each monitor from the outermost, the slots of such variables. */
    private final List<@Nullable List<BitSet>> held;

    LockVariables(MethodNode method) {
        this.flow = new Flow(method);
        this.held = new ArrayList<>(Collections.nCopies(flow.size(), null));
        Deque<Integer> open = new ArrayDeque<>();
        if (!held.isEmpty()) {
            held.set(0, List.of());
            open.add(0);
        }
        while (!open.isEmpty()) {
            int index = open.remove();
            List<BitSet> before = before(index);
            List<BitSet> after = after(index, before);
            for (int next : flow.next(index)) {
                reach(next, after, open);
            }
            if (flow.at(index).getOpcode() >= 0) {
                for (int handler : flow.handlers(index)) {
                    reach(handler, before, open);
                }
            }
        }
    }

    /** For each monitor that is held before an instruction, from the outermost, the slots that hold its object. */
    List<BitSet> before(int index) {
        List<BitSet> known = held.get(index);
        return known == null ? List.of() : known;
    }

    private void reach(int index, List<BitSet> state, Deque<Integer> open) {
        List<BitSet> known = held.get(index);
        List<BitSet> merged = known == null ? state : common(known, state);
        if (!merged.equals(known)) {
            held.set(index, merged);
            open.add(index);
        }
    }

    private static List<BitSet> common(List<BitSet> one, List<BitSet> other) {
        List<BitSet> common = new ArrayList<>();
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            BitSet both = (BitSet) one.get(i).clone();
            both.and(other.get(i));
            common.add(both);
        }
        return common;
    }

    private List<BitSet> after(int index, List<BitSet> before) {
        AbstractInsnNode instruction = flow.at(index);
        List<BitSet> after = new ArrayList<>(before);
        if (instruction.getOpcode() == Opcodes.MONITORENTER) {
            after.add(entered(index));
        } else if (instruction.getOpcode() == Opcodes.MONITOREXIT && !after.isEmpty()) {
            after.removeLast();
        } else if (instruction instanceof VarInsnNode variable && variable.getOpcode() >= Opcodes.ISTORE) {
            after.replaceAll(each -> without(each, variable));
        }
        return after;
    }

    private static BitSet without(BitSet slots, VarInsnNode stored) {
        BitSet rest = (BitSet) slots.clone();
        rest.clear(stored.var);
        rest.clear(stored.var + 1);
        return rest;
    }

    /** The variables that the object comes from, or goes to, right before. */
    private BitSet entered(int index) {
        BitSet slots = new BitSet();
        for (int i = index - 1; i > 0 && flow.at(i) instanceof VarInsnNode variable; i -= 2) {
            if (variable.getOpcode() == Opcodes.ALOAD) {
                slots.set(variable.var);
                break;
            }
            if (variable.getOpcode() != Opcodes.ASTORE || flow.at(i - 1).getOpcode() != Opcodes.DUP) {
                break;
            }
            slots.set(variable.var);
        }
        return slots;
    }
}
