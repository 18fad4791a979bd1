package org.sojourn.threads.judge;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * Which types have values that never change, whatever object of the type it is: numbers, strings, enums and records of such, classes all of
 * whose fields are final and of such types, those of their subclasses too. An object of such a type may be at several places at once.
 */
final class Fixed {
    private static final String THREAD = "java/lang/Thread";

    private static final Set<String> VALUES = Set.of(
            "java/lang/String",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Boolean",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/Void",
            "java/math/BigInteger",
            "java/math/BigDecimal");

    /** What classes are of whose objects have nothing but their own fields. */
    static final Set<String> ROOTS = Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum");

    private final Program program;

    /** A type that has fields of itself is fixed if the rest is. */
    private final Guesses<String, String> known = new Guesses<>("");

    Fixed(Program program) {
        this.program = program;
    }

    /** Whether a type of the platform has values that are all that they are: numbers, strings. */
    static boolean isValue(String name) {
        return VALUES.contains(name);
    }

    /** Why values of a type may change; empty if they can't. */
    String flaw(Type type) {
        return switch (type.getSort()) {
            case Type.ARRAY -> "an array, which may change";
            case Type.OBJECT -> flaw(type.getInternalName());
            default -> "";
        };
    }

    synchronized String flaw(String name) {
        return known.of(name, this::look);
    }

    private String look(String name) {
        if (!program.has(name)) {
            boolean isFixed = isValue(name) || name.equals(THREAD); // that travels only to where it is the running one
            return isFixed ? "" : "of " + name.replace('/', '.') + ", which may change";
        }
        if (program.isInterface(name) && program.type(name).permittedSubclasses == null) {
            return "of the interface " + name.replace('/', '.') + ", behind which there may be anything";
        }
        for (String each : program.below(name)) {
            String above = program.platformAbove(each);
            if (!ROOTS.contains(above)) {
                return "of " + each.replace('/', '.') + ", which is a " + above.replace('/', '.');
            }
            for (FieldNode field : program.fieldsOf(each)) {
                if ((field.access & Opcodes.ACC_FINAL) == 0) {
                    return "of " + each.replace('/', '.') + ", whose field " + field.name + " isn't final";
                }
                String flaw = flaw(Type.getType(field.desc));
                if (!flaw.isEmpty()) {
                    return "of " + each.replace('/', '.') + ", whose field " + field.name + " is " + flaw;
                }
            }
        }
        return "";
    }

    /** The program's classes that objects of a fixed type, and what they refer to, may be of. */
    Set<String> classes(Type type) {
        Set<String> all = new HashSet<>();
        add(type, all);
        return all;
    }

    private void add(Type type, Set<String> all) {
        if (type.getSort() != Type.OBJECT) {
            return;
        }
        for (String each : program.below(type.getInternalName())) {
            if (all.add(each)) {
                program.fieldsOf(each).forEach(field -> add(Type.getType(field.desc), all));
            }
        }
    }
}
