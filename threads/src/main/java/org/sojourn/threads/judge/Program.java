package org.sojourn.threads.judge;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.sojourn.weave.frame.Woven;
import org.sojourn.weave.run.Twins;

/** The classes of a program, as they were before they were woven. */
final class Program {
    private static final String WOVEN = Type.getDescriptor(Woven.class);

    private final Map<String, ClassNode> classes = new LinkedHashMap<>();
    private final Map<String, Map<String, MethodNode>> methods = new HashMap<>();
    private final Map<String, Set<String>> below = new HashMap<>();
    private final Map<String, Set<String>> ofPlatform = new HashMap<>();
    private final Set<String> outside;
    private String unread = "";

    /**
     * Reads all of them.
     *
     * @param names theirs
     * @param outside those of them that classes use which aren't the program's
     */
    Program(List<String> names, Set<String> outside, ClassLoader loader) {
        this.outside = outside;
        for (String each : names) {
            String path = each.replace('.', '/') + ".class";
            try {
                byte[] file = read(path, loader);
                if (file == null) {
                    unread = path + " isn't there";
                } else {
                    byte[] original = original(file, path, loader);
                    add(original == null ? file : original); // one without calls and loops is as it was
                }
            } catch (IOException | RuntimeException e) { // ASM throws whatever it meets in what is no class file
                unread = path + " can't be read: " + e.getMessage();
            }
        }
        for (ClassNode each : classes.values()) {
            for (String above : above(each.name)) {
                below.computeIfAbsent(above, any -> new HashSet<>()).add(each.name);
            }
        }
    }

    /** What a class was compiled to, if it is woven: a multi-release jar may have it several times, and the class says which one it is. */
    private static byte @Nullable [] original(byte[] file, String path, ClassLoader loader) throws IOException {
        ClassNode type = new ClassNode();
        new ClassReader(file).accept(type, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        if (type.visibleAnnotations != null) {
            for (AnnotationNode each : type.visibleAnnotations) {
                if (each.desc.equals(WOVEN)) {
                    int at = each.values.indexOf("release");
                    int release = at < 0 ? 0 : (Integer) each.values.get(at + 1);
                    return read(Twins.ORIGINALS + Twins.folder(release) + path, loader);
                }
            }
        }
        return null;
    }

    private void add(byte[] file) {
        ClassNode type = new ClassNode();
        new ClassReader(file).accept(type, ClassReader.SKIP_FRAMES);
        classes.put(type.name, type);
        Map<String, MethodNode> its = new LinkedHashMap<>();
        type.methods.forEach(method -> its.put(method.name + method.desc, method));
        methods.put(type.name, its);
    }

    private static byte @Nullable [] read(String path, ClassLoader loader) throws IOException {
        try (InputStream in = loader.getResourceAsStream(path)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    /** A class of which nothing is known, and why: it may be any class's subclass, and set anything. Empty if there is none. */
    String unread() {
        return unread;
    }

    Collection<ClassNode> all() {
        return classes.values();
    }

    /** Whether classes that aren't the program's use one, or what it is or what is one. */
    boolean isSeenOutside(String name) {
        return outside.stream()
                .map(each -> each.replace('.', '/'))
                .anyMatch(each -> above(name).contains(each) || above(each).contains(name));
    }

    boolean has(String name) {
        return classes.containsKey(name);
    }

    ClassNode type(String name) {
        ClassNode type = classes.get(name);
        if (type == null) {
            throw new IllegalArgumentException(name + " isn't a class of the program");
        }
        return type;
    }

    /** A class and all that it extends or implements, as far as they are the program's; the platform's above those, too. */
    Set<String> above(String name) {
        Set<String> all = new HashSet<>();
        above(name, all);
        return all;
    }

    private void above(String name, Set<String> all) {
        if (!all.add(name)) {
            return;
        }
        ClassNode type = classes.get(name);
        if (type != null) {
            if (type.superName != null) {
                above(type.superName, all);
            }
            type.interfaces.forEach(each -> above(each, all));
        }
    }

    /** The program's classes that are, extend or implement one. */
    Set<String> below(String name) {
        return below.getOrDefault(name, Set.of());
    }

    boolean isInterface(String name) {
        return (type(name).access & Opcodes.ACC_INTERFACE) != 0;
    }

    boolean isAbstract(String name) {
        return (type(name).access & Opcodes.ACC_ABSTRACT) != 0;
    }

    boolean isEnum(String name) {
        return (type(name).access & Opcodes.ACC_ENUM) != 0;
    }

    @Nullable
    MethodNode method(MethodName name) {
        return methods.getOrDefault(name.owner(), Map.of()).get(name.name());
    }

    /**
     * Which method a call reaches, looked for as the JVM does: in the class, above it, then in interfaces, there the one that no other
     * interface has instead (JVMS 5.4.3.3); null if it is none of the program.
     */
    @Nullable
    MethodName resolve(String owner, String name) {
        for (String at = owner; has(at); at = type(at).superName) {
            MethodName found = new MethodName(at, name);
            if (method(found) != null) {
                return found;
            }
            if (type(at).superName == null) {
                break;
            }
        }
        List<String> all = above(owner).stream()
                .filter(each -> has(each) && isInterface(each) && isInherited(method(new MethodName(each, name))))
                .toList();
        for (String each : all) {
            boolean isReplaced = all.stream()
                    .anyMatch(other -> !other.equals(each) && above(other).contains(each));
            MethodName found = new MethodName(each, name);
            MethodNode method = method(found);
            if (!isReplaced && method != null && (method.access & Opcodes.ACC_ABSTRACT) == 0) {
                return found;
            }
        }
        return null;
    }

    private static boolean isInherited(@Nullable MethodNode method) {
        return method != null && (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
    }

    /** The interfaces that are initialised with a class: those with methods that objects of the class have of them (JLS 12.4.1). */
    Set<String> initialisedWith(String name) {
        return isInterface(name)
                ? Set.of()
                : above(name).stream()
                        .filter(each -> has(each) && isInterface(each) && hasDefault(type(each)))
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean hasDefault(ClassNode type) {
        return type.methods.stream().anyMatch(each -> (each.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) == 0);
    }

    /** The first class above one that isn't the program's. */
    String platformAbove(String name) {
        String at = name;
        while (has(at)) {
            at = type(at).superName;
        }
        return at;
    }

    /** Names and descriptors of what a class's types of the platform declare: what the platform may call. */
    Set<String> declaredByPlatform(String name) {
        Set<String> all = new HashSet<>();
        for (String each : above(name)) {
            if (!has(each)) {
                all.addAll(ofPlatform.computeIfAbsent(each, Platform::instanceMethods));
            }
        }
        return all;
    }

    /**
     * A field of a class.
     *
     * @param owner the class that declares it
     */
    record Field(String owner, FieldNode node) {}

    /** Which field is meant, looked for as the JVM does: in the class, in its interfaces, then above it (JVMS 5.4.3.2); null if it is none of the program. */
    @Nullable
    Field field(String owner, String name, String descriptor) {
        if (!has(owner)) {
            return null;
        }
        ClassNode type = type(owner);
        for (FieldNode each : type.fields) {
            if (each.name.equals(name) && each.desc.equals(descriptor)) {
                return new Field(owner, each);
            }
        }
        for (String each : type.interfaces) {
            Field found = field(each, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        return type.superName == null ? null : field(type.superName, name, descriptor);
    }

    /** The fields of an object of a class, those of the program's classes above it included. */
    List<FieldNode> fieldsOf(String name) {
        List<FieldNode> all = new ArrayList<>();
        for (String at = name; has(at); at = type(at).superName) {
            type(at).fields.stream()
                    .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
                    .forEach(all::add);
        }
        return all;
    }

    /** Whether a frame of a method may hold a monitor. */
    boolean locks(MethodName name) {
        MethodNode method = method(name);
        if (method == null) {
            return true;
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            return true;
        }
        for (AbstractInsnNode each : method.instructions) {
            if (each.getOpcode() == Opcodes.MONITORENTER) {
                return true;
            }
        }
        return false;
    }
}
