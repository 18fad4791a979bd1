package org.sojourn.threads.wire;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is thrown, put together again by the constructor of {@code Throwable}, whatever it is. Of the platform those travel that have nothing but
 * what {@code Throwable} has. Methods that the program has in place of those of {@code Throwable} aren't called: what they say would come to be
 * what they are told.
 */
final class Throwables {
    /** What others may say in place of {@code Throwable}. */
    private static final List<String> SAID = List.of("getMessage", "getCause");

    private static final String PLATFORM = "java\\.(lang|util|util\\.concurrent)\\.\\w+";

    private Throwables() {}

    /** Whether it is one of the platform that can be made again. */
    static boolean travels(Class<?> type) {
        return type.getName().matches(PLATFORM)
                && Modifier.isPublic(type.getModifiers())
                && !Modifier.isAbstract(type.getModifiers())
                && Throwable.class.isAssignableFrom(type)
                && isPlain(type);
    }

    /** Whether objects of a class have a message, a cause and a trace only. What is transient they find out themselves. */
    private static boolean isPlain(Class<?> type) {
        for (Class<?> at = type; at != Throwable.class; at = at.getSuperclass()) {
            boolean isPlain = Arrays.stream(at.getDeclaredFields())
                    .map(field -> field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT))
                    .allMatch(kind -> kind != 0);
            boolean saysAsMuch = at == NullPointerException.class // it adds to a message that is missing
                    || Arrays.stream(at.getDeclaredMethods()).noneMatch(method -> SAID.contains(method.getName()));
            if (!isPlain || !saysAsMuch) {
                return false;
            }
        }
        return true;
    }

    /** Finds one of the platform by name; no other class is looked up. */
    static Class<?> find(String name) throws IOException {
        if (!name.matches(PLATFORM)) {
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

    /** Checks that one of the program has no more from its classes of the platform or a library than can be made again. */
    static void check(Class<?> own, ProgramClasses classes) throws IOException {
        if (!Throwable.class.isAssignableFrom(own)) { // an interface, for example, which has no class above it
            throw new IOException(own.getName() + " is nothing to throw");
        }
        Class<?> above = above(own, classes);
        if (!isPlain(above)) {
            throw new IOException("a " + own.getName() + " can't travel, as it is a " + above.getName()
                    + ", which has more than a message and a cause");
        }
    }

    /** The first class above one that isn't the program's. */
    private static Class<?> above(Class<?> type, ProgramClasses classes) {
        Class<?> above = type;
        while (classes.has(above)) {
            above = above.getSuperclass();
        }
        return above;
    }

    /** Makes one. Constructors but that of {@code Throwable} don't run. */
    static Throwable make(Class<?> type, @Nullable String message) throws IOException {
        return (Throwable) Makers.make(type, Throwable.class, message);
    }

    /** Calls a method that {@code Throwable} has, past what the program's classes have in its place. */
    static @Nullable Object call(
            Throwable of, ProgramClasses classes, String method, MethodType type, @Nullable Object... arguments)
            throws IOException {
        Class<?> last = of.getClass();
        while (classes.has(last) && classes.has(last.getSuperclass())) {
            last = last.getSuperclass();
        }
        try {
            MethodHandle found = classes.has(last)
                    ? MethodHandles.privateLookupIn(last, MethodHandles.lookup())
                            .findSpecial(last.getSuperclass(), method, type, last)
                    : MethodHandles.publicLookup().findVirtual(Throwable.class, method, type);
            return found.bindTo(of).invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IOException(of.getClass().getName() + " can't be taken apart or put together: " + e, e);
        }
    }
}
