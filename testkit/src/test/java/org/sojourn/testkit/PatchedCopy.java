package org.sojourn.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plants a fault: takes the source of one class, edits it, compiles it, and loads the classes of a {@link Plot} once more around the result.
 * All of these but the one are the very same files. What is called in the copy is a static method that takes and returns only what the copy
 * doesn't own.
 */
public final class PatchedCopy extends ClassLoader {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private final String prefix;
    private final Map<String, byte[]> patched;

    private PatchedCopy(String prefix, Map<String, byte[]> patched) {
        super(PatchedCopy.class.getClassLoader());
        this.prefix = prefix;
        this.patched = patched;
    }

    /**
     * Plants a fault.
     *
     * @param plot whose sources
     * @param where a class, or a method of it, as {@link Anchor} has it
     * @param original a row of tokens there
     * @param replacement what shall stand in its place
     * @return a loader of the faulty copy
     */
    public static PatchedCopy with(Plot plot, String where, String original, String replacement) {
        Anchor anchor = new Anchor(plot, where, original);
        try {
            return new PatchedCopy(plot.prefix(), compile(anchor.type(), anchor.replaced(replacement)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compile(String type, String source) throws IOException {
        String release = String.valueOf(release(source, type));
        boolean isPresent = release.equals(String.valueOf(Runtime.version().feature()));
        // What it calls is there in that release, as it was compiled for it; to look that up again takes longer.
        return InMemoryCompiler.compile(
                Map.of(type, source), isPresent ? List.of() : List.of("-source", release, "-target", release));
    }

    /** For which Java the class was compiled that the patched one replaces. */
    private static int release(String source, String type) throws IOException {
        Matcher its = PACKAGE.matcher(source);
        String file = (its.find() ? its.group(1).replace('.', '/') + "/" : "") + type + ".class";
        try (InputStream in = PatchedCopy.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " isn't on the class path");
            }
            return in.readNBytes(8)[7] - 44; // the major version, whose upper byte is 0
        }
    }

    /**
     * Returns what was compiled.
     *
     * @return class files by the binary names of their classes
     */
    public Map<String, byte[]> patched() {
        return Map.copyOf(patched);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(prefix)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = patched.get(name);
        if (bytes == null) {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                bytes = in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /**
     * Calls a static method of the copy, whose loader is the thread's meanwhile.
     *
     * @param type a class of the copy
     * @param method one that has its name for itself; takes and returns only what the copy doesn't own
     * @return what it returned
     */
    @Nullable
    Object call(Class<?> type, String method, Object... arguments) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            Method found = Arrays.stream(loadClass(type.getName()).getDeclaredMethods())
                    .filter(each -> each.getName().equals(method) && takes(each, arguments))
                    .findAny()
                    .orElseThrow(() -> new IllegalStateException(type + " has no method " + method));
            found.setAccessible(true);
            return found.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static boolean takes(Method method, Object[] arguments) {
        Class<?>[] parameters = MethodType.methodType(void.class, method.getParameterTypes())
                .wrap()
                .parameterArray();
        boolean takes = parameters.length == arguments.length;
        for (int i = 0; takes && i < parameters.length; i++) {
            takes = parameters[i].isInstance(arguments[i]);
        }
        return takes;
    }
}
