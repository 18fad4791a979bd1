package org.sojourn.host.run;

import static java.lang.System.Logger.Level.WARNING;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Words;
import org.sojourn.kernel.quiesce.Ending;

/**
 * The main method of a program: found as {@code java} of Java 25 finds it, and called. An inherited one counts, it needn't be public, and one
 * with the arguments goes before one without. One that isn't static is called on an object that is made for it.
 */
public final class MainMethod {
    private static final System.Logger LOG = System.getLogger(MainMethod.class.getName());

    /** So long after the end of the run main may go on before that is told. */
    private static final int PATIENCE_SECONDS = 5;

    private final Class<?> program;
    private final Method main;

    /** Makes the object whose method main is; null if main is static. */
    private final @Nullable Constructor<?> maker;

    private MainMethod(Class<?> program, Method main, @Nullable Constructor<?> maker) {
        this.program = program;
        this.main = main;
        this.maker = maker;
    }

    /**
     * Finds a main method. No code of the program runs.
     *
     * @param name the class
     * @param loader finds it
     * @return its main method
     * @throws ReflectiveOperationException if there is none; the message is a sentence
     */
    public static MainMethod find(String name, ClassLoader loader) throws ReflectiveOperationException {
        try {
            Class<?> program = Class.forName(name, false, loader);
            Method main = main(program, String[].class);
            main = main != null ? main : main(program);
            if (main != null) {
                return new MainMethod(program, main, isStatic(main) ? null : constructor(program));
            }
        } catch (ClassNotFoundException e) {
            throw new ClassNotFoundException("there is no class " + name, e);
        } catch (LinkageError e) {
            throw new ClassNotFoundException("class " + name + " can't be loaded: " + e, e);
        }
        throw new NoSuchMethodException(
                "class " + name + " has no void main(String[]) or void main() that isn't private");
    }

    private static @Nullable Method main(Class<?> program, Class<?>... parameters) {
        for (Class<?> at = program; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals("main")
                        && Arrays.equals(method.getParameterTypes(), parameters)
                        && method.getReturnType() == void.class
                        && !Modifier.isPrivate(method.getModifiers())
                        && method.trySetAccessible()) {
                    return method;
                }
            }
        }
        return null;
    }

    private static boolean isStatic(Method method) {
        return Modifier.isStatic(method.getModifiers());
    }

    private static Constructor<?> constructor(Class<?> program) throws NoSuchMethodException {
        if (!Modifier.isAbstract(program.getModifiers())) {
            for (Constructor<?> each : program.getDeclaredConstructors()) {
                if (each.getParameterCount() == 0
                        && !Modifier.isPrivate(each.getModifiers())
                        && each.trySetAccessible()) {
                    return each;
                }
            }
        }
        throw new NoSuchMethodException("the main method of class " + program.getName()
                + " isn't static, and there is no constructor without parameters that makes an object for it; give the"
                + " class one that isn't private, or make main static");
    }

    /**
     * Initialises the class and calls the method.
     *
     * @param arguments the program's
     * @return null if it has returned, else what it threw, traced as far as the program's own code goes
     */
    public @Nullable Throwable call(List<String> arguments) {
        Throwable failure;
        try {
            Class.forName(program.getName(), true, program.getClassLoader());
            Object object = maker == null ? null : maker.newInstance();
            if (main.getParameterCount() == 0) {
                main.invoke(object);
            } else {
                main.invoke(object, (Object) arguments.toArray(new String[0]));
            }
            return null;
        } catch (InvocationTargetException e) {
            failure = e.getCause() == null ? e : e.getCause();
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            failure = e;
        }
        cut(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
        return failure;
    }

    /**
     * Prints what main has thrown, as far as it can be printed.
     *
     * @param failure what {@link #call} has returned
     * @return a sentence that says so; of an initialiser that failed, it says why
     */
    public static String failed(Throwable failure) {
        if (failure instanceof Told) {
            return "main failed: " + failure.getMessage();
        }
        Words.printable(failure).printStackTrace();
        return "main failed: " + words(failure);
    }

    private static String words(Throwable failure) {
        Throwable cause = failure instanceof ExceptionInInitializerError ? failure.getCause() : null;
        return Words.of(cause == null ? failure : cause);
    }

    /** Thrown by a main that runs another one and has already reported its failure: nothing more is printed. */
    public static final class Told extends Exception {
        private static final long serialVersionUID = 1L;

        /**
         * Fails the run.
         *
         * @param sentence why
         */
        public Told(String sentence) {
            super(sentence, null, false, false);
        }

        /**
         * Fails the run.
         *
         * @param failure what the other main has thrown
         */
        public Told(Throwable failure) {
            this(words(failure));
        }
    }

    /**
     * Has the end of a run told when main has returned as well: it may have closed the run, and prints what came of it now, or is
     * about to throw. If that takes long the log says so.
     *
     * @param ending how the run has ended
     * @param returned completed when main has returned; never, if it throws
     * @param told told of the ending
     */
    public static void awaitReturn(
            CompletableFuture<Ending> ending, CompletableFuture<@Nullable Void> returned, Consumer<Ending> told) {
        ending.thenAcceptBoth(returned, (how, any) -> told.accept(how));
        Executor late = CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        ending.thenRunAsync(
                () -> {
                    if (!returned.isDone()) {
                        LOG.log(WARNING, "the run is over, and main still runs; the places end when it returns");
                    }
                },
                late);
    }

    /** Takes away the frames of the program's caller, which are the last, and those of the call itself. */
    private static void cut(@Nullable Throwable failure, Set<Throwable> seen) {
        if (failure == null || !seen.add(failure)) {
            return;
        }
        List<StackTraceElement> frames = new ArrayList<>(Arrays.asList(failure.getStackTrace()));
        int call = frames.size() - 1;
        while (call >= 0 && !frames.get(call).getClassName().equals(MainMethod.class.getName())) {
            call--;
        }
        int own = call;
        while (own >= 0 && isOfTheCall(frames.get(own).getClassName())) {
            own--;
        }
        if (call >= 0) {
            failure.setStackTrace(frames.subList(0, own + 1).toArray(new StackTraceElement[0]));
        }
        cut(failure.getCause(), seen);
        for (Throwable suppressed : failure.getSuppressed()) {
            cut(suppressed, seen);
        }
    }

    private static boolean isOfTheCall(String className) {
        return className.equals(MainMethod.class.getName())
                || className.equals(Class.class.getName())
                || className.startsWith("java.lang.reflect.")
                || className.startsWith("java.lang.invoke.")
                || className.startsWith("jdk.internal.reflect.");
    }
}
