package org.sojourn.weave.run;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.Reach;

/** What the twins of a loaded class may use, as the JVM decides it. */
final class TwinReach implements Reach {
    private final Class<?> owner;

    /** Names and descriptors of what superclasses in other packages have for subclasses; null if that isn't known. */
    private final @Nullable Set<String> guarded;

    private final Map<String, Boolean> types = new HashMap<>();

    TwinReach(Class<?> owner) {
        this.owner = owner;
        this.guarded = guarded(owner);
    }

    private static @Nullable Set<String> guarded(Class<?> owner) {
        Set<String> all = new HashSet<>();
        try {
            for (Class<?> each = owner.getSuperclass(); each != null; each = each.getSuperclass()) {
                if (isOfPackage(each, owner)) {
                    continue;
                }
                for (Field field : each.getDeclaredFields()) {
                    if (Modifier.isProtected(field.getModifiers())) {
                        all.add(field.getName() + field.getType().descriptorString());
                    }
                }
                for (Method method : each.getDeclaredMethods()) {
                    if (Modifier.isProtected(method.getModifiers())) {
                        all.add(method.getName()
                                + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                        .descriptorString());
                    }
                }
            }
            return all;
        } catch (LinkageError e) {
            return null; // a superclass names a class that isn't there
        }
    }

    private static boolean isOfPackage(Class<?> type, Class<?> owner) {
        return type.getClassLoader() == owner.getClassLoader()
                && type.getPackageName().equals(owner.getPackageName());
    }

    @Override
    public boolean isGuarded(String name, String descriptor) {
        return guarded == null || guarded.contains(name + descriptor);
    }

    @Override
    public boolean mayName(String type) {
        return types.computeIfAbsent(type, absent -> looksNamed(type));
    }

    private boolean looksNamed(String type) {
        Class<?> known;
        try {
            known = Class.forName(type.replace('/', '.'), false, owner.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return true; // nothing has such a type
        }
        while (known.isArray()) {
            known = known.getComponentType();
        }
        // To the JVM a nested class that is protected is public, and one that is private is its package's.
        boolean isOpen = Modifier.isPublic(known.getModifiers()) || Modifier.isProtected(known.getModifiers());
        return known.isPrimitive()
                || isOfPackage(known, owner)
                || isOpen
                        && owner.getModule().canRead(known.getModule())
                        && known.getModule().isExported(known.getPackageName(), owner.getModule());
    }
}
