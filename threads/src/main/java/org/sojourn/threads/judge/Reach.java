package org.sojourn.threads.judge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * All that code may do from some methods on: the methods that it may call, with the classes of which there may be objects (D. F. Bacon and
 * P. F. Sweeney, Fast static analysis of C++ virtual function calls, 1996). What the platform may call of those objects counts as called.
 * The first thing is told that code may not do which is to run elsewhere.
 */
final class Reach {
    private static final Set<String> BOOTSTRAPS = Set.of(
            "java/lang/invoke/LambdaMetafactory",
            "java/lang/invoke/StringConcatFactory",
            "java/lang/runtime/ObjectMethods",
            "java/lang/runtime/SwitchBootstraps");

    private final Judge judge;
    private final Program program;

    /** Whether this is what a class does when it is initialised, which each place does for itself. */
    private final @Nullable String initialised;

    private final Set<MethodName> methods = new LinkedHashSet<>();
    private final Deque<MethodName> open = new ArrayDeque<>();
    private final Set<String> objects = new HashSet<>();
    private final Set<MethodName> calls = new HashSet<>();
    private final List<Hashes.Seen> hashes = new ArrayList<>();
    private String flaw = "";

    Reach(Judge judge, Program program, @Nullable String initialised) {
        this.judge = judge;
        this.program = program;
        this.initialised = initialised;
    }

    /** Says what code does that it may not; empty if there is nothing. */
    String flaw(Iterable<MethodName> from, Iterable<String> classes) {
        from.forEach(this::method);
        for (String each : classes) {
            object(each);
            String refused = judge.flawOfInitialiser(each); // it is initialised where it is put together again
            if (!refused.isEmpty() && flaw.isEmpty()) {
                flaw = "it needs the class " + each.replace('/', '.') + ", and " + refused;
            }
        }
        while (!open.isEmpty() && flaw.isEmpty()) {
            MethodName next = open.remove();
            MethodNode method = program.method(next);
            if (method != null) {
                code(next, method);
                hashes.addAll(judge.hashes().seen(next, method));
            }
        }
        for (Hashes.Seen each : hashes) {
            String of = judge.hashes().flaw(each, objects);
            if (!of.isEmpty()) {
                flawed(each.in(), each.at(), "sees the hash code of " + of + ", which is another one at each place");
            }
        }
        return flaw;
    }

    private void method(MethodName name) {
        if (methods.add(name)) {
            open.add(name);
        }
    }

    private void flawed(MethodName in, AbstractInsnNode at, String what) {
        if (flaw.isEmpty()) {
            flaw = in + line(at) + " " + what;
        }
    }

    private static String line(AbstractInsnNode at) {
        for (AbstractInsnNode each = at; each != null; each = each.getPrevious()) {
            if (each instanceof LineNumberNode line) {
                return " (line " + line.line + ")";
            }
        }
        return "";
    }

    private void code(MethodName name, MethodNode method) {
        if ((method.access & Opcodes.ACC_NATIVE) != 0) {
            flaw = name + " is native";
            return;
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            flaw = name + " is synchronized, and so meets other threads";
            return;
        }
        for (AbstractInsnNode each : method.instructions) {
            switch (each) {
                case MethodInsnNode call -> call(name, call);
                case FieldInsnNode field -> field(name, field);
                case InvokeDynamicInsnNode dynamic -> dynamic(name, dynamic);
                case TypeInsnNode type when type.getOpcode() == Opcodes.NEW -> made(name, type);
                case LdcInsnNode constant
                when constant.cst instanceof org.objectweb.asm.ConstantDynamic ->
                    flawed(name, each, "has a constant that is computed");
                case LdcInsnNode constant
                when constant.cst instanceof Type type && isEnum(type) ->
                    initialise(name, each, type.getInternalName()); // Enum.valueOf finds its constants by it
                case InsnNode plain
                when plain.getOpcode() == Opcodes.MONITORENTER ->
                    flawed(name, each, "enters a monitor, and so meets other threads");
                default -> {}
            }
        }
        AbstractInsnNode asks = judge.sameness().asks(name, method);
        if (asks != null) {
            flawed(name, asks, "asks whether two objects are the same one; a copy isn't");
        }
    }

    private boolean isEnum(Type type) {
        return type.getSort() == Type.OBJECT
                && program.has(type.getInternalName())
                && program.isEnum(type.getInternalName());
    }

    // ---- objects ----------------------------------------------------------------------------------------------------

    private void made(MethodName in, TypeInsnNode made) {
        if (program.has(made.desc)) {
            object(made.desc);
        }
        initialise(in, made, made.desc);
    }

    private void object(String name) {
        boolean staysHome = judge.ownOfThread(name) != null; // a field may be of its type, but holds none elsewhere
        if (!program.has(name) || staysHome || !objects.add(name)) {
            return;
        }
        Set<String> declared = program.declaredByPlatform(name);
        for (String at : program.above(name)) {
            if (program.has(at)) {
                for (MethodNode method : program.type(at).methods) {
                    String key = method.name + method.desc;
                    if (declared.contains(key) && (method.access & Opcodes.ACC_STATIC) == 0) {
                        reached(name, key);
                    }
                }
            }
        }
        for (MethodName call : Set.copyOf(calls)) {
            if (program.above(name).contains(call.owner())) {
                reached(name, call.name());
            }
        }
    }

    private void objects(Type fixed) {
        judge.fixed().classes(fixed).forEach(this::object);
    }

    private void reached(String type, String method) {
        MethodName found = program.resolve(type, method);
        if (found != null) {
            method(found);
        }
    }

    // ---- calls ------------------------------------------------------------------------------------------------------

    private void call(MethodName in, MethodInsnNode call) {
        switch (call.getOpcode()) {
            case Opcodes.INVOKESTATIC -> {
                exactly(in, call, call.owner, call.name, call.desc);
                initialise(in, call, call.owner);
            }
            case Opcodes.INVOKESPECIAL -> exactly(in, call, call.owner, call.name, call.desc);
            default -> virtually(in, call, call.owner, call.name, call.desc);
        }
    }

    private void exactly(MethodName in, AbstractInsnNode at, String owner, String name, String descriptor) {
        MethodName found = program.has(owner) ? program.resolve(owner, name + descriptor) : null;
        if (found != null) {
            method(found);
        } else {
            platform(in, at, program.has(owner) ? program.platformAbove(owner) : owner, name);
        }
    }

    private void virtually(MethodName in, AbstractInsnNode at, String owner, String name, String descriptor) {
        if (!program.has(owner)) {
            platform(in, at, owner, name);
            return;
        }
        MethodName declared = program.resolve(owner, name + descriptor);
        boolean isDeclared = declared != null
                || program.above(owner).stream()
                        .anyMatch(each -> program.method(new MethodName(each, name + descriptor)) != null);
        if (!isDeclared) {
            platform(in, at, platformThatHas(owner, name + descriptor), name);
        }
        if (calls.add(MethodName.of(owner, name, descriptor))) {
            for (String each : Set.copyOf(objects)) {
                if (program.above(each).contains(owner)) {
                    reached(each, name + descriptor);
                }
            }
        }
        if (declared != null) {
            method(declared);
        }
    }

    /** A record has what {@code Object} declares by a method of its own; an enum has not. */
    private String platformThatHas(String owner, String method) {
        for (String each : program.above(owner)) {
            if (!program.has(each)
                    && !each.equals("java/lang/Object")
                    && Platform.instanceMethods(each).contains(method)) {
                return each;
            }
        }
        return "java/lang/Object";
    }

    private void platform(MethodName in, AbstractInsnNode at, String owner, String name) {
        String refused = initialised == null ? Platform.flaw(owner, name) : Platform.flawOfInitialiser(owner, name);
        if (!refused.isEmpty()) {
            flawed(in, at, refused);
        }
    }

    private void dynamic(MethodName in, InvokeDynamicInsnNode dynamic) {
        if (!BOOTSTRAPS.contains(dynamic.bsm.getOwner())) {
            flawed(in, dynamic, "is linked by " + dynamic.bsm.getOwner().replace('/', '.'));
            return;
        }
        for (Object each : dynamic.bsmArgs) {
            if (each instanceof Handle handle) {
                handle(in, dynamic, handle);
            }
        }
    }

    private void handle(MethodName in, AbstractInsnNode at, Handle handle) {
        switch (handle.getTag()) {
            case Opcodes.H_INVOKESTATIC -> {
                exactly(in, at, handle.getOwner(), handle.getName(), handle.getDesc());
                initialise(in, at, handle.getOwner());
            }
            case Opcodes.H_INVOKESPECIAL -> exactly(in, at, handle.getOwner(), handle.getName(), handle.getDesc());
            case Opcodes.H_NEWINVOKESPECIAL -> {
                object(handle.getOwner());
                initialise(in, at, handle.getOwner());
                exactly(in, at, handle.getOwner(), handle.getName(), handle.getDesc());
            }
            case Opcodes.H_INVOKEVIRTUAL, Opcodes.H_INVOKEINTERFACE ->
                virtually(in, at, handle.getOwner(), handle.getName(), handle.getDesc());
            default -> {} // fields of records
        }
    }

    // ---- statics ----------------------------------------------------------------------------------------------------

    private void field(MethodName in, FieldInsnNode field) {
        if (!program.has(field.owner)) {
            boolean isRead = field.getOpcode() == Opcodes.GETSTATIC && Platform.mayRead(field.owner);
            if (!isRead) {
                flawed(in, field, "uses the field " + named(field));
            }
            return;
        }
        if (field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC) {
            Program.Field found = program.field(field.owner, field.name, field.desc);
            String owner = found == null ? field.owner : found.owner();
            if (owner.equals(initialised)) {
                return; // each place sets it for itself, and nobody else sees that
            }
            if (field.getOpcode() == Opcodes.PUTSTATIC) {
                flawed(in, field, "sets the static field " + named(field));
                return;
            }
            String changes = found == null ? ", which isn't the program's" : changes(found.node());
            if (changes.isEmpty() && !isEnum(Type.getType(field.desc))) {
                MethodName asks = judge.sameness().asksOf(owner + "." + field.name);
                changes =
                        asks == null ? "" : ", and " + asks + " asks by == whether an object is that one; a copy isn't";
            }
            if (changes.isEmpty()) {
                objects(Type.getType(field.desc));
                initialise(in, field, owner);
            } else {
                flawed(in, field, "reads the static field " + named(field) + changes);
            }
        }
    }

    private static String named(FieldInsnNode field) {
        return field.owner.replace('/', '.') + "." + field.name;
    }

    private String changes(FieldNode field) {
        boolean isCompilers = (field.access & Opcodes.ACC_SYNTHETIC) != 0
                && (field.name.equals("$VALUES")
                        || field.name.startsWith("$SwitchMap$")
                        || field.name.equals("$assertionsDisabled"));
        if (isCompilers) {
            return "";
        }
        if ((field.access & Opcodes.ACC_FINAL) == 0) {
            return ", which isn't final";
        }
        Type type = Type.getType(field.desc);
        String flaw = judge.fixed().flaw(type);
        flaw = flaw.isEmpty() ? judge.sameness().flawOfConstant(type) : flaw;
        return flaw.isEmpty() ? "" : ", " + flaw;
    }

    private void initialise(MethodName in, AbstractInsnNode at, String name) {
        if (!program.has(name) || name.equals(initialised)) {
            return;
        }
        if (program.isEnum(name)) {
            objects(Type.getObjectType(name)); // its constants are there
        }
        String refused = judge.flawOfInitialiser(name);
        if (!refused.isEmpty()) {
            flawed(in, at, "needs the class " + name.replace('/', '.') + ", and " + refused);
        }
    }

    static boolean hasInitialiser(ClassNode type) {
        return type.methods.stream().anyMatch(method -> method.name.equals("<clinit>"));
    }
}
