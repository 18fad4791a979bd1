package org.sojourn.threads.wire;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is thrown, put together again. Of the platform those travel that are made of a message. */
final class Throwables {
    private Throwables() {}

    /** Whether it is one of the platform that can be made again. */
    static boolean travels(Class<?> type) {
        String name = type.getName();
        boolean isKnown = name.matches("java\\.(lang|util)\\.\\w+") && Modifier.isPublic(type.getModifiers());
        return isKnown && Throwable.class.isAssignableFrom(type) && constructor(type) != null;
    }

    private static @Nullable Constructor<?> constructor(Class<?> type) {
        for (Class<?> message : List.of(String.class, Object.class)) {
            try {
                return type.getConstructor(message);
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        return null;
    }

    /** Finds one of the platform by name; no other class is looked up. */
    static Class<?> find(String name) throws IOException {
        if (!name.matches("java\\.(lang|util)\\.\\w+")) {
            throw new IOException("a throwable of the class " + name);
        }
        try {
            Class<?> found = Class.forName(name, false, null);
            if (travels(found)) {
                return found;
            }
        } catch (ClassNotFoundException e) {
            throw new IOException("there is no class " + name, e);
        }
        throw new IOException(name + " doesn't travel");
    }

    /** Makes one of the platform. */
    static Throwable make(Class<?> type, @Nullable String message) throws IOException {
        Constructor<?> constructor = constructor(type);
        if (constructor == null) {
            throw new IOException(type.getName() + " can't be made of a message");
        }
        try {
            return (Throwable) constructor.newInstance(message);
        } catch (ReflectiveOperationException e) {
            throw new IOException(type.getName() + " can't be made: " + e, e);
        }
    }

    /** Makes one of the program, by the constructor of the platform's class above it; those of the program don't run. */
    static Throwable makeOwn(Class<?> type, ProgramClasses classes, @Nullable String message) throws IOException {
        Class<?> above = type;
        while (classes.has(above)) {
            above = above.getSuperclass();
        }
        return (Throwable) Makers.make(type, above, message);
    }
}
