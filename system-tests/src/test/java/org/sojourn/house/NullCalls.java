package org.sojourn.house;

import java.lang.classfile.ClassModel;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls whatever a room shows with null, for one parameter after the other, and says which calls aren't refused in words that name the
 * parameter.
 */
final class NullCalls {
    /** Makes something of a type to be called or to be given; null if it can't. */
    private final Function<Class<?>, @Nullable Object> samples;

    /** Signatures that aren't called, as {@link #describe} writes them. */
    private final Set<String> leftOut;

    private final List<String> unrefused = new ArrayList<>();
    private int called;

    NullCalls(Function<Class<?>, @Nullable Object> samples, Set<String> leftOut) {
        this.samples = samples;
        this.leftOut = leftOut;
    }

    /** What was let pass, or refused in other words. */
    List<String> unrefused() {
        return unrefused;
    }

    /** How many parameters were tried. */
    int called() {
        return called;
    }

    /** The types of a room that are shown, in some packages or in all that it exports. */
    static Stream<Class<?>> shown(Room room, String... packages) {
        List<ClassModel> types = room.classes();
        Set<String> open = packages.length == 0 ? Exports.of(types) : Set.of(packages);
        return types.stream()
                .map(References::name)
                .filter(name -> open.contains(References.packageOf(name)))
                .filter(name -> !name.endsWith("package-info") && !name.equals("module-info"))
                .map(ApiListing::load)
                .filter(ApiListing::isShown);
    }

    void tryAll(Class<?> type) {
        if (type.isAnnotation()) {
            return;
        }
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (isShown(each) && !Modifier.isAbstract(type.getModifiers())) {
                tryEach(each);
            }
        }
        for (Method each : type.getDeclaredMethods()) {
            if (isShown(each) && !each.isBridge() && !isForTheRuntime(each) && !isOfEveryType(each)) {
                tryEach(each);
            }
        }
    }

    private static boolean isShown(Executable member) {
        return ApiListing.isShown(member.getModifiers()) && !member.isSynthetic();
    }

    /** Implemented by the program and called by the runtime, or made for the kernel, which gives no null. */
    private static boolean isForTheRuntime(Method method) {
        return Modifier.isAbstract(method.getModifiers())
                || Stream.of(method.getDeclaringClass().getInterfaces())
                        .filter(above -> above.getName().startsWith("org.sojourn.kernel."))
                        .flatMap(above -> Arrays.stream(above.getMethods()))
                        .anyMatch(above -> above.getName().equals(method.getName())
                                && Arrays.equals(above.getParameterTypes(), method.getParameterTypes()));
    }

    private static boolean isOfEveryType(Method method) {
        return method.getName().equals("equals")
                || method.getDeclaringClass().isEnum() && method.getName().equals("valueOf");
    }

    static String describe(Executable member) {
        List<String> types = Arrays.stream(member.getParameterTypes())
                .map(Class::getSimpleName)
                .toList();
        String name = member instanceof Constructor ? "new" : member.getName();
        return member.getDeclaringClass().getSimpleName() + "." + name + "(" + String.join(", ", types) + ")";
    }

    private void tryEach(Executable member) {
        Parameter[] parameters = member.getParameters();
        for (int i = 0; i < parameters.length && !leftOut.contains(describe(member)); i++) {
            Parameter parameter = parameters[i];
            if (!parameter.getType().isPrimitive()
                    && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                called++;
                String wrong = tryOne(member, i);
                if (wrong != null) {
                    unrefused.add(describe(member) + " with null for " + parameter.getName() + ": " + wrong);
                }
            }
        }
    }

    /** Returns what was wrong, or null. */
    private @Nullable String tryOne(Executable member, int missing) {
        Parameter[] parameters = member.getParameters();
        @Nullable Object[] arguments = new @Nullable Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == missing ? null : samples.apply(parameters[i].getType());
            if (i != missing && arguments[i] == null) {
                return "no sample of " + parameters[i].getType().getName();
            }
        }
        try {
            member.setAccessible(true);
            if (member instanceof Constructor<?> constructor) {
                constructor.newInstance(arguments);
            } else if (member instanceof Method method) {
                Object on = Modifier.isStatic(method.getModifiers()) ? null : samples.apply(method.getDeclaringClass());
                if (on == null && !Modifier.isStatic(method.getModifiers())) {
                    return "no sample of " + method.getDeclaringClass().getName();
                }
                method.invoke(on, arguments);
            }
            return "it was taken";
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            String expected = parameters[missing].getName() + " is null; ";
            return thrown instanceof NullPointerException
                            && String.valueOf(thrown.getMessage()).startsWith(expected)
                    ? null
                    : String.valueOf(thrown);
        } catch (ReflectiveOperationException e) {
            return "it could not be called: " + e;
        }
    }
}
