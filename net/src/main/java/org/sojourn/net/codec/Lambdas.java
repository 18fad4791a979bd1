package org.sojourn.net.codec;

import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * Lambdas as factories and tasks.
 *
 * <p>A lambda may stand where {@link org.sojourn.kernel.port.Codec#encode} gets it: as the value itself, as an element
 * of an {@code Object[]} that is the value, or captured by another such lambda. There it is replaced by a
 * {@linkplain LambdaParts description} before the serialiser sees it, and put back after the serialiser is done. A
 * lambda anywhere else, in a field of a message, is refused.
 *
 * <p>A description is turned into a lambda by {@code $deserializeLambda$}, a method that javac puts into each class
 * with serialisable lambdas. It compares the description with the lambdas that really are in that class and makes no
 * other: a peer can ask for a lambda of an allowed class but can't make one that calls a method of its choice, as a
 * {@code LambdaMetafactory} call with words from the frame would let it. The capturing class travels as a class number
 * and has thus passed the allow rule before this code sees it.
 */
final class Lambdas {
    private static final int MAX_NESTING = 64;

    private final Shapes shapes;

    Lambdas(Shapes shapes) {
        this.shapes = shapes;
    }

    static boolean isLambda(Class<?> type) {
        return type.isHidden() && type.isSynthetic() && type.getName().contains("$$Lambda");
    }

    /**
     * Replaces lambdas by descriptions. Gives back the value itself where there is none. The body of a part that moves may be
     * captured.
     */
    @Nullable
    Object describe(@Nullable Object value, @Nullable Object body) {
        if (value == null) {
            return null;
        }
        if (value.getClass() == Object[].class) {
            return describeAll((Object[]) value, body);
        }
        return isLambda(value.getClass()) ? describe(value, body, 0) : value;
    }

    private @Nullable Object[] describeAll(@Nullable Object[] values, @Nullable Object body) {
        @Nullable Object[] described = values;
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null && isLambda(value.getClass())) {
                if (described == values) {
                    described = values.clone(); // the caller's array stays as it is
                }
                described[i] = describe(value, body, 1);
            }
        }
        return described;
    }

    private LambdaParts describe(Object lambda, @Nullable Object body, int nesting) {
        if (nesting > MAX_NESTING) {
            throw new UnencodableException(
                    "a lambda that captures lambdas " + nesting + " deep can't travel; the bound is " + MAX_NESTING);
        }
        SerializedLambda form = serializedForm(lambda);
        Class<?> capturing = capturingClass(lambda, form);
        String where = "lambda in " + capturing.getSimpleName();
        String objection = shapes.objectionToName(capturing);
        if (objection != null) {
            throw new UnencodableException(where + ": " + capturing.getName() + " " + objection);
        }
        @Nullable Object[] captured = new @Nullable Object[form.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++) {
            Object value = form.getCapturedArg(i);
            captured[i] = value;
            if (value != null && isLambda(value.getClass())) {
                captured[i] = describe(value, body, nesting + 1);
            } else if (value != null) {
                String reason = shapes.objection(value, body);
                if (reason != null) {
                    throw new UnencodableException(where + ": captures " + nameOf(capturing, form, i) + ": "
                            + value.getClass().getName() + " " + reason);
                }
            }
        }
        String[] words = {
            form.getFunctionalInterfaceClass(),
            form.getFunctionalInterfaceMethodName(),
            form.getFunctionalInterfaceMethodSignature(),
            form.getImplClass(),
            form.getImplMethodName(),
            form.getImplMethodSignature(),
            form.getInstantiatedMethodType()
        };
        return new LambdaParts(capturing, words, form.getImplMethodKind(), captured);
    }

    private static SerializedLambda serializedForm(Object lambda) {
        String name = lambda.getClass().getName();
        String owner = name.substring(0, name.indexOf("$$Lambda"));
        if (!(lambda instanceof Serializable)) {
            throw new UnencodableException("lambda in " + owner + " can't travel: its functional interface isn't"
                    + " java.io.Serializable; use one that is, or a record");
        }
        try {
            Method method = lambda.getClass().getDeclaredMethod("writeReplace");
            method.setAccessible(true);
            return (SerializedLambda) method.invoke(lambda);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new UnencodableException(
                    "lambda in " + owner + " can't travel: it can't be described; if the program is a"
                            + " module, open its package to org.sojourn.net",
                    e);
        }
    }

    private static Class<?> capturingClass(Object lambda, SerializedLambda form) {
        String name = form.getCapturingClass().replace('/', '.');
        try {
            return Class.forName(name, false, lambda.getClass().getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new UnencodableException("lambda in " + name + " can't travel: its class can't be found", e);
        }
    }

    /** What the programmer calls the captured value: {@code this}, a variable if the class file names it, a position. */
    private static String nameOf(Class<?> capturing, SerializedLambda form, int index) {
        boolean receiver = form.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic;
        if (receiver && index == 0) {
            return "this";
        }
        int parameter = receiver ? index - 1 : index;
        return Stream.of(capturing.getDeclaredMethods())
                .filter(method -> method.getName().equals(form.getImplMethodName()))
                .map(Method::getParameters)
                .filter(all -> parameter < all.length && all[parameter].isNamePresent())
                .map(all -> all[parameter])
                .findFirst()
                .map(Parameter::getName)
                .orElse("variable " + (index + 1) + " of " + form.getCapturedArgCount());
    }

    /** Puts lambdas back where {@link #describe(Object)} took them from. */
    @Nullable
    Object rebuild(@Nullable Object value) {
        if (value instanceof LambdaParts parts) {
            return rebuild(parts, 0);
        }
        if (value != null && value.getClass() == Object[].class) {
            @Nullable Object[] values = (Object[]) value;
            for (int i = 0; i < values.length; i++) {
                if (values[i] instanceof LambdaParts parts) {
                    values[i] = rebuild(parts, 0);
                }
            }
        }
        return value;
    }

    private Object rebuild(LambdaParts parts, int nesting) {
        if (nesting > MAX_NESTING) {
            throw new MalformedException("lambdas are nested deeper than " + MAX_NESTING);
        }
        @Nullable Object[] captured = parts.captured().clone();
        for (int i = 0; i < captured.length; i++) {
            if (captured[i] instanceof LambdaParts inner) {
                captured[i] = rebuild(inner, nesting + 1);
            }
        }
        Class<?> capturing = parts.capturing();
        String[] w = parts.words();
        shapes.checkInterface(w[0].replace('/', '.'));
        try {
            SerializedLambda form =
                    new SerializedLambda(capturing, w[0], w[1], w[2], parts.kind(), w[3], w[4], w[5], w[6], captured);
            Method method = capturing.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
            method.setAccessible(true);
            return method.invoke(null, form);
        } catch (NoSuchMethodException e) {
            throw new MalformedException(capturing.getName() + " has no serialisable lambda", e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error; // of the class's own initialiser, for instance
            }
            throw new MalformedException(capturing.getName() + " has no lambda of that description", e);
        } catch (IllegalAccessException | RuntimeException e) {
            throw new MalformedException("a lambda of " + capturing.getName() + " can't be rebuilt", e);
        }
    }
}
