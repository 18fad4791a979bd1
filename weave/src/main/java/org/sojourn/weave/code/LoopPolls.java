package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.sojourn.weave.frame.Polls;

/**
 * Has code that goes round look whether it is to leave: at the start of each loop, and of methods without loops that call themselves. A loop
 * without another one in it asks a call site, all else asks the flag: what that costs is lost in what the inner loop does.
 */
final class LoopPolls {
    private static final String POLLS = Type.getInternalName(Polls.class);

    private static final Handle SITE = new Handle(
            Opcodes.H_INVOKESTATIC,
            POLLS,
            "site",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Class;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    private LoopPolls() {}

    static void insert(String owner, MethodNode method) throws Refused {
        Map<LabelNode, AbstractInsnNode> loops = loops(method);
        if (loops.isEmpty()) {
            if (callsItself(owner, method)) {
                method.instructions.insert(poll(frameAtStart(owner, method), askFlag()));
            }
            return;
        }
        Map<LabelNode, Boolean> innermost = new LinkedHashMap<>();
        loops.forEach((header, end) -> innermost.put(header, isInnermost(header, end, loops.keySet(), method)));
        for (Map.Entry<LabelNode, Boolean> each : innermost.entrySet()) {
            FrameNode frame = frameAfter(each.getKey());
            if (frame == null) {
                throw new Refused("a loop has no stack map", each.getKey());
            }
            method.instructions.insert(frame, poll(frame, each.getValue() ? askSite(owner) : askFlag()));
        }
    }

    /** Whether no other loop begins between its header and where it goes back for the last time. */
    private static boolean isInnermost(
            LabelNode header, AbstractInsnNode end, Set<LabelNode> headers, MethodNode method) {
        int first = method.instructions.indexOf(header);
        int last = method.instructions.indexOf(end);
        for (LabelNode other : headers) {
            int index = method.instructions.indexOf(other);
            if (index > first && index <= last) {
                return false;
            }
        }
        return true;
    }

    /** The header of each loop, and the last instruction that goes back there. */
    private static Map<LabelNode, AbstractInsnNode> loops(MethodNode method) {
        Map<LabelNode, AbstractInsnNode> loops = new LinkedHashMap<>();
        Set<AbstractInsnNode> before = new HashSet<>();
        for (AbstractInsnNode each : method.instructions) {
            before.add(each);
            for (LabelNode target : Flow.targets(each)) {
                if (before.contains(target)) {
                    loops.put(target, each);
                }
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            loops.remove(
                    block.handler); // an exception is on the stack there, and the loop goes by way of another label
        }
        return withOneForEachPlace(loops);
    }

    /** Two labels of one place are one header. */
    private static Map<LabelNode, AbstractInsnNode> withOneForEachPlace(Map<LabelNode, AbstractInsnNode> loops) {
        Map<LabelNode, AbstractInsnNode> first = new LinkedHashMap<>();
        Map<FrameNode, LabelNode> frames = new HashMap<>();
        loops.forEach((header, end) -> {
            FrameNode frame = frameAfter(header);
            LabelNode known = frame == null ? null : frames.putIfAbsent(frame, header);
            first.put(known == null ? header : known, end);
        });
        return first;
    }

    private static @Nullable FrameNode frameAfter(LabelNode label) {
        for (AbstractInsnNode each = label; each != null && each.getOpcode() < 0; each = each.getNext()) {
            if (each instanceof FrameNode frame) {
                return frame;
            }
        }
        return null;
    }

    private static boolean callsItself(String owner, MethodNode method) {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof MethodInsnNode call
                    && call.name.equals(method.name)
                    && call.desc.equals(method.desc)
                    && call.owner.equals(owner)) {
                return true;
            }
        }
        return false;
    }

    private static FrameNode frameAtStart(String owner, MethodNode method) {
        List<Object> locals = new ArrayList<>();
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            locals.add(owner);
        }
        locals.addAll(Values.of(Type.getArgumentTypes(method.desc)));
        return new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 0, new Object[0]);
    }

    private static AbstractInsnNode askFlag() {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, POLLS, "wanted", "()Z", false);
    }

    private static AbstractInsnNode askSite(String owner) {
        return new InvokeDynamicInsnNode("wanted", "()Z", SITE, Type.getObjectType(owner));
    }

    private static InsnList poll(FrameNode frame, AbstractInsnNode ask) {
        LabelNode past = new LabelNode();
        InsnList poll = new InsnList();
        poll.add(ask);
        poll.add(new JumpInsnNode(Opcodes.IFEQ, past));
        poll.add(new MethodInsnNode(Opcodes.INVOKESTATIC, POLLS, "poll", "()V", false));
        poll.add(past);
        poll.add(new FrameNode(
                Opcodes.F_NEW, frame.local.size(), frame.local.toArray(), frame.stack.size(), frame.stack.toArray()));
        return poll;
    }
}
