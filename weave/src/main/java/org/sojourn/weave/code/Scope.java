package org.sojourn.weave.code;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.sojourn.weave.frame.Polls;

/**
 * Which classes are woven, and so which calls may reach frames that leave.
 *
 * @param packages names of packages, each with those below it; the empty name is for classes without a package
 */
public record Scope(List<String> packages) {
    private static final String POLLS = Type.getInternalName(Polls.class);
    private static final String OURS = "org/sojourn/";
    private static final String WEAVE = OURS + "weave/";

    /** By owner, name and descriptor, whether a method of the platform can't be overridden. */
    private static final Map<String, Boolean> FINAL = new ConcurrentHashMap<>();

    /** Keeps a copy. */
    public Scope {
        packages = List.copyOf(packages);
    }

    /** Whether a class is woven, by its internal name. */
    public boolean contains(String internalName) {
        for (String each : packages) {
            if (each.isEmpty() ? internalName.indexOf('/') < 0 : isBelow(internalName, each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBelow(String internalName, String packageName) {
        int length = packageName.length();
        if (internalName.length() <= length || internalName.charAt(length) != '/') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char letter = packageName.charAt(i);
            if (internalName.charAt(i) != (letter == '.' ? '/' : letter)) {
                return false;
            }
        }
        return true;
    }

    /** Whether frames may leave while an instruction is under way: whether it calls what may be woven, or what orders it. */
    boolean mayLeaveAt(AbstractInsnNode instruction) {
        if (!(instruction instanceof MethodInsnNode call) || call.name.equals("<init>") || call.owner.startsWith("[")) {
            return false;
        }
        if (call.owner.equals(POLLS)) {
            return call.name.equals("poll");
        }
        if (contains(call.owner) || call.owner.startsWith(OURS) && !call.owner.startsWith(WEAVE)) {
            return true;
        }
        if (call.owner.startsWith("java/lang/invoke/")) {
            return false; // frames of method handles are the platform's
        }
        boolean dispatches = call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
        return dispatches && !isFinal(call);
    }

    private static boolean isFinal(MethodInsnNode call) {
        return call.owner.startsWith("java/")
                && FINAL.computeIfAbsent(call.owner + "." + call.name + call.desc, key -> looksFinal(call));
    }

    private static boolean looksFinal(MethodInsnNode call) {
        try {
            Class<?> owner = Class.forName(call.owner.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
            if (Modifier.isFinal(owner.getModifiers())) {
                return true;
            }
            for (Class<?> each = owner; each != null; each = each.getSuperclass()) {
                for (Method method : each.getDeclaredMethods()) {
                    if (method.getName().equals(call.name)
                            && Type.getMethodDescriptor(method).equals(call.desc)) {
                        return Modifier.isFinal(method.getModifiers());
                    }
                }
            }
            return false;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
