package org.sojourn.net.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * Exceptions travel as data: message, stack trace, cause, what was suppressed, and the fields that classes outside the
 * JDK declare. No constructor of the exception's class runs at the receiver, only {@link Throwable}'s, as in Java's own
 * serialisation. Fields that JDK exceptions declare beyond the message are left behind.
 *
 * <p>An exception whose class may not travel is written by the form of {@link ForeignFailure}, which keeps its name. So is one
 * whose cause is in such a field: without the field the class would say that it has none.
 */
final class ThrowableForm implements Form {
    private static final FrameForm FRAMES = new FrameForm();

    private final Class<?> type;
    private final List<Field> fields = new ArrayList<>();
    private final @Nullable Constructor<?> maker;

    private ThrowableForm(Class<?> type) {
        this.type = type;
        this.maker = type == ForeignFailure.class ? null : makerOf(type);
        for (Class<?> c = type; c != null && !c.getName().startsWith("java."); c = c.getSuperclass()) {
            Arrays.stream(c.getDeclaredFields())
                    .filter(field ->
                            !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers()))
                    .sorted(Comparator.comparing(Field::getName))
                    .forEach(fields::add);
        }
        if (maker == null) {
            fields.clear();
        }
        fields.forEach(field -> field.setAccessible(true));
    }

    static ThrowableForm of(Class<?> type) {
        return new ThrowableForm(type);
    }

    static ThrowableForm foreign() {
        return new ThrowableForm(ForeignFailure.class);
    }

    /** Whether a class says its cause by a field of the JDK's, as {@link InvocationTargetException} does. */
    static boolean hidesCause(Class<?> type) {
        for (Class<?> c = type; c != null && c != Throwable.class; c = c.getSuperclass()) {
            if (c.getName().startsWith("java.")
                    && Stream.of(c.getDeclaredMethods())
                            .anyMatch(each -> each.getName().equals("getCause"))
                    && Stream.of(c.getDeclaredFields())
                            .anyMatch(each -> Throwable.class.isAssignableFrom(each.getType()))) {
                return true;
            }
        }
        return false;
    }

    /** The constructor that makes an object of the type by running Throwable's only. */
    private static Constructor<?> makerOf(Class<?> type) {
        try {
            // By reflection, for javac warns of the type; it is what the JDK keeps for serialisation libraries.
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            Method method = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
            Object instance = factory.getMethod("getReflectionFactory").invoke(null);
            return (Constructor<?>) method.invoke(instance, type, Throwable.class.getConstructor(String.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("exceptions can't be rebuilt: this JVM has no module jdk.unsupported", e);
        }
    }

    @Override
    public void write(Object object, Output out) {
        Throwable value = (Throwable) object;
        if (maker == null) {
            out.text(
                    value instanceof ForeignFailure f
                            ? f.originalClass()
                            : value.getClass().getName());
        }
        out.text(value.getMessage());
        StackTraceElement[] trace = value.getStackTrace();
        out.number(trace.length);
        for (StackTraceElement element : trace) {
            FRAMES.write(element, out);
        }
        out.value(value.getCause());
        Throwable[] suppressed = value.getSuppressed();
        out.number(suppressed.length);
        for (Throwable each : suppressed) {
            out.value(each);
        }
        for (Field field : fields) {
            try {
                out.value(field.get(value));
            } catch (IllegalAccessException e) {
                throw new UnencodableException(type.getName() + "." + field.getName() + " can't be read", e);
            }
        }
    }

    @Override
    public Throwable read(Input in) {
        Throwable value = make(in);
        in.made(value);
        StackTraceElement[] trace = new StackTraceElement[in.count()];
        for (int i = 0; i < trace.length; i++) {
            trace[i] = FRAMES.read(in);
        }
        value.setStackTrace(trace);
        Object cause = in.value();
        if (cause != null) {
            value.initCause((Throwable) cause);
        }
        for (int i = in.count(); i > 0; i--) {
            value.addSuppressed((Throwable) in.value());
        }
        for (Field field : fields) {
            Object content = in.value();
            try {
                field.set(value, content);
            } catch (IllegalAccessException e) {
                throw new MalformedException(type.getName() + "." + field.getName() + " can't be set", e);
            }
        }
        return value;
    }

    private static String word(Input in) {
        String word = in.text();
        return word == null ? "?" : word;
    }

    private Throwable make(Input in) {
        if (maker == null) {
            return new ForeignFailure(word(in), in.text());
        }
        try {
            return (Throwable) maker.newInstance(in.text());
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    e.getCause()); // of the one method of Throwable's that its constructor calls
        } catch (InstantiationException | IllegalAccessException e) {
            throw new MalformedException(type.getName() + " can't be made", e);
        }
    }
}
