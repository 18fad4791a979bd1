package org.sojourn.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/**
 * Loads the classes of a package, and of those below it, woven. Its parent's classes of that package are others; all else is shared with it. For tests, and
 * for programs that are to be woven without an agent and without a jar of their own.
 */
public final class WeavingLoader extends ClassLoader {
    private final Weaver weaver;

    /**
     * Of a package.
     *
     * @param packageName its name
     * @param parent has the class files
     */
    public WeavingLoader(String packageName, ClassLoader parent) {
        super(Objects.requireNonNull(parent, "parent is null; give the loader that has the class files"));
        this.weaver = new Weaver(
                List.of(Objects.requireNonNull(packageName, "packageName is null; give the name of a package")));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!weaver.weaves(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] woven = weaver.weave(in.readAllBytes()).classFile();
            return defineClass(name, woven, 0, woven.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
