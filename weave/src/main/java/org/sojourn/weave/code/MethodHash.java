package org.sojourn.weave.code;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A number of a method's code: two places agree on what a frame of it means if they have the same. Neither lines nor names of variables
 * come into it. It tells other code apart, not an enemy's.
 */
final class MethodHash {
    private static final int FACTOR = 31;

    private final Map<LabelNode, Integer> labels = new HashMap<>();
    private int hash;

    private MethodHash() {}

    static int of(String owner, MethodNode method) {
        MethodHash made = new MethodHash();
        made.add(owner, method.name, method.desc, method.access);
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof LabelNode label) {
                made.number(label);
            } else if (each.getOpcode() >= 0) {
                made.add(each.getOpcode());
                made.operands(each);
            }
        }
        for (TryCatchBlockNode each : method.tryCatchBlocks) {
            made.add(made.number(each.start), made.number(each.end), made.number(each.handler), each.type);
        }
        return made.hash;
    }

    private void operands(AbstractInsnNode instruction) {
        switch (instruction) {
            case VarInsnNode each -> add(each.var);
            case IincInsnNode each -> add(each.var, each.incr);
            case IntInsnNode each -> add(each.operand);
            case TypeInsnNode each -> add(each.desc);
            case FieldInsnNode each -> add(each.owner, each.name, each.desc);
            case MethodInsnNode each -> add(each.owner, each.name, each.desc);
            case LdcInsnNode each -> add(String.valueOf(each.cst));
            case InvokeDynamicInsnNode each ->
                add(each.name, each.desc, String.valueOf(each.bsm), String.valueOf(List.of(each.bsmArgs)));
            case MultiANewArrayInsnNode each -> add(each.desc, each.dims);
            case TableSwitchInsnNode each -> add(each.min, each.max);
            case LookupSwitchInsnNode each -> add(each.keys);
            default -> {}
        }
        for (LabelNode each : Flow.targets(instruction)) {
            add(number(each));
        }
    }

    /** Of a label, in the order in which they turn up. */
    private int number(LabelNode label) {
        Integer known = labels.putIfAbsent(label, labels.size());
        return known == null ? labels.size() - 1 : known;
    }

    private void add(Object... parts) {
        for (Object each : parts) {
            hash = hash * FACTOR + Objects.hashCode(each);
        }
    }
}
