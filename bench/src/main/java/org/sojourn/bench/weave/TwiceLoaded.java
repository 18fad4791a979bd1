package org.sojourn.bench.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.Weaver;

/** Loads the kernels once more, woven or not, so that each side has compiled code and profiles of its own. */
final class TwiceLoaded extends ClassLoader {
    private static final String KERNELS = TwiceLoaded.class.getPackageName() + ".kernels";

    private final @Nullable Weaver weaver;

    private TwiceLoaded(ClassLoader parent, @Nullable Weaver weaver) {
        super(parent);
        this.weaver = weaver;
    }

    static TwiceLoaded woven(Class<?> beside) {
        return new TwiceLoaded(beside.getClassLoader(), new Weaver(List.of(KERNELS)));
    }

    static TwiceLoaded plain(Class<?> beside) {
        return new TwiceLoaded(beside.getClassLoader(), null);
    }

    /** A public static method of one of these classes. */
    Method method(Class<?> of, String name, Class<?>... parameters) throws IOException {
        try {
            return loadClass(of.getName()).getMethod(name, parameters);
        } catch (ReflectiveOperationException e) {
            throw new IOException("the kernel " + name + " isn't there", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(KERNELS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in =
                Objects.requireNonNull(getParent().getResourceAsStream(name.replace('.', '/') + ".class"), name)) {
            byte[] compiled = in.readAllBytes();
            byte[] loaded = weaver == null ? compiled : weaver.weave(compiled).classFile();
            return defineClass(name, loaded, 0, loaded.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
