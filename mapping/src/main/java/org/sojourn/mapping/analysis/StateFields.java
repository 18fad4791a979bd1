package org.sojourn.mapping.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;
import org.sojourn.mapping.code.Where;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.fact.Origin;
import org.sojourn.mapping.kind.Kind;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.mapping.vector.State;

/**
 * The fields that are a kind's state, those of its objects of the application's own classes included. A field that is never written
 * after construction and whose object doesn't change is configuration; a handle is an address; neither is state.
 *
 * <p>A collection is variable if a handler changes its size, whatever its type could do, and so is an array or an immutable
 * collection that a handler replaces. (G. Upadhyaya, H. Rajan, 2015, sections 2.2 and 2.3.3; "if handlers never grow it", appendix C.)
 */
final class StateFields {
    private static final int DEEPEST = 3;
    private static final Set<String> CONSTANTS = Set.of(
            "java/lang/String",
            "java/lang/Class",
            "java/time/Duration",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Double",
            "java/lang/Boolean",
            "java/lang/Character",
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/util/UUID",
            "java/time/Instant",
            "java/nio/file/Path",
            "java/net/URI",
            "java/util/regex/Pattern",
            "java/util/Locale",
            "java/nio/charset/Charset",
            "java/lang/Byte",
            "java/lang/Short",
            "java/lang/Float");

    private final ClassFiles files;
    private final Dictionary dictionary;

    /** What each field is by its type. */
    private final Map<String, State> byType = new LinkedHashMap<>();

    /** The fields of sizes that change, with who does it. */
    private final Map<String, Finding<State>> grown = new HashMap<>();

    StateFields(ClassFiles files, Dictionary dictionary, Kind kind) {
        this.files = files;
        this.dictionary = dictionary;
        if (!kind.isFunctions()) {
            kind.code().forEach(type -> add(type, 0));
        }
    }

    private void add(String type, int depth) {
        ClassNode node = files.read(type);
        if (node == null) {
            return;
        }
        for (FieldNode field : node.fields) {
            boolean isSkipped = (field.access & Opcodes.ACC_STATIC) != 0
                    || field.name.startsWith("this$")
                    || field.name.equals("$outer")
                    || field.name.startsWith("bitmap$");
            String key = type + '.' + field.name;
            if (!isSkipped && !byType.containsKey(key)) {
                State state = ofType(Type.getType(field.desc), (field.access & Opcodes.ACC_FINAL) != 0);
                if (state == null) {
                    boolean isOpen =
                            depth < DEEPEST && hasState(Type.getType(field.desc).getInternalName());
                    byType.put(key, State.FIXED);
                    if (isOpen) {
                        add(Type.getType(field.desc).getInternalName(), depth + 1);
                    } else if ((field.access & Opcodes.ACC_FINAL) != 0) {
                        byType.put(key, State.NIL);
                    }
                } else {
                    byType.put(key, state);
                }
            }
        }
    }

    /** Whether objects of a class of the application can change. */
    private boolean hasState(String type) {
        ClassNode node = files.read(type);
        return node != null
                && (node.access & Opcodes.ACC_RECORD) == 0
                && node.fields.stream()
                        .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
                        .anyMatch(field ->
                                ofType(Type.getType(field.desc), (field.access & Opcodes.ACC_FINAL) != 0) != State.NIL);
    }

    /** What a field is by its type; null if that depends on the class of the application that it is of. */
    private @Nullable State ofType(Type type, boolean isFinal) {
        if (type.getSort() == Type.ARRAY) {
            return State.FIXED;
        }
        if (type.getSort() != Type.OBJECT) {
            return isFinal ? State.NIL : State.FIXED;
        }
        String name = type.getInternalName();
        if (CONSTANTS.contains(name) || files.isA(name, "java/lang/Enum") || files.isA(name, "java/lang/Record")) {
            return isFinal ? State.NIL : State.FIXED;
        }
        if (name.equals("java/lang/Object")) {
            return State.UNKNOWN;
        }
        Dictionary.Entry entry = dictionary.find(Facet.TYPE, name, "", "", files);
        if (entry != null) {
            return switch (entry.verb()) {
                case NO_STATE -> State.NIL;
                case SIZED -> State.VARIABLE;
                default -> isFinal && isConstant(name) ? State.NIL : State.FIXED;
            };
        }
        if (files.isFollowed(name) && !files.concreteBelow(name).isEmpty()) {
            return null;
        }
        return files.isKnown(name) ? State.FIXED : State.UNKNOWN;
    }

    /** Objects of most of {@code java.util} are there to be changed; functions and those of other packages aren't. */
    private static boolean isConstant(String type) {
        return !type.startsWith("java/util/") || type.startsWith("java/util/function/");
    }

    /** Whether reading or writing a field is reading or writing state. */
    boolean isState(String field) {
        State state = byType.get(field);
        return state != null && state != State.NIL;
    }

    /** Looks at what a handler does with the fields. */
    void note(Walk walk) {
        for (Reach reach : walk.reached()) {
            for (Facts.Call call : reach.facts.calls()) {
                if (call.is(Verb.RESIZES) && !call.arguments().isEmpty()) {
                    Where where = reach.where(call.site());
                    reach.resolve(call.arguments().getFirst().origins()).stream()
                            .filter(origin -> origin.kind() == Origin.Kind.FIELD)
                            .forEach(origin -> grow(origin.detail(), call.name() + " changes its size", where));
                    if (isSelf(reach, call)) {
                        grow("stash", "messages are stashed", where);
                    }
                }
            }
            for (Facts.FieldUse use : reach.facts.fields()) {
                boolean isReplaced = use.written() != null
                        && !use.written().origins().isEmpty()
                        && (byType.get(use.owner() + '.' + use.name()) == State.VARIABLE || isNewArray(use));
                if (isReplaced && !reach.method.node().name.equals("<init>")) {
                    grow(use.owner() + '.' + use.name(), "it is replaced", reach.where(use.site()));
                }
            }
        }
    }

    private static boolean isSelf(Reach reach, Facts.Call call) {
        return reach.resolve(call.arguments().getFirst().origins()).stream()
                .anyMatch(origin -> origin.kind() == Origin.Kind.SELF);
    }

    /** An array that was computed here, and not taken from elsewhere. */
    private static boolean isNewArray(Facts.FieldUse use) {
        return use.desc().startsWith("[")
                && use.written() != null
                && use.written().origins().contains(new Origin(Origin.Kind.OTHER, ""));
    }

    private void grow(String field, String why, Where where) {
        if (byType.containsKey(field) || field.equals("stash")) {
            String name = field.substring(field.lastIndexOf('.') + 1);
            grown.putIfAbsent(field, new Finding<>(State.VARIABLE, name + ": " + why, where));
        }
    }

    /** What the fields that are used amount to; all of them if none are named. */
    Finding<State> finding(@Nullable Set<String> used) {
        List<String> fields = new ArrayList<>();
        if (used == null) {
            fields.addAll(byType.keySet());
            fields.add("stash");
        } else {
            fields.addAll(used);
        }
        for (String field : fields) {
            Finding<State> variable = grown.get(field);
            if (variable != null) {
                return variable;
            }
        }
        for (State state : List.of(State.UNKNOWN, State.VARIABLE, State.FIXED)) {
            for (String field : fields) {
                if (byType.get(field) == state) {
                    return of(field, state);
                }
            }
        }
        return new Finding<>(State.NIL, "no field is state", null);
    }

    private static Finding<State> of(String field, State state) {
        String name = field.substring(field.lastIndexOf('.') + 1);
        Where where = new Where(field.substring(0, field.lastIndexOf('.')).replace('/', '.'), name, 0);
        return switch (state) {
            case UNKNOWN -> new Finding<>(State.UNKNOWN, name + ": nothing is known of its class", where);
            case VARIABLE -> new Finding<>(State.FIXED, name + ": no handler changes its size", where);
            default -> new Finding<>(State.FIXED, name + ": its size doesn't change", where);
        };
    }
}
