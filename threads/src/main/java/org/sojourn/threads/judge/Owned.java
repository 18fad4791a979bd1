package org.sojourn.threads.judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * Which types have objects that only their own tasks change, besides those that never change: a {@code Runnable} or a thread that counts in
 * its fields, or leaves its result there, for others to read when it has ended.
 *
 * <p><b>The rule.</b> All fields are of fixed types. None is volatile. One that isn't final is set by methods of its own object only, namely
 * its constructors, its {@code run} or {@code call}, and such as these call on that object and nobody else in the program does. A lambda counts
 * as called by others, unless it is handed to a method of the platform that calls it before it returns: a timer may have it as well.
 *
 * <p><b>Why that is enough.</b> Frames elsewhere have a copy of such an object, and the home keeps it. What of its fields they have changed is
 * set at home before anything goes on there that they come to. Code that may leave meets no other thread: it has no monitors, no volatile
 * fields, starts and joins nobody. So for the time between, others may see the fields as they were (JLS 17.4.5), and after a join or a
 * {@code get} they see all. And as nobody else sets them, frames elsewhere miss nothing: there is no flag that tells them to stop.
 */
final class Owned {
    private static final String THREAD = "java/lang/Thread";

    /** What the platform calls by its name. */
    private static final Set<String> ENTRIES = Set.of("main", "premain", "agentmain", "<clinit>");

    private final Program program;
    private final Fixed fixed;
    private final Map<String, String> known = new HashMap<>();
    private final Guesses<MethodName, Boolean> tasks = new Guesses<>(true);
    private @Nullable Uses uses;

    Owned(Program program, Fixed fixed) {
        this.program = program;
        this.fixed = fixed;
    }

    /** Why somebody else may change values of a type; empty if nobody can. */
    String flaw(Type type) {
        return type.getSort() == Type.OBJECT ? flaw(type.getInternalName()) : fixed.flaw(type);
    }

    synchronized String flaw(String name) {
        return known.computeIfAbsent(name, this::look);
    }

    private String look(String name) {
        String plain = fixed.flaw(name);
        boolean isPlain = !program.has(name) || program.isInterface(name) || program.isEnum(name);
        if (plain.isEmpty() || isPlain) { // what an enum's constants hold isn't told their like elsewhere
            return plain;
        }
        for (String each : program.below(name)) {
            String above = program.platformAbove(each);
            if (!Fixed.ROOTS.contains(above) && !above.equals(THREAD)) {
                return "of " + each.replace('/', '.') + ", which is a " + above.replace('/', '.');
            }
            for (FieldNode field : program.fieldsOf(each)) {
                String flaw = (field.access & Opcodes.ACC_VOLATILE) != 0
                        ? "volatile, for other threads to see at once"
                        : fixed.flaw(Type.getType(field.desc));
                if (flaw.isEmpty() && (field.access & Opcodes.ACC_FINAL) == 0) {
                    flaw = settingByOthers(each, field.name);
                }
                if (!flaw.isEmpty()) {
                    return "of " + each.replace('/', '.') + ", whose field " + field.name + " is " + flaw;
                }
            }
        }
        return "";
    }

    // ---- who sets a field -------------------------------------------------------------------------------------------

    private String settingByOthers(String owner, String field) {
        Uses all = uses();
        if (!all.unknown().isEmpty()) {
            return "one that anything may set, as " + all.unknown();
        }
        if (program.isSeenOutside(owner)) {
            return "one that others may set: classes of the same jar, in none of the program's packages";
        }
        for (Uses.Setting each : all.settings(field)) {
            boolean isMeant = program.above(owner).contains(each.owner())
                    || program.above(each.owner()).contains(owner);
            if (isMeant && !(each.isOwn() && isTasks(each.in()))) {
                return "set by " + each.in() + (each.isOwn() ? ", which others than its task may call" : "");
            }
        }
        return "";
    }

    private Uses uses() {
        Uses made = uses;
        if (made == null) {
            made = new Uses(program);
            uses = made;
        }
        return made;
    }

    /** Whether a method of an object is run by its constructors and its task only. Methods that call each other are, if the rest is. */
    private boolean isTasks(MethodName method) {
        return tasks.of(method, this::look);
    }

    private boolean look(MethodName method) {
        if (method.name().startsWith("<init>") || isTask(method)) {
            return true;
        }
        if (ENTRIES.contains(method.name().substring(0, method.name().indexOf('(')))
                || program.isSeenOutside(method.owner())) {
            return false;
        }
        Set<String> names = new HashSet<>(); // by which an object may be called that has the method
        for (String each : program.below(method.owner())) {
            names.addAll(program.above(each));
            if (program.declaredByPlatform(each).contains(method.name())) {
                return false;
            }
        }
        if (!names.stream().allMatch(each -> program.has(each) || Platform.has(each))) {
            return false; // a library's, which may call it
        }
        for (Uses.Call each : uses().calls(method.name())) {
            if (names.contains(each.owner()) && !(each.isOwn() && isTasks(each.in()))) {
                return false;
            }
        }
        return true;
    }

    private boolean isTask(MethodName method) {
        Set<String> above = program.above(method.owner());
        if (method.name().equals("run()V")) {
            return above.contains("java/lang/Runnable") || above.contains(THREAD);
        }
        return method.name().startsWith("call()") && above.contains("java/util/concurrent/Callable");
    }
}
