package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.sojourn.weave.frame.Capture;

/**
 * Writes what a call needs so that its frame can leave: before it, what is on the stack beneath the arguments goes to variables, since a
 * handler finds the stack empty; and a handler at the end of the method, out of the way, hands over what the frame holds.
 */
final class SiteWriter {
    private static final String CAPTURE = Type.getInternalName(Capture.class);
    /** The largest number that has an instruction of its own. */
    private static final int MOST_CONSTANT = 5;

    private final MethodPlan plan;
    private final Type owner;
    private final int number;

    /**
     * Of a method.
     *
     * @param owner the class that it was written in, by internal name
     * @param number the method's
     */
    SiteWriter(MethodPlan plan, String owner, int number) {
        this.plan = plan;
        this.owner = Type.getObjectType(owner);
        this.number = number;
    }

    /** Where values are in which slots while a call is under way. */
    private List<Site.Local> residue(Site site) {
        List<Site.Local> slots = new ArrayList<>();
        int slot = plan.temporaries();
        for (Object type : site.residue()) {
            slots.add(new Site.Local(slot, type));
            slot += Values.size(type);
        }
        return slots;
    }

    /** All that the frame takes along, in the order in which it does. */
    List<Site.Local> taken(Site site) {
        List<Site.Local> all = new ArrayList<>(site.locals());
        all.addAll(residue(site));
        for (int i = 0; i < site.monitors(); i++) {
            all.add(new Site.Local(plan.monitor(i), "java/lang/Object"));
        }
        return all;
    }

    /** How many slots it takes beyond the method's own: for the stack beneath, and the arguments or the result above. */
    static int variables(Site site) {
        if (site.residue().isEmpty()) {
            return 0;
        }
        return size(site.residue())
                + Math.max(size(site.arguments()), site.result().getSize());
    }

    private static int size(List<Object> types) {
        return types.stream().mapToInt(Values::size).sum();
    }

    /** The stack beneath the call comes back, from its variables. */
    void reload(Site site, InsnList to) {
        for (Site.Local each : residue(site)) {
            load(each, to);
        }
    }

    static void load(Site.Local local, InsnList to) {
        to.add(new VarInsnNode(Values.opcode(local.type(), Opcodes.ILOAD), local.slot()));
    }

    static void store(Site.Local local, InsnList to) {
        to.add(new VarInsnNode(Values.opcode(local.type(), Opcodes.ISTORE), local.slot()));
    }

    /**
     * Around the call.
     *
     * @return the last instruction of it: behind that, stack and variables are what they were in the method as it was compiled
     */
    AbstractInsnNode write(int index, Site site, Type returns) {
        MethodNode method = plan.method();
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode handler = new LabelNode();
        InsnList before = spill(site);
        before.add(start);
        method.instructions.insertBefore(site.call(), before);
        InsnList behind = new InsnList();
        behind.add(end);
        unspill(site, behind);
        AbstractInsnNode restored = behind.getLast();
        method.instructions.insert(site.call(), behind);
        method.tryCatchBlocks.add(index, new TryCatchBlockNode(start, end, handler, CAPTURE));
        method.instructions.add(handler(index, site, handler, returns));
        return restored;
    }

    private InsnList spill(Site site) {
        InsnList spill = new InsnList();
        List<Site.Local> residue = residue(site);
        if (residue.isEmpty()) {
            return spill;
        }
        int slot = behindResidue(site);
        List<Site.Local> arguments = new ArrayList<>();
        for (Object type : site.arguments()) {
            arguments.add(new Site.Local(slot, type));
            slot += Values.size(type);
        }
        plan.method().maxLocals = Math.max(plan.method().maxLocals, plan.temporaries() + variables(site));
        for (int i = arguments.size() - 1; i >= 0; i--) {
            store(arguments.get(i), spill);
        }
        for (int i = residue.size() - 1; i >= 0; i--) {
            store(residue.get(i), spill);
        }
        for (Site.Local each : arguments) {
            load(each, spill);
        }
        return spill;
    }

    /**
     * The stack beneath comes back behind the call, not already in front of it: C2 then keeps the sum that a recursion adds up in the register
     * that outlasts calls, and the queens of {@code bench weave} take half as long.
     */
    private void unspill(Site site, InsnList to) {
        if (site.residue().isEmpty()) {
            return;
        }
        boolean isVoid = site.result() == Type.VOID_TYPE;
        Site.Local result = new Site.Local(behindResidue(site), isVoid ? Opcodes.TOP : Values.of(site.result()));
        if (!isVoid) {
            store(result, to);
        }
        reload(site, to);
        if (!isVoid) {
            load(result, to);
        }
    }

    private int behindResidue(Site site) {
        return plan.temporaries() + size(site.residue());
    }

    private InsnList handler(int index, Site site, LabelNode label, Type returns) {
        List<Site.Local> taken = taken(site);
        InsnList handler = new InsnList();
        handler.add(label);
        handler.add(frame(taken, List.of(CAPTURE)));
        for (int i = site.monitors() - 1; i >= 0; i--) {
            handler.add(new VarInsnNode(Opcodes.ALOAD, plan.monitor(i)));
            handler.add(new InsnNode(Opcodes.MONITOREXIT));
        }
        for (Site.Local each : taken) {
            load(each, handler);
            String descriptor = "(" + Values.descriptor(each.type()) + ")L" + CAPTURE + ";";
            handler.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, CAPTURE, "put", descriptor, false));
        }
        handler.add(new LdcInsnNode(owner));
        handler.add(number(number));
        handler.add(number(index));
        handler.add(new MethodInsnNode(
                Opcodes.INVOKEVIRTUAL, CAPTURE, "leave", "(Ljava/lang/Class;II)Ljava/lang/Object;", false));
        if (returns == Type.VOID_TYPE) {
            handler.add(new InsnNode(Opcodes.POP));
        } else {
            Values.unbox(handler, Values.of(returns));
        }
        handler.add(new InsnNode(returns.getOpcode(Opcodes.IRETURN)));
        return handler;
    }

    /** A stack map in which these variables are there, and no others. */
    static FrameNode frame(List<Site.Local> locals, List<Object> stack) {
        List<Site.Local> sorted = new ArrayList<>(locals);
        sorted.sort((one, other) -> Integer.compare(one.slot(), other.slot()));
        List<Object> types = new ArrayList<>();
        int slot = 0;
        for (Site.Local each : sorted) {
            for (; slot < each.slot(); slot++) {
                types.add(Opcodes.TOP);
            }
            types.add(each.type());
            slot += Values.size(each.type());
        }
        return new FrameNode(Opcodes.F_NEW, types.size(), types.toArray(), stack.size(), stack.toArray());
    }

    /** Has a number put on the stack, in as few bytes as it takes. */
    static AbstractInsnNode number(int number) {
        if (number <= MOST_CONSTANT) {
            return new InsnNode(Opcodes.ICONST_0 + number);
        }
        return number <= Byte.MAX_VALUE
                ? new IntInsnNode(Opcodes.BIPUSH, number)
                : number <= Short.MAX_VALUE ? new IntInsnNode(Opcodes.SIPUSH, number) : new LdcInsnNode(number);
    }
}
