package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.sojourn.weave.frame.Polls;

/**
 * Has code that goes round look whether it is to leave: at the start of each loop, and of methods without loops that call themselves.
 */
final class LoopPolls {
    private static final String POLLS = Type.getInternalName(Polls.class);

    private LoopPolls() {}

    static void insert(String owner, MethodNode method) throws Refused {
        Set<LabelNode> headers = headers(method);
        if (headers.isEmpty()) {
            if (callsItself(owner, method)) {
                method.instructions.insert(poll(frameAtStart(owner, method)));
            }
            return;
        }
        for (LabelNode header : headers) {
            FrameNode frame = frameAfter(header);
            if (frame == null) {
                throw new Refused("a loop has no stack map", header);
            }
            method.instructions.insert(frame, poll(frame));
        }
    }

    private static Set<LabelNode> headers(MethodNode method) {
        Set<LabelNode> headers = new LinkedHashSet<>();
        Set<AbstractInsnNode> before = new HashSet<>();
        for (AbstractInsnNode each : method.instructions) {
            before.add(each);
            for (LabelNode target : Flow.targets(each)) {
                if (before.contains(target)) {
                    headers.add(target);
                }
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            headers.remove(
                    block.handler); // an exception is on the stack there, and the loop goes by way of another label
        }
        return withOneForEachPlace(headers);
    }

    /** Two labels of one place are one header. */
    private static Set<LabelNode> withOneForEachPlace(Set<LabelNode> headers) {
        Set<LabelNode> first = new LinkedHashSet<>();
        Set<FrameNode> frames = new HashSet<>();
        for (LabelNode header : headers) {
            FrameNode frame = frameAfter(header);
            if (frame == null || frames.add(frame)) {
                first.add(header);
            }
        }
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

    private static InsnList poll(FrameNode frame) {
        LabelNode past = new LabelNode();
        InsnList poll = new InsnList();
        poll.add(new MethodInsnNode(Opcodes.INVOKESTATIC, POLLS, "wanted", "()Z", false));
        poll.add(new JumpInsnNode(Opcodes.IFEQ, past));
        poll.add(new MethodInsnNode(Opcodes.INVOKESTATIC, POLLS, "poll", "()V", false));
        poll.add(past);
        poll.add(new FrameNode(
                Opcodes.F_NEW, frame.local.size(), frame.local.toArray(), frame.stack.size(), frame.stack.toArray()));
        return poll;
    }
}
