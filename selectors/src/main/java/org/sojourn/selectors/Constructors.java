package org.sojourn.selectors;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds and calls constructors by argument, for creations that HJDS spells as a class with arguments. */
final class Constructors {
    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            int.class, Integer.class,
            long.class, Long.class,
            double.class, Double.class,
            float.class, Float.class,
            boolean.class, Boolean.class,
            char.class, Character.class,
            byte.class, Byte.class,
            short.class, Short.class);

    private Constructors() {}

    /** Finds a constructor at the caller, as far as it can be checked there. */
    static Constructor<?> find(Class<?> type, Object[] arguments) {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (accepts(constructor.getParameterTypes(), arguments)) {
                constructor.setAccessible(true);
                return constructor;
            }
        }
        throw new IllegalArgumentException("no constructor of " + type.getName() + " takes "
                + Arrays.toString(arguments) + "; it has " + Arrays.toString(type.getDeclaredConstructors()));
    }

    private static boolean accepts(Class<?>[] parameters, Object[] arguments) {
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!accepts(parameters[i], arguments[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean accepts(Class<?> parameter, @Nullable Object argument) {
        if (argument == null) {
            return !parameter.isPrimitive();
        }
        return BOXES.getOrDefault(parameter, parameter).isInstance(argument);
    }

    static Object construct(Class<?> type, Object[] arguments) throws Exception {
        try {
            return find(type, arguments).newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }
}
