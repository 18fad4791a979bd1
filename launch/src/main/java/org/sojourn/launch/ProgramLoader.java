package org.sojourn.launch;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads a program into this JVM. Classes of its own packages come from its own entries first: the bundled ones are on this JVM's class path too, as they were compiled,
 * and among those entries they are woven.
 */
final class ProgramLoader extends URLClassLoader {
    private final String packageName;

    ProgramLoader(URL[] entries, String packageName) {
        super(entries, ProgramLoader.class.getClassLoader());
        this.packageName = packageName;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!packageName.isEmpty() && name.startsWith(packageName + ".")) {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null || findResource(name.replace('.', '/') + ".class") != null) {
                    return known == null ? findClass(name) : known;
                }
            }
        }
        return super.loadClass(name, resolve);
    }
}
