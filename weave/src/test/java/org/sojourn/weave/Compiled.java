package org.sojourn.weave;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.testkit.InMemoryCompiler;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.frame.Woven;
import org.sojourn.weave.run.Twins;

/** Classes that a test has compiled from sources in memory. */
final class Compiled {
    private final Map<String, byte[]> classes = new HashMap<>();

    private Compiled() {}

    /** Compiles sources, by the names of their classes. */
    static Compiled of(Map<String, String> sources) {
        Compiled made = new Compiled();
        made.classes.putAll(InMemoryCompiler.compile(sources, List.of()));
        return made;
    }

    /** Classes of the tests that are in one package with, by its name. */
    static Compiled ofPackage(Class<?> one) throws IOException {
        Compiled made = new Compiled();
        String packageName = one.getPackageName();
        Path folder;
        try {
            folder = Path.of(one.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolve(packageName.replace('.', '/'));
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String simple = file.getFileName().toString().replace(".class", "");
                made.classes.put(packageName + "." + simple, Files.readAllBytes(file));
            }
        }
        return made;
    }

    /** The class files, by name. */
    Map<String, byte[]> classes() {
        return classes;
    }

    /** A loader of these classes as they are. */
    Loader plain() {
        return new Loader(classes, null);
    }

    /** A loader of these classes, woven. */
    Loader woven(Weaver weaver) {
        return new Loader(classes, weaver);
    }

    /** Loads classes from memory. */
    static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;
        private final @Nullable Weaver weaver;
        private final Set<Class<?>> rewritten = new LinkedHashSet<>();
        private final Map<String, byte[]> loaded = new ConcurrentHashMap<>();

        Loader(Map<String, byte[]> classes, @Nullable Weaver weaver) {
            super(Compiled.class.getClassLoader());
            this.classes = classes;
            this.weaver = weaver;
        }

        /** These first, whatever the tests' own loader has. */
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!classes.containsKey(name)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known == null ? findClass(name) : known;
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] original = classes.get(name);
            if (original == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] file = original;
            if (weaver != null && weaver.weaves(name)) {
                Weaver.Result result = weaver.weave(original);
                if (!result.refusals().stream().allMatch(each -> isOfSize(each.reason()))) {
                    throw new IllegalStateException(result.refusals().toString());
                }
                file = result.classFile();
            }
            loaded.put(name, file);
            Class<?> defined = defineClass(name, file, 0, file.length);
            if (defined.isAnnotationPresent(Woven.class)) {
                rewritten.add(defined);
            }
            return defined;
        }

        private static boolean isOfSize(String reason) {
            return reason.endsWith("larger than a method may be") || reason.endsWith("can't be written anew");
        }

        /** Has innermost loops of all classes poll, or not. */
        void arm(boolean polls) {
            rewritten.forEach(each -> Polls.arm(each, polls));
        }

        /** Makes the twins of all classes. Frames of a class that has none would stay, and a program go on as it was compiled. */
        void makeTwins() {
            List.copyOf(rewritten).forEach(Twins::of); // which may have others loaded
        }

        /** As in a jar that was woven. */
        @Override
        public @Nullable InputStream getResourceAsStream(String path) {
            Map<String, byte[]> from = path.startsWith(Twins.ORIGINALS) ? classes : loaded;
            String plain = path.startsWith(Twins.ORIGINALS) ? path.substring(Twins.ORIGINALS.length()) : path;
            byte[] known = from.get(plain.replace(".class", "").replace('/', '.'));
            return known == null ? super.getResourceAsStream(path) : new ByteArrayInputStream(known);
        }
    }
}
