package org.sojourn.threads.jar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.sojourn.threads.calls.Arrival;
import org.sojourn.threads.calls.Passage;
import org.sojourn.threads.calls.Streams;
import org.sojourn.threads.calls.ThreadCalls;
import org.sojourn.threads.calls.Times;

/**
 * Has a class call what knows of other places: the streams, the clock and the thread of its home, where its tasks begin, and where its frames
 * go on after a call that may have called back. All of that is one static call each, so no stack map changes. A record gets a constructor more,
 * by which it is put together where it arrives. It is done before the class is woven.
 */
final class Redirection {
    private static final String THREAD = "java/lang/Thread";
    private static final String RECORD = "java/lang/Record";
    private static final String ARRIVAL = Type.getDescriptor(Arrival.class);

    /** How many values a method may be given, its object among them; those of 64 bits count twice (JVMS 4.3.3). */
    private static final int MOST_SLOTS = 255;

    private static final String STREAMS = Type.getInternalName(Streams.class);
    private static final String TIMES = Type.getInternalName(Times.class);
    private static final String THREADS = Type.getInternalName(ThreadCalls.class);
    private static final String PASSAGE = Type.getInternalName(Passage.class);

    /** What a task is begun by, and so where threads and tasks may start elsewhere. */
    private static final Set<String> TASKS =
            Set.of("java/lang/Runnable.run", "java/util/concurrent/Callable.call", "java/util/function/Supplier.get");

    private static final Set<String> FORK_JOIN = Set.of(
            "java/util/concurrent/RecursiveTask",
            "java/util/concurrent/RecursiveAction",
            "java/util/concurrent/CountedCompleter");

    /** Types of arguments that a method of the platform may call. */
    private static final Set<String> CALLED_BACK = Set.of(
            "java/lang/Runnable",
            "java/util/concurrent/Callable",
            "java/util/Comparator",
            "java/security/PrivilegedAction",
            "java/util/Iterator",
            "java/lang/Iterable");

    private record Member(String owner, String name, String descriptor) {}

    private static final Map<Member, Member> CALLS = calls();

    private final Scope program;

    /** For a program. */
    Redirection(Scope program) {
        this.program = program;
    }

    private static Map<Member, Member> calls() {
        Map<Member, Member> calls = new HashMap<>();
        for (String each : List.of("nanoTime", "currentTimeMillis")) {
            calls.put(new Member("java/lang/System", each, "()J"), new Member(TIMES, each, "()J"));
        }
        calls.put(thread("currentThread", "()Ljava/lang/Thread;"), to("currentThread", "()Ljava/lang/Thread;"));
        calls.put(thread("interrupted", "()Z"), to("interrupted", "()Z"));
        for (String each : List.of("(J)V", "(JI)V", "(Ljava/time/Duration;)V")) {
            calls.put(thread("sleep", each), to("sleep", each));
        }
        calls.put(thread("threadId", "()J"), to("threadId", "(Ljava/lang/Thread;)J"));
        calls.put(thread("getId", "()J"), to("threadId", "(Ljava/lang/Thread;)J"));
        for (String each : List.of("isVirtual", "isAlive", "isInterrupted")) {
            calls.put(thread(each, "()Z"), to(each, "(Ljava/lang/Thread;)Z"));
        }
        calls.put(thread("interrupt", "()V"), to("interrupt", "(Ljava/lang/Thread;)V"));
        return calls;
    }

    private static Member thread(String name, String descriptor) {
        return new Member(THREAD, name, descriptor);
    }

    private static Member to(String name, String descriptor) {
        return new Member(THREADS, name, descriptor);
    }

    byte[] of(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, 0);
        Set<String> tasks = new HashSet<>();
        for (MethodNode method : type.methods) {
            for (AbstractInsnNode each : method.instructions) {
                if (each instanceof InvokeDynamicInsnNode dynamic) {
                    redirect(dynamic, type.name, tasks);
                }
            }
        }
        for (MethodNode method : type.methods) {
            if (method.instructions.size() > 0) {
                calls(method, type.name.replace('/', '.'));
                if (!method.name.equals("<clinit>")) { // no frame of an initialiser can leave
                    handlers(method);
                    returns(method);
                }
                if (tasks.contains(method.name + method.desc) || isTask(method)) {
                    method.instructions.insert(call(PASSAGE, "enter", "()V"));
                }
                if (FORK_JOIN.contains(type.superName) && method.name.equals("compute")) {
                    String name = type.name.replace('/', '.');
                    stays(
                            method,
                            null,
                            name + ".compute is a task of a fork-join pool, which joins others while it runs");
                }
            }
        }
        if (program.printsAsThread(type.name)) {
            type.methods.add(text());
        }
        if (RECORD.equals(type.superName)) {
            arrival(type).ifPresent(type.methods::add);
        }
        ClassWriter written = new ClassWriter(0);
        type.accept(written);
        return written.toByteArray();
    }

    /** A thread elsewhere prints as it does at home, though it has another number there. */
    private static MethodNode text() {
        MethodNode text = new MethodNode(Opcodes.ACC_PUBLIC, "toString", "()Ljava/lang/String;", null, null);
        text.visitVarInsn(Opcodes.ALOAD, 0);
        text.visitVarInsn(Opcodes.ALOAD, 0);
        text.visitMethodInsn(Opcodes.INVOKESPECIAL, THREAD, text.name, text.desc, false);
        text.instructions.add(call(THREADS, "text", "(Ljava/lang/Thread;Ljava/lang/String;)Ljava/lang/String;"));
        text.visitInsn(Opcodes.ARETURN);
        text.visitMaxs(2, 1);
        return text;
    }

    /**
     * The constructor by which a record is put together where it arrives: it sets all fields, which nothing but a constructor may, and runs nothing of the program's. Not
     * for one with so many components that no constructor can have a parameter more.
     */
    private static Optional<MethodNode> arrival(ClassNode record) {
        List<FieldNode> fields = record.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
                .toList();
        String parameters = fields.stream().map(field -> field.desc).collect(Collectors.joining());
        MethodNode made = new MethodNode(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, "<init>", "(" + parameters + ARRIVAL + ")V", null, null);
        int slots = Type.getArgumentsAndReturnSizes(made.desc) >> 2;
        if (slots > MOST_SLOTS) {
            return Optional.empty();
        }
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, RECORD, "<init>", "()V", false);
        int local = 1;
        for (FieldNode each : fields) {
            Type type = Type.getType(each.desc);
            made.visitVarInsn(Opcodes.ALOAD, 0);
            made.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
            made.visitFieldInsn(Opcodes.PUTFIELD, record.name, each.name, each.desc);
            local += type.getSize();
        }
        made.visitInsn(Opcodes.RETURN);
        made.visitMaxs(3, slots);
        return Optional.of(made);
    }

    /**
     * The method that is called in place of another; null for that one itself. A class that is a thread calls what it inherits by its own name.
     *
     * @param isSpecial whether it is called by {@code super}: then what is called in its place mustn't come to a method that overrides it
     */
    private @Nullable Member redirected(boolean isSpecial, String owner, String name, String descriptor) {
        boolean isOverridden = program.overrides(name + descriptor);
        boolean isInherited = program.isThread(owner) && !isOverridden;
        return isSpecial && isOverridden ? null : CALLS.get(new Member(isInherited ? THREAD : owner, name, descriptor));
    }

    /** By its name: a method that isn't one after all only looks once more. */
    private static boolean isTask(MethodNode method) {
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        boolean isBridge = (method.access & Opcodes.ACC_BRIDGE) != 0;
        return !isStatic
                && !isBridge
                && Type.getArgumentCount(method.desc) == 0
                && (method.name.equals("run") && method.desc.equals("()V")
                        || method.name.equals("call") && !method.desc.endsWith(")V"));
    }

    private void redirect(InvokeDynamicInsnNode dynamic, String owner, Set<String> tasks) {
        String made = Type.getReturnType(dynamic.desc).getInternalName() + "." + dynamic.name;
        for (int i = 0; i < dynamic.bsmArgs.length; i++) {
            if (dynamic.bsmArgs[i] instanceof Handle handle) {
                boolean isSpecial = handle.getTag() == Opcodes.H_INVOKESPECIAL;
                Member to = redirected(isSpecial, handle.getOwner(), handle.getName(), handle.getDesc());
                if (to != null) {
                    dynamic.bsmArgs[i] =
                            new Handle(Opcodes.H_INVOKESTATIC, to.owner(), to.name(), to.descriptor(), false);
                } else if (TASKS.contains(made) && handle.getOwner().equals(owner)) {
                    tasks.add(handle.getName() + handle.getDesc());
                }
            }
        }
    }

    private void calls(MethodNode method, String type) {
        for (AbstractInsnNode each : method.instructions.toArray()) {
            if (each instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETSTATIC) {
                if (field.owner.equals("java/lang/System") && (field.name.equals("out") || field.name.equals("err"))) {
                    method.instructions.set(each, call(STREAMS, field.name, "()Ljava/io/PrintStream;"));
                }
            } else if (each instanceof MethodInsnNode call) {
                boolean isSpecial = call.getOpcode() == Opcodes.INVOKESPECIAL;
                Member to = redirected(isSpecial, call.owner, call.name, call.desc);
                if (to != null) {
                    method.instructions.set(each, call(to.owner(), to.name(), to.descriptor()));
                }
                if (isParallel(call)) {
                    stays(
                            method,
                            call,
                            type + "." + method.name + " uses a parallel stream, whose pieces are no tasks of the"
                                    + " program's own");
                }
            }
        }
    }

    /** Where what may have called back returns, a frame goes on. */
    private void returns(MethodNode method) {
        for (AbstractInsnNode each : method.instructions.toArray()) {
            if (each instanceof MethodInsnNode call && mayCallBack(call)) {
                method.instructions.insert(call, call(PASSAGE, "back", "()V"));
            }
        }
    }

    /** Where what a callee threw is caught, too. */
    private void handlers(MethodNode method) {
        Set<AbstractInsnNode> done = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (!done.contains(block.handler) && coversCallBack(block)) {
                done.add(block.handler);
                AbstractInsnNode first = block.handler;
                while (first.getOpcode() < 0) {
                    first = first.getNext();
                }
                InsnList back = new InsnList();
                back.add(call(PASSAGE, "back", "()V"));
                method.instructions.insertBefore(first, back);
            }
        }
    }

    private boolean coversCallBack(TryCatchBlockNode block) {
        for (AbstractInsnNode each = block.start; each != null && each != block.end; each = each.getNext()) {
            if (each instanceof MethodInsnNode call && mayCallBack(call)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isParallel(MethodInsnNode call) {
        return call.name.equals("parallelStream")
                || call.name.equals("parallel") && call.owner.startsWith("java/util/stream/");
    }

    /** Says that something stays; null for at the beginning. */
    private static void stays(MethodNode method, @Nullable AbstractInsnNode after, String why) {
        InsnList said = new InsnList();
        said.add(new LdcInsnNode(why));
        said.add(call(PASSAGE, "stays", "(Ljava/lang/String;)V"));
        method.maxStack++;
        if (after == null) {
            method.instructions.insert(said);
        } else {
            method.instructions.insert(after, said);
        }
    }

    /** Whether a method of the platform is called that may call code of the program, as far as types show it. */
    private boolean mayCallBack(MethodInsnNode call) {
        if (program.has(call.owner) || call.name.equals("<init>") || call.owner.startsWith("org/sojourn/")) {
            return false;
        }
        if (isCalled(call.owner) || call.owner.equals("java/util/concurrent/FutureTask") && call.name.equals("run")) {
            return true;
        }
        for (Type each : Type.getArgumentTypes(call.desc)) {
            if (each.getSort() == Type.OBJECT && isCalled(each.getInternalName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCalled(String type) {
        return type.startsWith("java/util/function/") || CALLED_BACK.contains(type);
    }

    private static MethodInsnNode call(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }
}
