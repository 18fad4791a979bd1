package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What is known of a method before it is rewritten: where its frames may leave, and what they take along. To make a plan already changes the
 * method so that there is a plan: polls are in it, and no object waits for its constructor at a call.
 */
final class MethodPlan {
    private final MethodNode method;
    private final List<Site> sites = new ArrayList<>();
    private final HeldMonitors monitors;
    private final int temporaries;
    private final int hash;

    private MethodPlan(String owner, MethodNode method, Scope scope) throws Refused {
        this.method = method;
        FreshObjects.label(method);
        LoopPolls.insert(owner, method, scope);
        new FreshObjects(owner, method, scope, method.maxLocals).move();
        this.monitors = new HeldMonitors(method, method.maxLocals);
        this.temporaries = method.maxLocals;
        MethodTypes types = MethodTypes.of(owner, method, (each, locals, stack) -> scope.mayLeaveAt(each));
        Flow flow = new Flow(method);
        Liveness liveness = new Liveness(flow);
        findSites(scope, types, liveness);
        int sum = MethodHash.of(owner, method);
        for (Site each : sites) {
            sum = 31 * sum
                    + Objects.hash(
                            method.instructions.indexOf(each.call()), each.locals(), each.residue(), each.monitors());
        }
        this.hash = sum;
        forget(liveness);
    }

    /**
     * Makes a plan.
     *
     * @throws Refused if frames of the method can't leave
     */
    static MethodPlan of(String owner, MethodNode method, Scope scope) throws Refused {
        return new MethodPlan(owner, method, scope);
    }

    private void findSites(Scope scope, MethodTypes types, Liveness liveness) {
        int line = 0;
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof LineNumberNode number) {
                line = number.line;
            }
            MethodTypes.State state = scope.mayLeaveAt(each) ? types.before(each) : null;
            if (state != null) {
                int index = method.instructions.indexOf(each);
                sites.add(site((MethodInsnNode) each, line, state, liveness.before(index), index));
            }
        }
    }

    private Site site(MethodInsnNode call, int line, MethodTypes.State state, BitSet live, int index) {
        List<Site.Local> locals = new ArrayList<>();
        BitSet kept = (BitSet) live.clone();
        if (isSynchronizedOnThis()) {
            kept.set(0);
        }
        for (int slot = kept.nextSetBit(0); slot >= 0; slot = kept.nextSetBit(slot + 1)) {
            if (state.local(slot) != Opcodes.TOP) {
                locals.add(new Site.Local(slot, state.local(slot), monitors.of(index, slot)));
            }
        }
        int arguments =
                (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - (call.getOpcode() == Opcodes.INVOKESTATIC ? 1 : 0);
        int beneath = state.stack().size() - arguments;
        return new Site(
                call,
                line,
                locals,
                Values.inSlots(state.stack().subList(0, beneath)),
                Values.inSlots(state.stack().subList(beneath, state.stack().size())),
                monitors.before(index));
    }

    /** Stack maps name only variables that are read later: no others come with a frame. */
    private void forget(Liveness liveness) {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof FrameNode frame) {
                BitSet live = liveness.before(method.instructions.indexOf(each));
                if (isSynchronizedOnThis()) {
                    live.set(0);
                }
                List<Object> locals = new ArrayList<>();
                int slot = 0;
                for (Object type : frame.local) {
                    boolean isOurs = slot >= temporaries - heldAtMost() && slot < temporaries;
                    int size = Values.size(type);
                    if (live.get(slot) || isOurs) {
                        locals.add(type);
                    } else {
                        for (int i = 0; i < size; i++) {
                            locals.add(Opcodes.TOP);
                        }
                    }
                    slot += size;
                }
                frame.local = locals;
            }
        }
    }

    private int heldAtMost() {
        return monitors.end() - monitors.slot(0);
    }

    private boolean isSynchronizedOnThis() {
        return lock() == TwinMethod.Lock.THIS;
    }

    /** Whose monitor the method holds all the time. */
    TwinMethod.Lock lock() {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) == 0) {
            return TwinMethod.Lock.NONE;
        }
        return (method.access & Opcodes.ACC_STATIC) == 0 ? TwinMethod.Lock.THIS : TwinMethod.Lock.CLASS;
    }

    /** Of the code, and of what frames take along at each call. */
    int hash() {
        return hash;
    }

    MethodNode method() {
        return method;
    }

    List<Site> sites() {
        return sites;
    }

    /** The slot of a monitor, from the outermost. */
    int monitor(int number) {
        return monitors.slot(number);
    }

    /** The first slot that nobody uses. */
    int temporaries() {
        return temporaries;
    }
}
