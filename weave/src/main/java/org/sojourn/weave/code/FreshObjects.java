package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Objects that are there before their constructor is called, as in {@code new Point(x(), y())} while {@code x} runs. Nothing but the
 * constructor can take such an object, so no frame that holds one could leave. They are made later: when the arguments are there.
 *
 * <p>Where one was made before, another is made and dropped, since that initialises the class and may fail. The JIT removes it.
 */
final class FreshObjects {
    private final String owner;
    private final MethodNode method;
    private final Scope scope;
    private final int temporaries;

    /**
     * Of a method.
     *
     * @param temporaries the first slot that is free for arguments
     */
    FreshObjects(String owner, MethodNode method, Scope scope, int temporaries) {
        this.owner = owner;
        this.method = method;
        this.scope = scope;
        this.temporaries = temporaries;
    }

    /**
     * Gives each instruction that makes an object a label of its own, right before it, by which stack maps name what it makes. A label that
     * was there may be the start of a loop too, and a poll comes between.
     */
    static void label(MethodNode method) {
        Map<Object, LabelNode> own = new HashMap<>();
        List<LabelNode> before = new ArrayList<>();
        for (AbstractInsnNode each : method.instructions.toArray()) {
            if (each instanceof LabelNode label) {
                before.add(label);
            } else if (each.getOpcode() >= 0) {
                if (each.getOpcode() == Opcodes.NEW && !before.isEmpty()) {
                    LabelNode label = new LabelNode();
                    method.instructions.insertBefore(each, label);
                    before.forEach(known -> own.put(known, label));
                }
                before.clear();
            }
        }
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof FrameNode frame) {
                frame.local = renamed(frame.local, own);
                frame.stack = renamed(frame.stack, own);
            }
        }
    }

    private static List<Object> renamed(@Nullable List<Object> types, Map<Object, LabelNode> own) {
        List<Object> renamed = new ArrayList<>();
        for (Object type : types == null ? List.of() : types) {
            LabelNode label = own.get(type);
            renamed.add(label == null ? type : label);
        }
        return renamed;
    }

    /** Makes all later that would be there while frames may leave. */
    void move() throws Refused {
        boolean makesSome = false;
        for (AbstractInsnNode each : method.instructions) {
            makesSome |= each.getOpcode() == Opcodes.NEW;
        }
        if (!makesSome) {
            return;
        }
        List<AbstractInsnNode> holders = new ArrayList<>();
        MethodTypes types = MethodTypes.of(owner, method, (each, locals, stack) -> {
            boolean holds = each.getOpcode() >= 0 && (hasFresh(stack) || hasFresh(locals));
            if (holds) {
                holders.add(each);
            }
            return holds;
        });
        for (AbstractInsnNode maker : inTheWay(types, holders)) {
            move(maker, types, holders);
        }
    }

    private static boolean hasFresh(List<Object> types) {
        for (Object type : types) {
            if (Values.isUninitialised(type)) {
                return true;
            }
        }
        return false;
    }

    private Set<AbstractInsnNode> inTheWay(MethodTypes types, List<AbstractInsnNode> holders) throws Refused {
        Set<AbstractInsnNode> makers = new LinkedHashSet<>();
        for (AbstractInsnNode each : holders) {
            MethodTypes.State state = scope.mayLeaveAt(each) ? types.before(each) : null;
            if (state == null) {
                continue;
            }
            for (Object type : state.stack()) {
                AbstractInsnNode maker = types.maker(type);
                if (maker != null) {
                    makers.add(maker);
                }
            }
            for (Object type : state.locals()) {
                if (Values.isUninitialised(type)) {
                    throw new Refused("a variable holds an object whose constructor hasn't been called", each);
                }
            }
        }
        return makers;
    }

    private void move(AbstractInsnNode maker, MethodTypes types, List<AbstractInsnNode> holders) throws Refused {
        AbstractInsnNode copier = maker.getNext();
        while (copier != null && copier.getOpcode() < 0) {
            copier = copier.getNext();
        }
        int copies = copier != null && copier.getOpcode() == Opcodes.DUP ? 2 : 1;
        List<MethodInsnNode> constructors = new ArrayList<>();
        List<FrameNode> frames = new ArrayList<>();
        for (AbstractInsnNode each : holders) {
            MethodTypes.State state = types.before(each);
            if (state == null || each == maker || each == copier && copies == 2) {
                continue;
            }
            int first = first(state.stack(), maker, types);
            if (count(state.locals(), maker, types) > 0) {
                throw new Refused("a variable holds an object whose constructor hasn't been called", each);
            }
            if (first < 0) {
                continue;
            }
            int held = count(state.stack(), maker, types);
            int above = state.stack().size() - first - held;
            if (held != copies || touched(each) > above && !isConstructor(each, state, maker, types)) {
                throw new Refused("an object is copied about before its constructor is called", each);
            }
            if (isConstructor(each, state, maker, types)) {
                constructors.add((MethodInsnNode) each);
            }
        }
        collectFrames(maker, types, frames);
        rewrite((TypeInsnNode) maker, copies == 2 ? copier : null, constructors, frames, types);
    }

    private void collectFrames(AbstractInsnNode maker, MethodTypes types, List<FrameNode> frames) {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof FrameNode frame
                    && frame.stack != null
                    && frame.stack.stream().anyMatch(type -> isOf(type, maker, types))) {
                frames.add(frame);
            }
        }
    }

    private static boolean isOf(Object type, AbstractInsnNode maker, MethodTypes types) {
        return type instanceof LabelNode label && types.maker(label.getLabel()) == maker;
    }

    private static int count(List<Object> values, AbstractInsnNode maker, MethodTypes types) {
        int count = 0;
        for (Object type : values) {
            if (types.maker(type) == maker) {
                count++;
            }
        }
        return count;
    }

    private static int first(List<Object> stack, AbstractInsnNode maker, MethodTypes types) {
        for (int i = 0; i < stack.size(); i++) {
            if (types.maker(stack.get(i)) == maker) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isConstructor(
            AbstractInsnNode instruction, MethodTypes.State state, AbstractInsnNode maker, MethodTypes types) {
        if (!(instruction instanceof MethodInsnNode call) || !call.name.equals("<init>")) {
            return false;
        }
        int arguments = (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - 1;
        int object = state.stack().size() - arguments - 1;
        return object >= 0 && types.maker(state.stack().get(object)) == maker;
    }

    /** How much of the stack an instruction that copies or drops values looks at. All others look at what they may have. */
    private static int touched(AbstractInsnNode instruction) {
        return switch (instruction.getOpcode()) {
            case Opcodes.POP, Opcodes.DUP -> 1;
            case Opcodes.POP2, Opcodes.DUP2, Opcodes.DUP_X1, Opcodes.SWAP -> 2;
            case Opcodes.DUP_X2, Opcodes.DUP2_X1 -> 3;
            case Opcodes.DUP2_X2 -> 4;
            default -> 0;
        };
    }

    private void rewrite(
            TypeInsnNode maker,
            @Nullable AbstractInsnNode copier,
            List<MethodInsnNode> constructors,
            List<FrameNode> frames,
            MethodTypes types) {
        for (FrameNode frame : frames) {
            List<Object> rest = new ArrayList<>(frame.stack);
            rest.removeIf(type -> isOf(type, maker, types));
            frame.stack = rest;
        }
        for (MethodInsnNode constructor : constructors) {
            Type[] arguments = Type.getArgumentTypes(constructor.desc);
            InsnList later = new InsnList();
            int slot = temporaries;
            InsnList reload = new InsnList();
            int[] slots = new int[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                slots[i] = slot;
                reload.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), slot));
                slot += arguments[i].getSize();
            }
            for (int i = arguments.length - 1; i >= 0; i--) {
                later.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), slots[i]));
            }
            later.add(new TypeInsnNode(Opcodes.NEW, maker.desc));
            if (copier != null) {
                later.add(new InsnNode(Opcodes.DUP));
            }
            later.add(reload);
            method.instructions.insertBefore(constructor, later);
            method.maxLocals = Math.max(method.maxLocals, slot);
        }
        method.instructions.insert(maker, new InsnNode(Opcodes.POP));
        if (copier != null) {
            method.instructions.remove(copier);
        }
    }
}
