package org.sojourn.weave.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.sojourn.weave.frame.Polls;

/**
 * Has code that goes round look whether it is to leave: once in each round of a loop, and at the start of methods that call themselves outside of
 * their loops. A loop without another one in it asks a call site, all else asks the flag: what that costs is lost in what the inner loop does.
 *
 * <p>A method counts as calling itself if it calls one of its name and descriptor, of any class that is woven, which may override it: so trees of objects are
 * evaluated. Methods that go round by way of others don't poll. Nobody sees them before they are run, as each class is woven by itself.
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

    static void insert(String owner, MethodNode method, Scope scope) throws Refused {
        Map<LabelNode, List<AbstractInsnNode>> loops = loops(method);
        boolean recurs = callsItselfOutside(loops.keySet(), owner, method, scope);
        insertInLoops(owner, method, loops);
        if (recurs) {
            InsnList poll = poll(frameAtStart(owner, method), askFlag());
            if (frameAfter(method.instructions.getFirst()) != null) {
                poll.add(new InsnNode(Opcodes.NOP)); // no two stack maps are of one place
            }
            method.instructions.insert(poll);
        }
    }

    private static void insertInLoops(String owner, MethodNode method, Map<LabelNode, List<AbstractInsnNode>> loops)
            throws Refused {
        Set<LabelNode> innermost = new HashSet<>();
        loops.forEach((header, back) -> {
            if (isInnermost(header, back.getLast(), loops.keySet(), method)) {
                innermost.add(header);
            }
        });
        for (Map.Entry<LabelNode, List<AbstractInsnNode>> each : loops.entrySet()) {
            FrameNode frame = frameAfter(each.getKey());
            if (frame == null) {
                throw new Refused("a loop has no stack map", each.getKey());
            }
            InsnList poll = poll(frame, innermost.contains(each.getKey()) ? askSite(owner) : askFlag());
            if (!insertAtEnd(poll, frame, each.getValue(), method)) {
                method.instructions.insert(frame, poll);
            }
        }
    }

    /**
     * Has a loop that is closed by a jump without a condition poll right before that jump, where all others that go back meet. C2 turns a loop
     * round so that its condition comes last, if its first block ends in that condition, and a poll in front would be that first block: the
     * queens of {@code bench weave} took 1.8 times as long. A loop whose condition is its end polls at its start. So does one whose last jump is covered by a
     * handler that its start isn't covered by: that may want variables that the start doesn't know of.
     *
     * @return whether it is such a loop
     */
    private static boolean insertAtEnd(InsnList poll, FrameNode frame, List<AbstractInsnNode> back, MethodNode method) {
        AbstractInsnNode last = back.getLast();
        if (last.getOpcode() != Opcodes.GOTO
                || !back.stream().allMatch(JumpInsnNode.class::isInstance)
                || !isCoveredAlike(last, frame, method)) {
            return false;
        }
        if (back.size() > 1) {
            LabelNode end = new LabelNode();
            back.subList(0, back.size() - 1).forEach(each -> ((JumpInsnNode) each).label = end);
            frameBefore(last).ifPresent(method.instructions::remove);
            method.instructions.insertBefore(last, end);
            method.instructions.insertBefore(last, copy(frame));
        }
        method.instructions.insertBefore(last, poll);
        return true;
    }

    private static boolean isCoveredAlike(AbstractInsnNode last, FrameNode start, MethodNode method) {
        Flow flow = new Flow(method);
        int[] known = flow.covering(method.instructions.indexOf(start));
        return Arrays.stream(flow.covering(method.instructions.indexOf(last)))
                .allMatch(each -> Arrays.stream(known).anyMatch(other -> other == each));
    }

    private static Optional<FrameNode> frameBefore(AbstractInsnNode instruction) {
        AbstractInsnNode each = instruction.getPrevious();
        while (each != null && each.getOpcode() < 0) {
            if (each instanceof FrameNode frame) {
                return Optional.of(frame);
            }
            each = each.getPrevious();
        }
        return Optional.empty();
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

    /** The header of each loop, and what goes back there, in the order of the code. */
    private static Map<LabelNode, List<AbstractInsnNode>> loops(MethodNode method) {
        Map<LabelNode, List<AbstractInsnNode>> loops = new LinkedHashMap<>();
        Set<AbstractInsnNode> before = new HashSet<>();
        for (AbstractInsnNode each : method.instructions) {
            before.add(each);
            for (LabelNode target : Flow.targets(each)) {
                if (before.contains(target)) {
                    loops.computeIfAbsent(target, none -> new ArrayList<>()).add(each);
                }
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            loops.remove(
                    block.handler); // an exception is on the stack there, and the loop goes by way of another label
        }
        return withOneForEachPlace(loops, method);
    }

    /** Two labels of one place are one header. */
    private static Map<LabelNode, List<AbstractInsnNode>> withOneForEachPlace(
            Map<LabelNode, List<AbstractInsnNode>> loops, MethodNode method) {
        Map<LabelNode, List<AbstractInsnNode>> first = new LinkedHashMap<>();
        Map<FrameNode, LabelNode> frames = new HashMap<>();
        loops.forEach((header, back) -> {
            FrameNode frame = frameAfter(header);
            LabelNode known = frame == null ? null : frames.putIfAbsent(frame, header);
            first.computeIfAbsent(known == null ? header : known, none -> new ArrayList<>())
                    .addAll(back);
        });
        first.values().forEach(back -> back.sort(Comparator.comparingInt(method.instructions::indexOf)));
        return first;
    }

    private static @Nullable FrameNode frameAfter(AbstractInsnNode first) {
        for (AbstractInsnNode each = first; each != null && each.getOpcode() < 0; each = each.getNext()) {
            if (each instanceof FrameNode frame) {
                return frame;
            }
        }
        return null;
    }

    /** Whether a call of itself is in no loop: what comes after it doesn't get to the start of one. */
    private static boolean callsItselfOutside(Set<LabelNode> headers, String owner, MethodNode method, Scope scope) {
        Flow flow = new Flow(method);
        for (int i = 0; i < flow.size(); i++) {
            if (flow.at(i) instanceof MethodInsnNode call
                    && isItself(call, owner, method, scope)
                    && !comesTo(headers, i, flow)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isItself(MethodInsnNode call, String owner, MethodNode method, Scope scope) {
        boolean isDispatched = call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
        return call.name.equals(method.name)
                && call.desc.equals(method.desc)
                && (call.owner.equals(owner) || isDispatched && scope.contains(call.owner));
    }

    private static boolean comesTo(Set<LabelNode> headers, int from, Flow flow) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            for (int next : flow.next(open.remove())) {
                if (flow.at(next) instanceof LabelNode label && headers.contains(label)) {
                    return true;
                }
                if (!seen.get(next)) {
                    seen.set(next);
                    open.add(next);
                }
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
        poll.add(copy(frame));
        return poll;
    }

    private static FrameNode copy(FrameNode frame) {
        return new FrameNode(
                Opcodes.F_NEW, frame.local.size(), frame.local.toArray(), frame.stack.size(), frame.stack.toArray());
    }
}
