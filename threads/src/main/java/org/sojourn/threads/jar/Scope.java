package org.sojourn.threads.jar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The classes of a jar: which are the program's, which of those are threads, and which the others use. */
final class Scope {
    private static final String THREAD = "java/lang/Thread";
    private static final int CLASS = 7;

    private final Predicate<String> isOwn;
    private final Map<String, String> own = new HashMap<>();
    private final Map<String, Set<String>> methods = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    /** Of no classes yet. */
    Scope(Predicate<String> isOwn) {
        this.isOwn = isOwn;
    }

    void add(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (isOwn.test(reader.getClassName())) {
            own.put(reader.getClassName(), String.valueOf(reader.getSuperName()));
            methods.put(reader.getClassName(), declared(reader));
            return;
        }
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at > 0 && reader.readByte(at - 1) == CLASS) {
                used.add(reader.readUTF8(at, buffer).replaceFirst("^\\[+L?", "").replace(";", ""));
            }
        }
    }

    private static Set<String> declared(ClassReader reader) {
        Set<String> all = new HashSet<>();
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] thrown) {
                all.add(name + descriptor);
                return null;
            }
        };
        reader.accept(visitor, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return all;
    }

    boolean has(String name) {
        return own.containsKey(name);
    }

    /** The program's, sorted. */
    Set<String> classes() {
        return new TreeSet<>(own.keySet());
    }

    /** Those that others use, sorted. */
    Set<String> outside() {
        Set<String> all = new TreeSet<>(used);
        all.retainAll(own.keySet());
        return all;
    }

    /** Whether a class of the program is a thread. */
    boolean isThread(String name) {
        String at = name;
        while (own.containsKey(at)) {
            at = own.getOrDefault(at, "");
        }
        return at.equals(THREAD) && !name.equals(THREAD);
    }

    /** Whether a class extends {@code Thread} itself, and prints as that does. */
    boolean printsAsThread(String name) {
        return THREAD.equals(own.get(name))
                && !methods.getOrDefault(name, Set.of()).contains("toString()Ljava/lang/String;");
    }

    /** Whether threads of the program have a method of their own. */
    boolean overrides(String nameAndDescriptor) {
        return own.keySet().stream()
                .anyMatch(each ->
                        isThread(each) && methods.getOrDefault(each, Set.of()).contains(nameAndDescriptor));
    }
}
